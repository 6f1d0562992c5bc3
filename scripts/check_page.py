#!/usr/bin/env python3
"""Drives the page of a lint run in headless Chromium: check_page.py MODLINT CHROMEDRIVER AXE.

Uses it as a person would, with mouse and keyboard, lets axe-core look at it, and looks for what must
never happen: a request to anywhere, a script out of a module's name, an error of the page's own scripts.
"""

import json
import os
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
rules: { orphan: off }
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
      - { target: Widget }
  Widget:
    type: app-extension
    platform: iOS
"""

CORE = """
name: %(key)s
targets:
  %(name)s:
    type: framework
    platform: iOS
    dependencies:
"""


def write(root, folder, text):
    (root / folder).mkdir(parents=True, exist_ok=True)
    (root / folder / "project.yml").write_text(text)


def write_workspace(modlint, root):
    """One finding that the baseline knows, and one that is new."""
    (root / "rules.yml").write_text(RULES)
    link = "      - { framework: Log.framework, implicit: true }\n"
    write(root, "app/App", APP)
    write(root, "core/Old", CORE % {"key": "Old", "name": "Old"} + link)
    write(root, "core/Log", CORE % {"key": "Log", "name": "Log"} + "      []\n")
    write(root, "core/Net", CORE % {"key": "Net", "name": "Net"} + "      []\n")
    # No baseline is written in CI.
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    subprocess.run([modlint, "baseline", "create", root], capture_output=True, check=True, env=environment)
    write(root, "core/Net", CORE % {"key": "Net", "name": "Net"} + link)
    write(root, "core/Odd", CORE % {"key": "Odd", "name": json.dumps(HOSTILE)} + "      []\n")


def write_large_workspace(root, count):
    """Modules in six layers, of which each links three of the layers below."""
    layers = ["app", "screens", "domain", "service", "core", "shared"]
    (root / "rules.yml").write_text(f"version: 1\nlayers: [{', '.join(layers)}]\n")
    for number in range(count):
        layer = number % len(layers)
        text = CORE % {"key": f"M{number}", "name": f"M{number}"}
        below = [n for n in range(count) if n % len(layers) > layer]
        chosen = [below[(number * 7 + k * 13) % len(below)] for k in range(3)] if below else []
        # One in twenty links a module of its own layer.
        chosen += [number - len(layers)] if number % 20 == 19 else []
        links = [f"      - {{ framework: M{n}.framework, implicit: true }}\n" for n in sorted(set(chosen))]
        write(root, f"{layers[layer]}/M{number}", text + ("".join(links) or "      []\n"))


class Page:
    def __init__(self, browser):
        self.browser = browser

    def run(self, script):
        return self.browser.execute_script(f"return {script}")

    def text(self, name):
        if name == "title":
            return self.browser.find_element(By.TAG_NAME, "h1").text
        return self.browser.find_element(By.ID, name).text

    def tick(self, name):
        """Changes a filter, with the mouse."""
        box = self.browser.find_element(By.NAME, name)
        summary = box.find_element(By.XPATH, "ancestor::details/summary")
        summary.click()
        box.click()
        summary.click()

    def clear(self):
        self.browser.find_element(By.ID, "search").clear()
        self.press("x", Keys.BACKSPACE, Keys.ESCAPE)

    def findings(self):
        return self.run("[...findingList.querySelectorAll('.message')].map((m) => m.textContent)")

    def hits(self):
        return self.run(
            "modules.filter((m) => m.element.classList.contains('hit')).map((m) => m.name)"
        )

    def resize(self, width, height):
        self.browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
        )

    def module(self, name):
        return next(
            box
            for box in self.browser.find_elements(By.CSS_SELECTOR, ".modules > .module")
            if box.get_attribute("aria-label").startswith(f"{name}, ")
        )

    def facts(self):
        return self.browser.find_element(By.ID, "facts").text

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


def accessible(page, axe, what):
    """What axe-core finds, by rule."""
    page.browser.execute_script(axe)
    found = page.browser.execute_async_script(
        "axe.run(document, { resultTypes: ['violations'] }).then((r) => arguments[0]("
        "r.violations.map((v) => v.id + ' ' + v.nodes[0].html.slice(0, 120))))"
    )
    expect(not found, f"axe-core finds nothing in {what} {found or ''}")


def clear_of_names(page):
    """Whether no link that is shown runs through the name of a band, at a step of two pixels."""
    return page.run(
        """(() => {
          const names = [...graph.querySelectorAll('.band text')].map((t) => t.getBBox());
          return [...graph.querySelectorAll('.links path')].filter((p) => getComputedStyle(p).display !== 'none').every((p) => {
            for (let at = 0; at <= p.getTotalLength(); at += 2) {
              const { x, y } = p.getPointAtLength(at);
              if (names.some((n) => x > n.x && x < n.x + n.width && y > n.y && y < n.y + n.height)) return false;
            }
            return true;
          });
        })()"""
    )


def check_safety(page):
    run = page.run
    expect(run("document.documentElement.dataset.ready") == "true", "the scripts run to their end")
    expect(run("window.injected") is None, "a module's name runs no script")
    expect(run("document.images.length") == 0, "a module's name makes no element")
    expect(HOSTILE in run("document.body.textContent"), "it is shown as it is")
    expect(run("performance.getEntriesByType('resource').length") == 0, "nothing is loaded")
    expect(
        run(
            "modules.every((m) => m.element.querySelector('text').getBBox().width"
            " <= m.frame.width - 4)"
        ),
        "no label is cut",
    )
    expect(clear_of_names(page), "no link runs through the name of a band")
    look = run("links.find((l) => l.isEmbedded).look")
    expect(look == "link embedded", f"an extension hangs on its application {look}")


def check_findings(page):
    run = page.run
    title = page.text("title")
    expect(title == "1 error, 1 warning, 1 known", f"the title says what is new: {title}")
    expect(len(page.findings()) == 2, f"the page opens on what is new {page.findings()}")
    badges = "[...findingList.querySelectorAll('.badge')].map((b) => b.textContent)"
    expect(run(badges)[:2] == ["error", "new"], "severity and state stand there in words")
    expect("framework: Log.framework" in page.text("findings"), "the line of the source is shown")
    expect("2 of 3 findings" in page.text("count"), "the list says what it leaves out")
    page.browser.find_element(By.XPATH, "//button[text()='Clear filters']").click()
    expect(len(page.findings()) == 3, "without filters what is known is shown, too")
    expect(not run("graph.classList.contains('narrowed')"), "and nothing in the picture stands back")
    page.tick("state:known")
    expect(page.hits() == ["Log", "Old"], f"the picture follows the filter {page.hits()}")
    expect(len(page.findings()) == 1 and "'Old'" in page.findings()[0], "and so does the list")
    page.tick("state:known")
    page.press("/")
    page.press("'net'")
    expect(len(page.findings()) == 1 and "'Net'" in page.findings()[0], "text filters findings")
    page.clear()
    page.tick("layer:app")
    expect(len(page.findings()) == 0, "a layer filters findings")
    expect(page.shown() == ["App", "Widget"], f"and the picture {page.shown()}")
    expect("layer: app" in page.text("active"), "what is chosen stands there in words")
    page.tick("layer:app")
    expect(len(page.shown()) == 6, "and the choice can be taken back")
    page.tick("state:new")


def check_modules(page):
    run = page.run
    page.press("/")
    page.press("net", Keys.ENTER)
    expect("core/Net/project.yml" in page.facts(), "search and Enter choose a module")
    expect(run("location.hash") == "#core%2FNet%2Fproject.yml%23Net", "the fragment names it")
    expect("'Net' links 'Log'" in page.facts(), "its finding is shown")
    page.press(Keys.ESCAPE)
    expect(run("chosen") is None, "Escape lets go of it")
    page.clear()

    page.module("Log").click()
    expect("Linked by 3 modules".upper() in page.facts().upper(), "a click shows who links it")
    near = run("modules.filter((m) => m.element.classList.contains('near')).map((m) => m.name)")
    expect(sorted(near) == ["App", "Log", "Net", "Old"], "its neighbours are in the light")
    page.press(Keys.ESCAPE)
    ActionChains(page.browser).move_to_element(page.module("Net")).perform()
    expect(run("graph.classList.contains('lit')"), "hovering puts a module in the light")


def check_keyboard(page):
    """Without a mouse, from the top of the page."""
    run = page.run
    focus = "document.activeElement"
    run("(document.activeElement.blur(), window.getSelection().removeAllRanges())")
    page.browser.get(page.browser.current_url.split("#")[0])
    page.press(Keys.TAB)
    expect(run(f"{focus}.textContent") == "Skip to the findings", "the first stop skips to the findings")
    expect(run(f"{focus}.getBoundingClientRect().left") >= 0, "and is to be seen")
    page.press(Keys.ENTER)
    expect(run(f"{focus}.id") == "panel", "where it leads")
    page.press(Keys.TAB)
    expect(run(f"{focus}.id") == "search", "the search is next")
    page.press(Keys.TAB, Keys.ENTER)
    expect(run(f"{focus}.parentElement.open"), "Enter opens a filter")
    page.press(Keys.TAB, Keys.SPACE)
    expect(run("chosenValues.state.size") == 0, "Space changes it")
    page.press(Keys.SPACE)
    run("document.querySelectorAll('#filters details').forEach((d) => { d.open = false; })")
    run("tabs[0].focus()")
    page.press(Keys.ARROW_RIGHT)
    expect(run(f"{focus}.id") == "tab-modules", "arrow keys lead from list to list")
    expect(not run("panels[1].hidden") and run("panels[0].hidden"), "which are shown in turn")
    page.press(Keys.ARROW_LEFT)
    stops = run("document.querySelectorAll('.modules [tabindex=\"0\"]').length")
    expect(stops == 1, f"the modules are one stop of the tab key {stops}")
    run("stop.focus()")
    start = run(f"{focus}.getAttribute('aria-label')")
    page.press(Keys.ARROW_DOWN)
    expect(run(f"{focus}.getAttribute('aria-label')") != start, "arrow keys move from module to module")
    page.press(Keys.ENTER)
    expect(run("chosen !== null"), "Enter chooses the one in focus")
    page.press(Keys.ESCAPE)
    expect(run(f"{focus}.getAttribute('aria-label')") != start, "and Escape leads back to it")


def check_layers(page, whole):
    run = page.run
    height = run("bands[1].element.querySelector('rect').getBBox().height")
    page.browser.find_elements(By.CSS_SELECTOR, ".band text")[1].click()
    expect(page.shown() == ["App", "Widget"], "a layer can be collapsed")
    joined = run("[...groupLinks.querySelectorAll('path')].map((e) => e.getAttribute('class'))")
    expect(joined == ["link plain", "link violation"], f"its links are drawn as one of a kind {joined}")
    expect("1 error" in run("bands[1].box.textContent"), "it says what is wrong in it")
    expect(run("bands[1].element.querySelector('rect').getBBox().height") < height, "it is low")
    expect(clear_of_names(page), "no link runs through a name then")
    page.browser.find_element(By.CSS_SELECTOR, ".group").click()
    expect(len(page.shown()) == 6, "and be expanded")

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


def drive(page, url, axe):
    run = page.run
    whole = run("svg.getAttribute('viewBox')")
    check_safety(page)
    accessible(page, axe, "the page")
    check_findings(page)
    check_modules(page)
    check_keyboard(page)
    check_layers(page, whole)
    run("choose(modules[0])")
    accessible(page, axe, "the page with a module")
    run("(choose(null), showTab(1))")
    accessible(page, axe, "the list of modules")

    paper = "getComputedStyle(svg).getPropertyValue('--paper')"
    light = run(paper)
    page.browser.find_element(By.ID, "theme").click()
    expect(run(paper) != light, "the theme can be switched")
    accessible(page, axe, "the dark page")

    page.browser.get("about:blank")
    page.browser.get(url + "#core%2FLog%2Fproject.yml%23Log")
    expect(run("chosen?.name") == "Log", "a deep link leads to its module")

    page.resize(360, 740)
    page.browser.get("about:blank")
    page.browser.get(url)
    expect(run("document.documentElement.scrollWidth") <= 360, "a phone need not scroll sideways")
    accessible(page, axe, "the page on a phone")
    page.resize(1400, 900)


def drive_large(page, axe):
    run = page.run
    expect(run("bands.every((b) => b.isCollapsed)"), "a large graph starts with its layers collapsed")
    size = run("bands[0].box.querySelector('text').getBoundingClientRect().height")
    expect(size >= 11, f"which are readable: {size:.0f} pixels")
    expect(clear_of_names(page), "no link runs through a name")
    looks = run("[...groupLinks.querySelectorAll('path')].map((e) => e.getAttribute('class'))")
    expected = {"link", "link violation"}
    expect(set(looks) == expected, f"links of collapsed layers look as their members {set(looks)}")
    accessible(page, axe, "a large page")
    page.browser.find_elements(By.CSS_SELECTOR, ".group")[2].click()
    expect(len(page.shown()) > 30, "a layer can be expanded")
    expect(clear_of_names(page), "no link runs through a name then")


def main():
    modlint, driver, axe = sys.argv[1:]
    axe = pathlib.Path(axe).read_text()
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--window-size=1400,900", "--disable-gpu"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options, webdriver.ChromeService(driver))
    browser.set_script_timeout(120)
    page = Page(browser)
    page.resize(1400, 900)
    try:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder) / "with space"
            root.mkdir()
            write_workspace(modlint, root)
            report = root / "report.html"
            subprocess.run([modlint, "lint", root, "--output", f"html={report}"], capture_output=True)
            browser.get(report.as_uri())
            drive(page, report.as_uri(), axe)
            text = subprocess.run(
                [modlint, "graph", "--format", "html", root], capture_output=True, check=True
            ).stdout
            expect(text == report.read_bytes(), "graph draws the same page")
            with report.open("wb") as file:
                subprocess.run([modlint, "graph", "--format", "html", "--focus", "Old", root], stdout=file)
            browser.get(report.as_uri())
            label = page.run("groupBox(bands.find((b) => b.title === 'core')).textContent")
            expect(label == "2 modules", f"a layer has no findings of modules that are not drawn: {label}")

            large = pathlib.Path(folder) / "large"
            large.mkdir()
            write_large_workspace(large, 240)
            report = large / "report.html"
            subprocess.run([modlint, "lint", large, "--output", f"html={report}"], capture_output=True)
            browser.get(report.as_uri())
            drive_large(page, axe)
            errors = [entry["message"] for entry in browser.get_log("browser")]
            expect(not errors, f"no errors in the browser console {errors or ''}")
    finally:
        browser.quit()
    sys.exit(expect.failures > 0)


main()
