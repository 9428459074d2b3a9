"""A headless Firefox, with the same methods as `chromium.py`.

WebDriver BiDi, or scripts in the browser's own window, do what Chromium's DevTools protocol does there.
"""

import base64
import contextlib
import json
import re
import zlib

from selenium.webdriver import ActionChains, FirefoxOptions, FirefoxService
from selenium.webdriver import Firefox as FirefoxDriver
from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.remote.webelement import WebElement

from browser import HEAP, JUMPS, SCROLLS


class Element(WebElement):
    def click(self):
        if self.tag_name != "g":
            return super().click()
        # Its driver looks for a group of a drawing at a place, where only the group's parts are.
        self.parent.execute_script("arguments[0].scrollIntoView({ block: 'nearest', inline: 'nearest' })", self)
        ActionChains(self.parent, duration=0).move_to_element(self).click().perform()


class Firefox(FirefoxDriver):
    _web_element_cls = Element
    # What cannot be checked here.
    lacks = frozenset({HEAP, JUMPS, SCROLLS})

    def __init__(self, program, driver, profile, servers):
        options = FirefoxOptions()
        options.binary_location = program
        options.enable_bidi = True
        options.add_argument("-headless")
        options.add_argument("-profile")
        options.add_argument(profile)
        preferences = {"network.proxy.type": 1, "network.proxy.allow_hijacking_localhost": not servers}
        for scheme in ["http", "ssl"]:
            preferences |= {f"network.proxy.{scheme}": "127.0.0.1", f"network.proxy.{scheme}_port": 9}
        for name, value in {**preferences, "dom.w3c_touch_events.enabled": 1, "ui.useOverlayScrollbars": 1}.items():
            options.set_preference(name, value)
        # The service lets scripts run in the browser's own window.
        service = FirefoxService(executable_path=driver, service_args=["--allow-system-access"])
        super().__init__(options=options, service=service)
        self.lines, self.addresses = [], []
        self.script.add_console_handler(lambda entry: self.lines.append(entry.text))
        self.script.add_error_handler(lambda entry: self.lines.append(entry.message))
        self.network.add_event_handler("before_request", self.note)

    def note(self, event):
        request = event["request"] if isinstance(event, dict) else event.request
        self.addresses.append(request["url"] if isinstance(request, dict) else request.url)

    def own(self, script, *arguments):
        """Runs a script in the window of the browser around the page, where `page` is the page's context."""
        with self.context(self.CONTEXT_CHROME):
            return self.execute_script("const page = gBrowser.selectedBrowser.browsingContext;" + script, *arguments)

    def in_page(self, source, *arguments):
        script = f"(function () {{ {source} }})(...{json.dumps(arguments)}, (told) => done(JSON.stringify(told)))"
        answer = self.script.call_function(function_declaration=f"() => new Promise((done) => {{ {script}; }})",
                                           await_promise=True, target={"context": self.current_window_handle})
        return json.loads(answer["result"]["value"])

    def screen(self, width, height):
        self.browsing_context.set_viewport(context=self.current_window_handle, viewport={"width": width, "height": height})

    def media(self, features, medium):
        self.own("page.prefersColorSchemeOverride = arguments[0]; page.mediumOverride = arguments[2];"
                 "Services.prefs.setIntPref('ui.prefersReducedMotion', Number(arguments[1] === 'reduce'));",
                 features.get("prefers-color-scheme", "none"), features.get("prefers-reduced-motion"), medium)

    def scripts(self, are_on):
        self.own("page.allowJavascript = arguments[0];", are_on)

    def first_script(self, source):
        return self.script.add_preload_script(function_declaration=f"() => {{ {source} }}")["script"]

    def drop_script(self, script):
        self.script.remove_preload_script(script=script)

    def clear_cache(self):
        self.own("Services.cache2.clear();")

    def paper(self):
        pdf = base64.b64decode(self.print_page())
        # Its sheets are described in a part that is compressed.
        for part in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
            with contextlib.suppress(zlib.error):
                pdf += zlib.decompress(part)
        return pdf

    def said(self):
        lines = self.taken(self.lines)
        return lines, [line for line in lines if "can’t establish a connection" in line or "was interrupted" in line]

    def asked(self):
        return self.taken(self.addresses)

    def taken(self, events):
        # What happened before the answer to this was told before it.
        self.browsing_context.get_tree(max_depth=0)
        now = len(events)
        taken, events[:now] = events[:now], []
        return taken

    def press(self, x, y):
        self.point(interaction.POINTER_MOUSE, [(x, y)])

    def touch(self, *places):
        self.point(interaction.POINTER_TOUCH, places)

    def point(self, kind, places):
        actions = ActionBuilder(self, mouse=PointerInput(kind, kind), duration=10)
        for number, (x, y) in enumerate(places):
            actions.pointer_action.move_to_location(round(x), round(y))
            if number == 0:
                actions.pointer_action.pointer_down()
        actions.pointer_action.pointer_up()
        actions.perform()

    @contextlib.contextmanager
    def tab_in_front(self):
        self.own("window.behind = gBrowser.selectedTab; gBrowser.selectedTab = gBrowser.addTrustedTab('about:blank');")
        yield
        self.own("gBrowser.removeTab(gBrowser.selectedTab); gBrowser.selectedTab = window.behind;")
