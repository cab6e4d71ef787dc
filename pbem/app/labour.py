"""Much work of one kind, in one process, in several, or on several machines; what died is done again, nothing twice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Literal, TypeVar

from pbem.model.records import frozen

Item = TypeVar("Item")
Found = TypeVar("Found")


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
    """What became of work that came to nothing: its process died over it twice, or it cannot be done there."""

    why: str


def each(
    work: Callable[[Item], Found], items: Iterable[Item], means: Means = ALONE
) -> Iterator[tuple[Item, Found | Lost]]:
    """Every item with what the work made of it, as it gets done.  Work and items must travel between processes."""
    if means.engine == "dask":
        from pbem.app.cluster import on_a_cluster

        yield from on_a_cluster(work, items, means.scheduler)
    elif means.jobs == 1:
        for item in items:
            yield item, work(item)
    else:
        yield from _side_by_side(work, items, means.jobs)


def in_order(work: Callable[[Item], Found], items: Sequence[Item], means: Means = ALONE) -> Iterator[Found | Lost]:
    """What the work made of the items, in their order."""
    done, places = dict[int, Found | Lost](), deque(range(len(items)))
    for (place, _), found in each(partial(_placed, work), list(enumerate(items)), means):
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
                        suspects.append(item)  # as long as the pool has not taken it
                        future = pool.submit(work, item)
                        running[future] = suspects.pop()
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
            finally:
                pool.shutdown(cancel_futures=True)


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
