"""The scripts of a page as one file, run by a browser."""

import json
from contextlib import closing

from playwright.sync_api import Browser

from rulesdemo.serve.bundling import bundle
from tests.serve.test_bundling import FILES


def test_a_bundle_does_what_its_modules_did(browser: Browser) -> None:
    # The side module counts first, then the page, then the module that is asked for later: one count for all.
    with closing(browser.new_page()) as page:
        with page.expect_console_message() as said:
            page.add_script_tag(content=bundle(FILES, "page"), type="module")
        assert json.loads(said.value.text) == ["store 1", 2, "shown", "late 3"]
