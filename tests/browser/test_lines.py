"""The line between our own page and its kernel: what goes under with it is asked again. Voila's script has a line of its own."""

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.support.server import TINY, Served


@pytest.mark.parametrize("way", ["up", "down"])
@pytest.mark.parametrize("is_said", [True, False], ids=["broken", "dead unnoticed"])
def test_what_is_lost_with_a_line_is_asked_again_and_done_once(browser: Browser, tiny_server: Served, way: str, *, is_said: bool) -> None:
    """A question or its answer goes under; then the line breaks, or it is only silent for ever."""
    lost: list[str] = []
    lines: list[WebSocketRoute] = []

    def carry(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        number = len(lines)
        lines.append(page)
        page.on_message(lambda frame: None if "up" in lost and number == 0 else server.send(frame))
        server.on_message(lambda frame: None if lost and number == 0 else page.send(frame))

    context = browser.new_context()
    context.route_web_socket("**/channels*", carry)
    page = context.new_page()
    page.goto(tiny_server.origin + TINY)
    step = page.get_by_role("button", name="Step")
    said = page.locator("[data-part=said]")
    step.click()
    expect(said).to_contain_text("1 steps")
    lost.append(way)
    step.click()
    page.wait_for_timeout(500)
    expect(said).to_contain_text("1 steps")
    if is_said:
        lines[0].close(code=1001)
    expect(said).to_contain_text("2 steps")
    step.click()
    expect(said).to_contain_text("3 steps")
    assert len(lines) == 2
    context.close()
