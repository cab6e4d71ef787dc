"""The pages of a course by their numbers: those that were walked, and others that are read from the disk when asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.book.findings import Findings
from pbem.book.layout import GameFolder
from pbem.book.page import Page, read_page
from pbem.model.errors import Tampered


class Pages(Mapping[int, Page]):
    """From 1 up to the last number.  Pages that come later share what was read."""

    def __init__(self, last: int = 0, known: dict[int, Page] | None = None, read: Callable[[int], Page] | None = None):
        self._last, self._known, self._reader = last, {} if known is None else known, read

    @classmethod
    def on_disk(cls, folder: GameFolder, last: int) -> Pages:
        """The pages of a book that is known to be whole."""

        def read(number: int) -> Page:
            findings = Findings()
            page = read_page(folder.page(number), number, findings, shown_too=False)
            findings.raise_first()
            if page is None:
                raise Tampered(f"book/{folder.page(number).name} cannot be read")
            return page

        return cls(last, {}, read)

    def followed_by(self, page: Page) -> Pages:
        return Pages(page.number, {**self._known, page.number: page}, self._reader)

    def __getitem__(self, number: int) -> Page:
        if not 1 <= number <= self._last:
            raise KeyError(number)
        if number not in self._known:
            if self._reader is None:
                raise KeyError(number)
            self._known[number] = self._reader(number)
        return self._known[number]

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and 1 <= number <= self._last

    def __iter__(self) -> Iterator[int]:
        return iter(range(1, self._last + 1))

    def __len__(self) -> int:
        return self._last
