"""Every private name of Jupyter's widget packages that pages use, and the hooks that their classes fill; rulesdemo/serve has the server's.

What needs ipycanvas imports it on first use: most pages have no canvas. `tests/serve/test_jupyter_private.py` looks for each name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from typing import Any, Final

Names = Mapping[str, tuple[str, ...]]  # by "module:Class", or by "module"

# Used below, and nowhere else.
PRIVATE: Final[Names] = {
    "ipycanvas.canvas": ("_CANVAS_MANAGER",),
    "ipycanvas.canvas:_CanvasManager": ("_buffers_cache", "_caching", "_commands_cache", "_current_canvas"),
    "ipywidgets.widgets.widget": ("_instances",),
}
# What our classes put in the place of theirs.
HOOKS: Final[Names] = {
    "anywidget.widget:AnyWidget": ("_repr_mimebundle_",),
    "comm.base_comm:BaseComm": ("publish_msg",),
}
# What else is called or replaced.
PARTS: Final[Names] = {
    "comm": ("create_comm",),
    "ipycanvas.canvas:_CanvasManager": ("flush",),
}


def open_widgets() -> MutableMapping[str, Any]:
    """Return every widget that is open, by its name; ipywidgets' own record, in which one that closes is no more."""
    from ipywidgets.widgets.widget import _instances

    found: MutableMapping[str, Any] = _instances
    return found


# -- commands of a canvas ----------------------------------------------------------------------------------------------------


def canvas_manager() -> Any:  # noqa: ANN401 - ipycanvas's own
    """Return what sends the commands of every canvas."""
    from ipycanvas.canvas import _CANVAS_MANAGER

    return _CANVAS_MANAGER


@contextmanager
def hold() -> Iterator[None]:
    """Hold commands back and send them as one message; if something fails, send none and leave no half picture behind.

    The library's own `hold_canvas` goes on holding after an error.
    """
    manager = canvas_manager()
    before = manager._caching  # noqa: SLF001 - there is no public way to drop what is held; here and below
    manager._caching = True  # noqa: SLF001
    try:
        yield
        if not before:
            manager.flush()
    except BaseException:
        forget_held()
        raise
    finally:
        manager._caching = before  # noqa: SLF001


def forget_held() -> None:
    """Drop what is held, and which canvas the browser was told of last."""
    manager = canvas_manager()
    manager._commands_cache = []  # noqa: SLF001
    manager._buffers_cache = []  # noqa: SLF001
    forget_current_canvas()


def forget_current_canvas() -> None:
    """Forget which canvas the browser was told of last: a new client knows none."""
    canvas_manager()._current_canvas = None  # noqa: SLF001
