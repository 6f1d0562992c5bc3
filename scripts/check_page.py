#!/usr/bin/env python3
"""Drives the page of `graph --format html` in headless Chromium: check_page.py MODLINT CHROMEDRIVER.

Uses it as a person would, with mouse and keyboard, and looks for what must never happen: a request
to anywhere, a script out of a module's name, an error of the page's own scripts.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

HOSTILE = '</script><img src=x onerror="window.injected=1">'

RULES = """
version: 1
layers: [app, core]
"""

APP = """
name: App
targets:
  App:
    type: application
    platform: iOS
    dependencies:
      - { framework: Log.framework, implicit: true }
      - { framework: Net.framework, implicit: true }
"""

CORE = """
name: %(key)s
targets:
  %(name)s:
    type: framework
    platform: iOS
    dependencies:
"""


def write_workspace(root):
    (root / "rules.yml").write_text(RULES)
    specs = {
        "app/App": APP,
        "core/Net": CORE % {"key": "Net", "name": "Net"}
        + "      - { framework: Log.framework, implicit: true }\n",
        "core/Log": CORE % {"key": "Log", "name": "Log"} + "      []\n",
        "core/Odd": CORE % {"key": "Odd", "name": json.dumps(HOSTILE)} + "      []\n",
    }
    for folder, text in specs.items():
        (root / folder).mkdir(parents=True)
        (root / folder / "project.yml").write_text(text)


class Page:
    def __init__(self, browser):
        self.browser = browser

    def run(self, script):
        return self.browser.execute_script(f"return {script}")

    def module(self, name):
        return next(
            box
            for box in self.browser.find_elements(By.CSS_SELECTOR, ".modules > .module")
            if box.get_attribute("aria-label").startswith(f"{name}, ")
        )

    def facts(self):
        return self.browser.find_element(By.ID, "facts").text

    def text(self, name):
        return self.browser.find_element(By.ID, name).text

    def tick(self, name):
        box = self.browser.find_element(By.NAME, name)
        self.run(f"document.getElementsByName('{name}')[0].closest('details').open = true")
        box.click()
        self.run(f"document.getElementsByName('{name}')[0].closest('details').open = false")

    def findings(self):
        return self.run("[...findingList.querySelectorAll('.message')].map((m) => m.textContent)")

    def press(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()

    def shown(self):
        # checkVisibility() knows nothing of SVG.
        return self.run(
            "modules.filter((m) => getComputedStyle(m.element).display !== 'none').map((m) => m.name)"
        )


def expect(condition, what):
    print(f"  {'ok  ' if condition else 'FAIL'} {what}")
    if not condition:
        expect.failures += 1


expect.failures = 0


def drive(page, url):
    run = page.run
    whole = run("svg.getAttribute('viewBox')")
    expect(run("document.documentElement.dataset.ready") == "true", "the scripts run to their end")
    expect(run("window.injected") is None, "a module's name runs no script")
    expect(run("document.images.length") == 0, "a module's name makes no element")
    expect(HOSTILE in run("document.body.innerText"), "it is shown as it is")
    expect(run("performance.getEntriesByType('resource').length") == 0, "nothing is loaded")
    expect(
        run(
            "modules.every((m) => m.element.querySelector('text').getBBox().width"
            " <= m.frame.width - 4)"
        ),
        "no label is cut",
    )

    expect(run("document.querySelector('h1').textContent") == "1 error, 2 warnings", "it says what is new")
    expect(len(page.findings()) == 3, "it opens on what is new")
    expect(
        run("[...findingList.querySelectorAll('.badge')].map((b) => b.textContent)")[:2]
        == ["error", "new"],
        "severity and state stand there in words",
    )
    expect("framework: Log.framework" in page.text("findings"), "with the line of the source")
    page.tick("severity:error")
    expect(len(page.findings()) == 1, "the list follows a filter")
    hits = run("modules.filter((m) => m.element.classList.contains('hit')).map((m) => m.name)")
    expect(hits == ["Log", "Net"], f"and so does the picture {hits}")
    page.browser.find_element(By.XPATH, "//button[text()='Clear filters']").click()
    expect(len(page.findings()) == 4, "without filters, what is known is shown, too")
    page.tick("state:new")
    page.press("/")
    page.press("odd-", Keys.ESCAPE)
    page.press("/")
    run("(search.value = 'same-layer', refresh())")
    expect(len(page.findings()) == 1, "text filters findings")
    run("(search.value = '', refresh())")

    page.press("/")
    page.press("net", Keys.ENTER)
    expect("core/Net/project.yml" in page.facts(), "search and Enter choose a module")
    expect(run("location.hash") == "#core%2FNet%2Fproject.yml%23Net", "the fragment names it")
    expect("same-layer" in page.facts(), "its finding is shown")
    page.press(Keys.ESCAPE)
    expect(run("chosen") is None, "Escape lets go of it")
    page.browser.find_element(By.ID, "search").clear()
    page.press("x", Keys.BACKSPACE, Keys.ESCAPE)

    page.module("Log").click()
    expect("Linked by 2 modules".upper() in page.facts().upper(), "a click shows who links it")
    near = run("modules.filter((m) => m.element.classList.contains('near')).map((m) => m.name)")
    expect(sorted(near) == ["App", "Log", "Net"], "its neighbours are in the light")
    page.press(Keys.ESCAPE)

    ActionChains(page.browser).move_to_element(page.module("Net")).perform()
    expect(run("graph.classList.contains('lit')"), "hovering puts a module in the light")
    run("modules.find((m) => m.name === 'App').element.focus()")
    start = run("document.activeElement.getAttribute('aria-label')")
    page.press(Keys.ARROW_DOWN)
    expect(
        run("document.activeElement.getAttribute('aria-label')") != start,
        "arrow keys move from module to module",
    )
    page.press(Keys.ENTER)
    expect(run("chosen !== null"), "Enter chooses the one in focus")
    page.press(Keys.ESCAPE)

    page.tick("layer:app")
    expect(page.shown() == ["App"], "a layer can be chosen")
    expect("layer: app" in page.text("active"), "what is chosen stands there in words")
    page.tick("layer:app")
    expect(len(page.shown()) == 4, "and the choice be taken back")

    height = run("bands[1].element.querySelector('rect').getBBox().height")
    page.browser.find_elements(By.CSS_SELECTOR, ".band text")[1].click()
    expect(page.shown() == ["App"], "a layer can be collapsed")
    joined = run("[...groupLinks.children].map((e) => e.getAttribute('class'))")
    expect(joined == ["link"], f"its links are drawn as one {joined}")
    expect(run("bands[1].element.querySelector('rect').getBBox().height") < height, "it is low")
    page.browser.find_element(By.CSS_SELECTOR, ".group").click()
    expect(len(page.shown()) == 4, "and be expanded")

    before = run("svg.getAttribute('viewBox')")
    page.press("+")
    expect(run("svg.getAttribute('viewBox')") != before, "+ zooms")
    moved = run("svg.getAttribute('viewBox')")
    stage = page.browser.find_element(By.ID, "stage")
    drag = ActionChains(page.browser).move_to_element_with_offset(stage, 0, 250).click_and_hold()
    drag.move_by_offset(40, 30).release().perform()
    expect(run("svg.getAttribute('viewBox')") != moved, "dragging pans")
    page.press("0")
    expect(run("svg.getAttribute('viewBox')") == whole, "0 shows all")

    paper = "getComputedStyle(svg).getPropertyValue('--paper')"
    light = run(paper)
    page.browser.find_element(By.ID, "theme").click()
    expect(run(paper) != light, "the theme can be switched")

    page.browser.get("about:blank")
    page.browser.get(url + "#core%2FLog%2Fproject.yml%23Log")
    expect(run("chosen?.name") == "Log", "a deep link leads to its module")


def main():
    modlint, driver = sys.argv[1:]
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--window-size=1400,900", "--disable-gpu"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options, webdriver.ChromeService(driver))
    try:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder) / "with space"
            root.mkdir()
            write_workspace(root)
            text = subprocess.run(
                [modlint, "graph", "--format", "html", root], capture_output=True, check=True
            ).stdout
            (root / "graph.html").write_bytes(text)
            url = (root / "graph.html").as_uri()
            browser.get(url)
            drive(Page(browser), url)
            faults = [entry["message"] for entry in browser.get_log("browser")]
            expect(not faults, f"no complaints of the browser {faults or ''}")
    finally:
        browser.quit()
    sys.exit(expect.failures > 0)


main()
