"""Much work on several machines, by Dask: what a worker that died had to do is done again, nothing twice.

A worker does one chunk at a time, however many threads it has: boards and data packs lie in one place of a process.
With what it found it tells by which program it did that, so that nothing of another program is ever counted.
"""

from __future__ import annotations

import logging
import platform
import time
from asyncio import CancelledError
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from threading import Lock
from typing import Any, TypeVar

from pbem.app.labour import Lost
from pbem.app.program import Programs, lay_printed, programs_in_use
from pbem.model.errors import Refused, Tampered
from pbem.model.records import frozen

Item = TypeVar("Item")
Found = TypeVar("Found")

CHUNK_SECONDS = 4.0
"""About so long a worker is busy with what it is sent at a time."""
MOST_IN_A_CHUNK = 64
PATIENCE = "10s"
"""How long a scheduler may take to answer."""
LONELY = 60.0
"""So many seconds a run waits for a worker where there is none: one that died is soon started again."""
GLANCE = 0.05
"""So often it is looked whether a chunk is done."""
COUNT = 1.0
"""So often workers are counted."""
FINISHED = "with --resume, what is finished stands in its file"
INSTALL = "install the same pbem, rulesets and data wherever the scheduler and the workers run, and start them again"

_alone = Lock()


@frozen
class Chunk:
    """What one worker did at a time: how long it took, what came of it, where, and by which programs."""

    seconds: float
    found: list[Any]
    place: str
    programs: Mapping[str, str]


def on_a_cluster(
    work: Callable[[Item], Found], items: Iterable[Item], scheduler: str
) -> Iterator[tuple[Item, Found | Lost]]:
    """In chunks of some seconds.  Dask sends the chunk of a worker that died to another, three times."""
    dask = _dask(scheduler)
    try:
        client = dask.Client(scheduler, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise Refused(f"no scheduler answers at {scheduler}", "`dask scheduler` prints its address") from error
    with client:
        run = _Run(dask, client, scheduler, work, _Items(items))
        run.send()
        for future in run.ended():
            yield from run.taken(future)
            run.send()


def _dask(scheduler: str) -> Any:
    if not scheduler:
        raise Refused("no scheduler is named", "`dask scheduler` prints its address: --scheduler tcp://HOST:8786")
    try:
        import distributed
    except ImportError:
        raise Refused("Dask is not installed", 'pip install "pbem[cluster]"') from None
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what becomes of the cluster is told here, once
    return distributed


class _Items:
    """What is to be done, taken so many at a time; last of all, one by one, what may have killed its worker."""

    def __init__(self, items: Iterable[Any]) -> None:
        self._left, self._suspects = iter(items), deque[Any]()

    def suspect(self, items: Iterable[Any]) -> None:
        """One of them, or what another run did beside it, has killed workers."""
        self._suspects.extend(items)

    def take(self, most: int) -> list[Any]:
        return [item for _, item in zip(range(most), self._left, strict=False)]

    def take_suspect(self) -> list[Any]:
        return [self._suspects.popleft()] if self._suspects else []


class _Run:
    """One run on a cluster: what is under way, and how much a worker gets at a time."""

    def __init__(self, dask: Any, client: Any, scheduler: str, work: Callable[[Any], Any], items: _Items) -> None:
        self._client, self._ended, self._scheduler = client, dask.as_completed(), scheduler
        self._work, self._items, self._ours = work, items, Programs()
        self._under_way: dict[Any, list[Any]] = {}
        self._size, self._alone = 1, False
        self._count()

    def send(self) -> None:
        """Two chunks for every worker that there is now, so that none waits for the next one."""
        while len(self._under_way) < 2 * max(1, self._workers) and (chunk := self._items.take(self._size)):
            self._send(chunk)
        if not self._under_way and (chunk := self._items.take_suspect()):
            self._alone = True
            self._send(chunk)

    def _send(self, chunk: list[Any]) -> None:
        future = self._client.submit(_done, self._work, chunk, pure=False)
        self._under_way[future] = chunk
        self._ended.add(future)

    def ended(self) -> Iterator[Any]:
        """What is no longer under way, as long as anything is; where no worker comes, that is told."""
        last_seen = time.monotonic()
        while self._under_way:
            batch = self._ended.next_batch(block=False)
            yield from batch
            if not batch:
                time.sleep(GLANCE)
            if time.monotonic() - self._counted >= COUNT:
                self._count()
                self.send()
            if self._workers or batch:
                last_seen = time.monotonic()
            elif time.monotonic() - last_seen > LONELY:
                hint = f"`dask worker {self._scheduler}` starts one; {FINISHED}"
                raise Refused(f"no worker is at {self._scheduler}", hint)

    def _count(self) -> None:
        self._counted = time.monotonic()
        try:
            self._workers = len(self._client.nthreads())
        except OSError:
            self._workers = 0

    def taken(self, future: Any) -> Iterator[tuple[Any, Any]]:
        """What came of a chunk; a chunk that killed its workers is tried again, item by item."""
        ended = self._what_came_of(future)
        if ended is None:
            self._ended.add(future)
            return
        chunk = self._under_way.pop(future)
        if isinstance(ended, Chunk):
            self._ours.check(ended.programs, ended.place, INSTALL)
            self._size = _next_size(len(chunk), ended.seconds)
            yield from zip(chunk, ended.found, strict=True)
        elif type(ended).__name__ != "KilledWorker":
            raise _told(ended)
        elif self._alone:
            yield chunk[0], Lost("the workers that tried it died")
        else:
            self._items.suspect(chunk)

    def _what_came_of(self, future: Any) -> Chunk | Exception | None:
        """None: its worker died before the result was fetched, and another does it again."""
        if future.status == "cancelled":
            raise Refused(f"the scheduler at {self._scheduler} is gone", f"start it again; {FINISHED}")
        try:
            found: Chunk | None = future.result(timeout=PATIENCE) if future.status in ("finished", "error") else None
        except (OSError, CancelledError) as error:
            return error if future.status == "error" and isinstance(error, OSError) else None
        except Exception as error:
            return error
        return found


def _told(error: Exception) -> Exception:
    """What stopped a worker: its own words, or that it cannot do such work."""
    if isinstance(error, (Refused, Tampered, OSError)):
        return error
    said = next(iter(str(error).splitlines()), "")
    refused = Refused(f"the cluster cannot do this work: {type(error).__name__}: {said}", INSTALL)
    refused.__cause__ = error
    return refused


def _done(work: Callable[[Any], Any], items: list[Any]) -> Chunk:
    """What one worker does at a time.  It begins as a new process does, on what is printed."""
    with _alone:
        lay_printed()
        begun = time.monotonic()
        found = [work(item) for item in items]
        return Chunk(time.monotonic() - begun, found, platform.node() or "a worker", programs_in_use())


def _next_size(done: int, spent: float) -> int:
    """As many as fill a chunk's time at the speed seen."""
    if spent <= 0:
        return min(2 * done, MOST_IN_A_CHUNK)
    return max(1, min(int(CHUNK_SECONDS * done / spent), 2 * done, MOST_IN_A_CHUNK))
