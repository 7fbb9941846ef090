"""Run as a program, with a folder as argv[1]: the app as it is served, with greenlets for phones.
Prints who was served, in order, one word a line.
"""

from gevent import monkey

monkey.patch_all()

import sys  # noqa: E402
from pathlib import Path  # noqa: E402

import gevent  # noqa: E402
from gevent.threadpool import ThreadPool  # noqa: E402

from companion.app import create_app  # noqa: E402
from companion.config import Config  # noqa: E402
from tests.kit.phones import Phone, Stream  # noqa: E402
from tests.kit.toy_game import HEAP  # noqa: E402

app = create_app(
    Config(Path(sys.argv[1]) / "tables.sqlite", "not so secret", heartbeat=30.0),
    games={"heap": HEAP},
    writing=ThreadPool(1).apply,
    reading=ThreadPool(1).apply,
)
ana, ben = Phone(app), Phone(app)
code = ana.open_table()
ben.post(f"/t/{code}/sit", seat=2, name="Ben")
ana.post(f"/t/{code}/start")
told: list[str] = []
seated: list[str] = []


def watch(name: str, stream: Stream) -> None:
    stream.message()
    seated.append(name)
    while "Ana took 2 counters" not in stream.message():
        pass
    told.append(name)


streams = [gevent.spawn(watch, name, phone.watch(code)) for name, phone in (("a", ana), ("b", ben))]
# Until both wait for news, and are not just being told of each other.
bell = app.extensions["companion"].bell
while len(seated) < 2 or any(each._rung.is_set() for each in bell._watchers[code]):
    gevent.sleep(0.01)
answer = ana.tap(code, "take 2", seat=1)
told.append("answer" if "Ana took 2 counters" in answer.text else "nothing")
gevent.joinall(streams, timeout=20)
print("\n".join(told))
app.extensions["companion"].close()
