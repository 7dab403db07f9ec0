// Compiles Python's own library and ours with the Python that browsers will run, in node:
//   node compile.mjs FOLDER-OF-PYODIDE SCRATCH
// SCRATCH/ours/**/*.py get a .pyc beside them; SCRATCH/python_stdlib.zip is the library, compiled.

import { pathToFileURL } from "node:url";

const [engine, scratch] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${engine}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${engine}/` });
python.FS.mkdirTree("/scratch");
python.FS.mount(python.FS.filesystems.NODEFS, { root: scratch }, "/scratch");
python.FS.mkdirTree("/engine");
python.FS.mount(python.FS.filesystems.NODEFS, { root: engine }, "/engine");
python.runPython(`
import importlib._bootstrap_external as bootstrap
import pathlib, zipfile

# Nothing that a page imports; and what is imported only to look at Python itself.
LEFT_OUT = ("ensurepip", "idlelib", "lib2to3", "pydoc", "pydoc_data", "test", "tkinter", "turtledemo", "unittest", "venv", "xmlrpc")

def compiled(source, name):
    # Docstrings are shown to readers and asserts are kept: optimize=0. No date is compared, for there is no source to compare with.
    return bytes(bootstrap._code_to_hash_pyc(compile(source, name, "exec", dont_inherit=True, optimize=0), bytes(8), False))

for path in sorted(pathlib.Path("/scratch/ours").rglob("*.py")):
    path.with_suffix(".pyc").write_bytes(compiled(path.read_bytes(), "/book/" + path.relative_to("/scratch/ours").as_posix()))
with zipfile.ZipFile("/engine/python_stdlib.zip") as old, zipfile.ZipFile("/scratch/python_stdlib.zip", "w", zipfile.ZIP_DEFLATED) as new:
    for entry in old.infolist():
        if entry.is_dir() or entry.filename.split("/")[0].removesuffix(".py") in LEFT_OUT:
            continue
        data, name = old.read(entry), entry.filename
        if name.endswith(".py"):
            data, name = compiled(data, "/lib/" + name), name + "c"
        new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
`);
