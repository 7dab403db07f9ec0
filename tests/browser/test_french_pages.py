"""Every page in French, on a desk and on a phone: no English but names and code, nothing cut, nothing that hinders anybody."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from rulesdemo.serve.routes import places
from tests.support.browser import PHONE, check, hindering, opened, settled, unfold
from tests.support.french import CHIP, LINT
from tests.support.french_pages import NAMES
from tests.support.server import Served

PAGES = {address: place.kind for address, place in places("en").items() if address.startswith("/fr") and place.notebook is not None}
WORDS = ("home", "glossary", "rules")  # pages without a live piece
ENGLISH = re.compile(LINT["L10 English left over"])
# What a reader sees or hears, without code and what is said to be English.
TEXTS = """() => {
  const skip = "code, pre, kbd, script, style, noscript, [lang=en], [hidden], .chip, ol.steps";
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.parentElement.closest(skip) && /\\p{L}{2}/u.test(node.data)) found.push(node.data.trim());
  }
  for (const node of document.body.querySelectorAll("[aria-label], [title], [placeholder]")) {
    if (node.closest("[lang=en]")) continue;
    for (const name of ["aria-label", "title", "placeholder"]) if (node.getAttribute(name)) found.push(node.getAttribute(name));
  }
  return [...new Set(found)];
}"""


def english(page: Page) -> list[str]:
    """The texts of a page in which an English word stands that French does not have."""
    texts: list[str] = page.evaluate(TEXTS)
    return [text[:120] for text in texts if ENGLISH.search(CHIP.sub("", NAMES.sub("", text)))]


@pytest.mark.parametrize("path", PAGES)
def test_a_french_page_is_french_and_hinders_nobody(browser: Browser, server: Served, path: str) -> None:
    is_live = PAGES[path] not in WORDS
    with opened(browser, server, path, is_live=is_live, is_whole=False, has_touch=True) as page:
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        assert hindering(page) == []
        unfold(page)
        assert english(page) == []
        check(page)
        page.set_viewport_size(PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert hindering(settled(page)) == []
