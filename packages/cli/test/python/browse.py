"""Watches the network for Wyoming servers, like Home Assistant, until one with the given name has disappeared again.

With --probe: announces a server of its own and tells whether the network carries that.
"""

import json
import socket
import sys
import threading

from zeroconf import ServiceBrowser, ServiceInfo, Zeroconf

TYPE = "_wyoming._tcp.local."
LONGEST_SECONDS = 60


class Watcher:
    def __init__(self, name: str) -> None:
        self.name = name
        self.gone = threading.Event()
        self.found = threading.Event()

    def add_service(self, zeroconf: Zeroconf, kind: str, name: str) -> None:
        if name != self.name:
            return
        info = zeroconf.get_service_info(kind, name)
        if info is not None:
            print(json.dumps({"addresses": info.parsed_addresses(), "port": info.port}), flush=True)
        self.found.set()

    def update_service(self, zeroconf: Zeroconf, kind: str, name: str) -> None:
        pass

    def remove_service(self, zeroconf: Zeroconf, kind: str, name: str) -> None:
        if name == self.name:
            self.gone.set()


name = f"{sys.argv[1]}.{TYPE}"
watcher = Watcher(name)
browsing = Zeroconf()
ServiceBrowser(browsing, TYPE, watcher)
if "--probe" in sys.argv:
    own = Zeroconf()
    address = socket.inet_aton("192.0.2.1")
    own.register_service(ServiceInfo(TYPE, name, addresses=[address], port=1))
    is_heard = watcher.found.wait(10)
    own.close()
    sys.exit(0 if is_heard else 1)
sys.exit(0 if watcher.gone.wait(LONGEST_SECONDS) else 1)
