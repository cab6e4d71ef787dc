"""Much work of one kind, in one process, in several, or on several machines; what died is done again, nothing twice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from time import monotonic
from typing import Any, Literal, TypeVar

from pbem.model.errors import Refused
from pbem.model.records import frozen

Item = TypeVar("Item")
Found = TypeVar("Found")

CHUNK_SECONDS = 4.0
"""About so long a worker of a cluster is busy with what it is sent at a time."""
MOST_IN_A_CHUNK = 64
PATIENCE = "10s"
"""How long a scheduler may take to answer."""


@frozen
class Means:
    """What the work is done with."""

    jobs: int = 1
    engine: Literal["local", "dask"] = "local"
    scheduler: str = ""
    """The address of a Dask scheduler."""


ALONE = Means()


@frozen
class Lost:
    """What became of work whose process died over it twice."""

    why: str


def each(
    work: Callable[[Item], Found], items: Iterable[Item], means: Means = ALONE
) -> Iterator[tuple[Item, Found | Lost]]:
    """Every item with what the work made of it, as it gets done.  Work and items must travel between processes."""
    if means.engine == "dask":
        yield from _on_a_cluster(work, items, means.scheduler)
    elif means.jobs == 1:
        for item in items:
            yield item, work(item)
    else:
        yield from _side_by_side(work, items, means.jobs)


def in_order(work: Callable[[Item], Found], items: Sequence[Item], means: Means = ALONE) -> Iterator[Found]:
    """What the work made of the items, in their order; what was lost stops it."""
    done, places = dict[int, Found](), deque(range(len(items)))
    for (place, item), found in each(partial(_placed, work), list(enumerate(items)), means):
        if isinstance(found, Lost):
            raise Refused(f"{item}: {found.why}", "try it by itself")
        done[place] = found
        while places and places[0] in done:
            yield done.pop(places.popleft())


def _placed(work: Callable[[Item], Found], item: tuple[int, Item]) -> Found:
    return work(item[1])


def _side_by_side(
    work: Callable[[Item], Found], items: Iterable[Item], jobs: int
) -> Iterator[tuple[Item, Found | Lost]]:
    """In a pool; when one of its processes dies the pool is gone, and what was under way is tried item by item."""
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool

    left, suspects = iter(items), deque[Item]()
    over = False
    while not over or suspects:
        while suspects:
            yield _alone(work, suspects.popleft())
        running: dict[Future[Found], Item] = {}
        with ProcessPoolExecutor(jobs, initializer=_leave_with_parent) as pool:
            try:
                while True:
                    for item in left:
                        running[pool.submit(work, item)] = item
                        if len(running) >= 2 * jobs:
                            break
                    if not running:
                        over = True
                        break
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        found = future.result()
                        yield running.pop(future), found
            except BrokenProcessPool:
                suspects.extend(running.values())


def _alone(work: Callable[[Item], Found], item: Item) -> tuple[Item, Found | Lost]:
    """In a process of its own, so that only what kills it is lost."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    with ProcessPoolExecutor(1, initializer=_leave_with_parent) as pool:
        try:
            return item, pool.submit(work, item).result()
        except BrokenProcessPool:
            return item, Lost("the process died, and again when it was tried alone")


def _leave_with_parent() -> None:
    """A process of a pool ends with the one that started it, even if that was killed, and at once by Ctrl-C.

    Else it would wait for work for ever, and hold the lock of the file that finished games are written into; or do
    what is laid out for it, while whoever has stopped it waits.
    """
    import os
    import signal
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_DFL)

    def leave() -> None:
        if (parent := parent_process()) is not None:
            wait([parent.sentinel])
        os._exit(1)

    Thread(target=leave, daemon=True).start()


def _on_a_cluster(
    work: Callable[[Item], Found], items: Iterable[Item], scheduler: str
) -> Iterator[tuple[Item, Found | Lost]]:
    """In chunks of some seconds.  Dask sends the chunk of a worker that died to another, three times."""
    if not scheduler:
        raise Refused("no scheduler is named", "`dask scheduler` prints its address: --scheduler tcp://HOST:8786")
    try:
        import distributed
    except ImportError:
        raise Refused("Dask is not installed", 'pip install "pbem[cluster]"') from None
    dask: Any = distributed
    try:
        client = dask.Client(scheduler, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise Refused(f"no scheduler answers at {scheduler}", "`dask scheduler` prints its address") from error
    with client:
        chunks, size = _Chunks(items), 1
        workers = max(1, sum(client.nthreads().values()))
        running = dask.as_completed()
        under_way: dict[Any, list[Item]] = {}

        def send() -> None:
            while len(under_way) < 2 * workers and (chunk := chunks.take(size)):
                future = client.submit(_chunk, work, chunk, pure=False)
                under_way[future] = chunk
                running.add(future)

        send()
        for future in running:
            chunk = under_way.pop(future)
            if future.status == "finished":
                spent, found = future.result()
                size = _next_size(len(chunk), spent)
                yield from zip(chunk, found, strict=True)
            elif type(future.exception()).__name__ != "KilledWorker":
                raise future.exception()
            elif len(chunk) == 1:
                yield chunk[0], Lost("the workers that tried it died")
            else:
                chunks.alone(chunk)
            send()


class _Chunks:
    """Items, taken so many at a time; suspects alone."""

    def __init__(self, items: Iterable[Any]) -> None:
        self._left, self._suspects = iter(items), deque[Any]()

    def alone(self, items: list[Any]) -> None:
        """One of them kills its worker: each is tried by itself."""
        self._suspects.extend(items)

    def take(self, most: int) -> list[Any]:
        if self._suspects:
            return [self._suspects.popleft()]
        return [item for _, item in zip(range(most), self._left, strict=False)]


def _chunk(work: Callable[[Any], Any], items: list[Any]) -> tuple[float, list[Any]]:
    """What one worker does at a time, and how long it took."""
    begun = monotonic()
    found = [work(item) for item in items]
    return monotonic() - begun, found


def _next_size(done: int, spent: float) -> int:
    """As many as fill a chunk's time at the speed seen."""
    if spent <= 0:
        return min(2 * done, MOST_IN_A_CHUNK)
    return max(1, min(int(CHUNK_SECONDS * done / spent), 2 * done, MOST_IN_A_CHUNK))
