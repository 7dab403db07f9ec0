"""Every name of Jupyter's packages that promises nothing and on which the server stands: private ones, and hooks that its classes fill.

Private names are used in this module alone. `tests/serve/test_jupyter_private.py` looks for each name of the tables below and says which
one an upgrade has taken away; it also finds a use elsewhere, and a hook that no table lists. widgets/web/jupyter_private.py has what pages
use.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Final

from jupyter_client.kernelspec import KernelSpecManager

Names = Mapping[str, tuple[str, ...]]  # by "module:Class", or by "module"

# Used below, and nowhere else.
PRIVATE: Final[Names] = {
    "ipykernel.iostream:OutStream": ("_original_stdstream_copy",),
    "ipykernel.kernelapp": ("IOPubThread",),
    "jupyter_client.kernelspec:KernelSpecManager": ("_kernel_dirs_default",),
    "jupyter_client.manager:KernelManager": ("_close_control_socket",),
    "jupyter_server.services.kernels.connection.channels:ZMQChannelsWebsocketConnection": ("_open_sessions",),
    "jupyter_server.services.kernels.kernelmanager:MappingKernelManager": ("_kernel_buffers", "_kernel_connections", "_kernel_ports"),
}

# What our classes put in the place of theirs. One that is not called any more breaks nothing at once: a page is just open to more.
HOOKS: Final[Names] = {
    "jupyter_client.multikernelmanager:MultiKernelManager": ("remove_kernel",),
    "jupyter_client.kernelspec:KernelSpecManager": ("_kernel_dirs_default", "get_kernel_spec"),
    "jupyter_client.provisioning.local_provisioner:LocalProvisioner": ("launch_kernel",),
    "jupyter_server.auth.identity:IdentityProvider": ("get_user",),
    "jupyter_server.base.handlers:JupyterHandler": ("check_xsrf_cookie", "prepare"),
    "jupyter_server.services.kernels.kernelmanager:MappingKernelManager": (
        "cull_kernel_if_idle",
        "notify_connect",
        "notify_disconnect",
        "start_kernel",
    ),
    "jupyter_server.services.kernels.websocket:KernelWebsocketHandler": ("get", "on_close", "on_message", "open"),
    "nbclient.client:NotebookClient": ("output",),
    "tornado.httpserver:HTTPServer": ("handle_stream", "initialize", "start_request"),
    "tornado.httputil:HTTPMessageDelegate": ("data_received", "finish", "headers_received", "on_connection_close"),
    "tornado.web:RequestHandler": (
        "clear",
        "compute_etag",
        "get",
        "head",
        "log_exception",
        "on_connection_close",
        "options",
        "post",
        "prepare",
        "set_default_headers",
        "write_error",
    ),
    "voila.app:Voila": ("init_handlers", "init_settings", "listen", "setup_template_dirs"),
    "voila.tornado.kernel_websocket_handler:VoilaKernelWebsocketHandler": ("write_message",),
}

# What else is read, set or called without a word about it in their documentation. Settings are among them: Jupyter's traits take one that
# they do not know without a word.
PARTS: Final[Names] = {
    "ipykernel.kernelapp:IPKernelApp": ("parent_handle",),
    "ipywidgets": ("register_comm_target",),
    "jupyter_client.ioloop.restarter:AsyncIOLoopKernelRestarter": ("restart_limit", "time_to_dead"),
    "jupyter_client.manager:KernelManager": ("cleanup_connection_file", "cleanup_ipc_files", "provisioner", "transport"),
    "jupyter_client.multikernelmanager:MultiKernelManager": ("context",),
    "jupyter_client.provisioning.factory:KernelProvisionerFactory": ("GROUP_NAME", "provisioners"),
    "jupyter_client.provisioning.local_provisioner:LocalProvisioner": ("pgid", "pid", "process"),
    "jupyter_server.services.kernels.connection.channels:ZMQChannelsWebsocketConnection": ("kernel_id", "session_key"),
    "jupyter_server.services.kernels.kernelmanager:MappingKernelManager": (
        "allowed_message_types",
        "cull_busy",
        "cull_connected",
        "cull_idle_timeout",
        "cull_interval",
        "stop_buffering",
        "stop_watching_activity",
    ),
    "jupyter_server.services.kernels.websocket:KernelWebsocketHandler": ("connection",),
    "nbclient.client:NotebookClient": ("clear_before_next_output", "kc", "output_hook_stack"),
    "tornado.http1connection:HTTP1Connection": ("stream",),
    "tornado.websocket:WebSocketHandler": ("ws_connection",),
    "voila.app:Voila": ("connection_dir", "connection_dir_root", "identity_provider_class", "static_paths", "template_paths"),
    "voila.configuration:VoilaConfiguration": (
        "allow_template_override",
        "allow_theme_override",
        "extension_allowlist",
        "file_allowlist",
        "kernel_spec_manager_class",
        "multi_kernel_manager_class",
        "preheat_kernel",
        "show_tracebacks",
        "strip_sources",
        "template",
    ),
    "voila.exporter:VoilaMarkdownRenderer": ("exclude_anchor_links",),
    "voila.utils": ("get_page_config", "get_voila_labextensions_path"),
}


# -- kernels -----------------------------------------------------------------------------------------------------------------


class NoFolders(KernelSpecManager):
    """Finds no kernel in any folder of the machine: only the Python that runs the server is left."""

    def _kernel_dirs_default(self) -> list[str]:
        return []


def page_count(kernels: Any, kernel_id: str) -> int:  # noqa: ANN401 - jupyter_server's manager of kernels, here and below
    """Return how many pages talk to a kernel."""
    return int(kernels._kernel_connections.get(kernel_id, 0))  # noqa: SLF001 - what this module is for, here and below


def forget_kernel(kernels: Any, kernel_id: str) -> None:  # noqa: ANN401
    """Forget the pages and ports of a kernel that has ended; jupyter_server forgets them only where it ended the kernel itself."""
    kernels._kernel_connections.pop(kernel_id, None)  # noqa: SLF001
    kernels._kernel_ports.pop(kernel_id, None)  # noqa: SLF001


def hang_up(kernel: Any) -> None:  # noqa: ANN401 - jupyter_client's manager of one kernel
    """Close the line to a kernel that died by itself; there is no other way to close it at once."""
    kernel._close_control_socket()  # noqa: SLF001


def limit_buffer(kernels: Any, kernel_id: str, buffer: list[Any] | Any) -> None:  # noqa: ANN401
    """Put a buffer that drops the oldest in the place of the list, without an end, of what a kernel says while its page is away."""
    if kernel_id in kernels._kernel_buffers:  # noqa: SLF001
        kernels._kernel_buffers[kernel_id]["buffer"] = buffer  # noqa: SLF001


def forget_session(connection: Any, handler: object) -> None:  # noqa: ANN401 - jupyter_server's line of one page
    """Forget a page that went before its socket was open; jupyter_server forgets it only when an open socket is closed."""
    known = connection._open_sessions  # noqa: SLF001
    if known.get(connection.session_key) is handler:
        del known[connection.session_key]


def open_no_port() -> None:
    """Let ipykernel open no port for what subprocesses of a kernel print: pages start none."""
    from ipykernel import kernelapp
    from ipykernel.iostream import IOPubThread

    def without_pipe(socket: Any, **more: Any) -> IOPubThread:  # noqa: ANN401 - ipykernel's own
        return IOPubThread(socket, **{**more, "pipe": False})  # type: ignore[no-untyped-call]

    kernelapp.IOPubThread = without_pipe  # type: ignore[assignment,attr-defined]


def original_stderr() -> int | None:
    """Return the descriptor that ipykernel put aside in a kernel, whose standard error it sends to the browser; None elsewhere."""
    descriptor: int | None = getattr(sys.stderr, "_original_stdstream_copy", None)
    return descriptor
