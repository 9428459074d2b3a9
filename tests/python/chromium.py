"""A headless Chromium, and what its driver does for the checks beside what each driver does. `firefox.py` has the same."""

import base64
import contextlib
import json
import time

from selenium.webdriver import Chrome, ChromeOptions, ChromeService

FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars",
    # Nothing is to be found, were a page to ask for anything.
    "--proxy-server=127.0.0.1:9",
]


class Chromium(Chrome):
    # What cannot be checked here.
    lacks = frozenset()

    def __init__(self, program, driver, profile, servers):
        options = ChromeOptions()
        options.binary_location = program
        here = " , EXCLUDE 127.0.0.1" if servers else ""
        for flag in [*FLAGS, f"--host-resolver-rules=MAP * ~NOTFOUND{here}", f"--user-data-dir={profile}"]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        super().__init__(options=options, service=ChromeService(executable_path=driver))

    def command(self, name, **arguments):
        """One of the DevTools protocol."""
        return self.execute_cdp_cmd(name, arguments)

    def in_page(self, source, *arguments):
        """An asynchronous script that imports the same modules as the page."""
        return self.execute_async_script(source, *arguments)

    def screen(self, width, height):
        """A narrow one is that of a phone."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def media(self, features, medium):
        features = [{"name": name, "value": value} for name, value in features.items()]
        self.command("Emulation.setEmulatedMedia", media=medium, features=features)

    def scripts(self, are_on):
        """Whether pages that are opened from now on run their scripts."""
        self.command("Emulation.setScriptExecutionDisabled", value=not are_on)

    def first_script(self, source):
        """Runs in each new document, before its own scripts, until it is dropped."""
        return self.command("Page.addScriptToEvaluateOnNewDocument", source=source)["identifier"]

    def drop_script(self, script):
        self.command("Page.removeScriptToEvaluateOnNewDocument", identifier=script)

    def clear_cache(self):
        self.command("Network.clearBrowserCache")

    def paper(self):
        """The page as PDF, on the paper that the page asks for."""
        return base64.b64decode(self.command("Page.printToPDF", printBackground=True)["data"])

    def said(self):
        """Since the last time, on the console; and which of it is about a lost connection."""
        # axe reads a canvas of its own, to see whether letters are signs; no page of plyd reads any.
        lines = [entry["message"] for entry in self.get_log("browser") if "getImageData" not in entry["message"]]
        return lines, [line for line in lines if "ERR_CONNECTION_REFUSED" in line]

    def asked(self):
        """The addresses that the page asked for since the last time."""
        addresses = [requested(entry["message"]) for entry in self.get_log("performance")]
        return [address for address in addresses if address is not None]

    def press(self, x, y):
        """A click of the mouse at a place of the window."""
        for kind in ["mousePressed", "mouseReleased"]:
            self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def touch(self, *places):
        """A finger comes down at the first place, goes over the others, and is lifted."""
        for number, (x, y) in enumerate(places):
            kind = "touchMove" if number > 0 else "touchStart"
            self.command("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])
        self.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    @contextlib.contextmanager
    def tab_in_front(self):
        # A switch of the driver to a tab would bring that to the front.
        front = self.command("Target.createTarget", url="about:blank")["targetId"]
        yield
        self.command("Target.closeTarget", targetId=front)
        self.command("Target.activateTarget", targetId=self.current_window_handle)

    def metrics(self):
        """What the browser counts of the page."""
        self.command("Performance.enable")
        return {metric["name"]: metric["value"] for metric in self.command("Performance.getMetrics")["metrics"]}

    def heap(self):
        """How many bytes, nodes of the document, and listeners are kept when all that is free was collected."""
        self.command("HeapProfiler.enable")
        for _ in range(3):
            self.command("HeapProfiler.collectGarbage")
            time.sleep(0.1)
        now = self.metrics()
        return now["JSHeapUsedSize"], now["Nodes"], now["JSEventListeners"]


def requested(message):
    """The address that a line of the browser's log says was asked for."""
    # Most lines are about something else, and many are long.
    if '"Network.requestWillBeSent"' not in message and '"Network.webSocketCreated"' not in message:
        return None
    parameters = json.loads(message)["message"]["params"]
    return parameters.get("url") or parameters["request"]["url"]
