"""The scripts of a page as one file: what modules export reaches those who import it, and state exists once."""

import re

from rulesdemo.rules.datafiles import folder
from rulesdemo.serve.assets import Assets
from rulesdemo.serve.bundling import bundle, with_fonts, without_faces

FILES = {
    "page": 'import * as store from "./store.js";\nimport "./side.js";\nimport shown from "./shown.js";\n'
    'said.push(store.add(), shown.word);\nimport("./late.js").then(() => console.log(JSON.stringify(said)));\n',
    "store": 'globalThis.said = [];\nlet count = 0;\nexport function add() {\n  return ++count;\n}\nexport const name = "store";\n',
    "side": 'import { add, name } from "./store.js";\nsaid.push(`${name} ${add()}`);\n',
    "shown": 'export default { word: "shown" };\n',
    "late": 'import { add } from "./store.js";\nsaid.push(`late ${add()}`);\n',
    "far": "export const unused = 1;\n",
}


def test_what_nobody_asks_for_stays_out() -> None:
    assert "unused" not in bundle(FILES, "page")


def test_a_module_for_later_that_leans_on_nothing_stays_a_file() -> None:
    whole = bundle({**FILES, "late": 'said.push("late");\n'}, "page")
    assert 'import("./late.js")' in whole
    assert 'said.push("late")' not in whole


def test_the_books_own_script_imports_nothing_at_once() -> None:
    script = Assets(folder("book") / "template" / "static").files["book.js"].decode()
    assert re.findall(r"^\s*(?:import|export) .*", script, re.MULTILINE) == []
    assert set(re.findall(r'import\("\./(\w+)\.js"\)', script)) == {"search"}


def test_fonts_are_carried_inside_and_styles_without_them() -> None:
    sheet = '@font-face { font-family: "A"; src: url(fonts/a.woff2) format("woff2"); }\nb { color: red; }\n'
    rest, faces = without_faces(sheet)
    assert rest == "b { color: red; }\n"
    assert with_fonts(faces, {"fonts/a.woff2": b"abc"}) == (
        '@font-face { font-family: "A"; src: url(data:font/woff2;base64,YWJj) format("woff2"); }\n'
    )
