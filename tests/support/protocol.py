"""Talking to a served page as its own script does: frames of the protocol over a socket."""

import asyncio
import json
import re
import time
import uuid
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest
from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from rulesdemo.serve.kernel_socket import PROTOCOL
from tests.support.server import Served

LAB = "/en/lab"
T = TypeVar("T")


def kernel_of(text: str) -> str:
    found = re.search(r'data-kernel="([\w-]+)"', text)
    assert found
    return found[1]


def comm_of(text: str) -> str:
    """Under which name the first live piece of a page hears, whether it came whole or woke up."""
    found = re.search(r'data-(?:live|wakes)="(\w+)', text)
    assert found, text[-3000:]
    return found[1]


def new_kernel(server: Served, path: str = LAB, **headers: str) -> tuple[str, str]:
    """A fresh page's kernel, and the id under which its live piece hears."""
    text = server.get(path, **headers)[2]
    return kernel_of(text), comm_of(text)


def frame(kind: str, content: dict[str, Any], channel: str = "shell", metadata: dict[str, Any] | None = None) -> bytes:
    header = {
        "msg_id": uuid.uuid4().hex,
        "session": "test",
        "username": "",
        "date": "2026-01-01T00:00:00Z",
        "msg_type": kind,
        "version": "5.3",
    }
    parts = [channel.encode(), *(json.dumps(part).encode() for part in (header, {}, metadata or {}, content))]
    offsets = [8 * (len(parts) + 2)]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    return b"".join(number.to_bytes(8, "little") for number in (len(offsets), *offsets)) + b"".join(parts)


def unframed(message: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    count = int.from_bytes(message[:8], "little")
    offsets = [int.from_bytes(message[8 * place : 8 * place + 8], "little") for place in range(1, count + 1)]
    return json.loads(message[offsets[1] : offsets[2]]), json.loads(message[offsets[4] : offsets[5]])


async def dial(
    server: Served,
    kernel: str,
    *,
    origin: str | None = None,
    protocols: list[str] | None = None,
    session: str | None = None,
    headers: dict[str, str] | None = None,
) -> WebSocketClientConnection:
    named = uuid.uuid4().hex if session is None else session
    address = f"{server.origin.replace('http', 'ws')}/api/kernels/{kernel}/channels?session_id={named}"
    request = HTTPRequest(address, headers={"Origin": origin or server.origin, **(headers or {})})
    return await websocket_connect(request, subprotocols=[PROTOCOL] if protocols is None else protocols)


async def answer_of(line: WebSocketClientConnection, comm: str, acts: list[dict[str, Any]]) -> dict[str, Any]:
    """The live piece's answer; asked again until the connection is made."""
    content = {"comm_id": comm, "data": {"method": "custom", "content": {"n": 7, "acts": acts}}}
    for _ in range(100):
        await line.write_message(frame("comm_msg", content), binary=True)
        until = time.monotonic() + 1
        while time.monotonic() < until:
            try:
                message = await asyncio.wait_for(line.read_message(), 1)
            except TimeoutError:
                break
            assert isinstance(message, bytes), "the socket was closed"
            header, told = unframed(message)
            if header["msg_type"] == "comm_msg" and told["data"].get("method") == "custom":
                answer = told["data"]["content"]
                assert isinstance(answer, dict)
                return answer
    pytest.fail("no answer")


def run(talk: Coroutine[Any, Any, T]) -> T:
    """What a talk comes to; in a thread of its own, since a browser of other tests may keep a loop of its own in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, talk).result()
