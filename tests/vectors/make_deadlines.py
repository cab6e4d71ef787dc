"""Vectors of deadlines: until when a number is due, and what moves it.  By hand, as `make_claims.py` says."""

from __future__ import annotations

from claim_form import AWAY, absence, away, extension, put, t

# 9.7: until when what comes next is due


def _until(name: str, what: str, at: str, made: str, absences: str = "", asked: str = "part", **terms: object) -> None:
    due = str(terms.pop("due", "german allied"))
    put(f"until_{name}", what, "until", "ok", absences, terms, asked=asked, due=due, at=t(at), made=t(made))


_until("on_the_clock_hour", "72 hours from the clock hour end on it: no earlier, so at once", "07 20:00", "10 20:00")
_until("a_second_late", "a second later it is the next day's clock hour", "07 20:00:01", "11 20:00")
_until("before_the_clock_hour", "from noon to the clock hour of the same day", "07 12:00", "10 20:00")
_until("of_a_question", "a question has 48 hours", "07 20:00:01", "10 20:00", asked="question")
_until("leap_day", "three days from the 26th of February 2028", "2028-02-26 21:00", "2028-03-01 20:00")
_until("other_clock", "a clock hour with minutes", "07 06:31", "11 06:30", clock="06:30")
_until("weekend_left_out", "from Saturday 21:00 to Monday", "05 21:00", "10 20:00", days="mon-fri")
_until("days_around_the_week", "sat-tue goes on over Sunday", "04 21:00", "08 20:00", days="sat-tue")
_until("listed_days", "from Saturday 21:00 to Wednesday", "05 21:00", "12 20:00", days="wed, fri")
_until(
    "behind_an_absence",
    "first the 10th, then from the end of the absence",
    "07 12:00",
    "14 20:00",
    absence("german", "10 00:00", "14 00:00"),
)
_until(
    "start_is_included",
    "the absence begins at that very second",
    "07 12:00",
    "14 20:00",
    absence("german", "10 20:00", "14 00:00"),
)
_until(
    "end_is_not_included",
    "the absence ends at that very second",
    "07 12:00",
    "10 20:00",
    absence("german", "08 00:00", "10 20:00"),
)
_until(
    "absence_ends_on_the_clock_hour",
    "from its end, so on that clock hour",
    "07 12:00",
    "14 20:00",
    absence("german", "10 00:00", "14 20:00"),
)
_until(
    "absence_later",
    "it begins a second after the deadline",
    "07 12:00",
    "10 20:00",
    absence("german", "10 20:00:01", "14 00:00"),
)
_until(
    "absence_of_another",
    "who is not due moves nothing",
    "07 12:00",
    "10 20:00",
    absence("allied", "10 00:00", "14 00:00"),
    due="german",
)
_until(
    "absence_to_a_weekend",
    "ends on Saturday; the next allowed day is Monday",
    "07 12:00",
    "17 20:00",
    absence("german", "10 00:00", "15 00:00"),
    days="mon-fri",
)
_until(
    "two_absences_in_turn",
    "behind one lies another, in whatever order they were said",
    "07 12:00",
    "16 20:00",
    absence("allied", "14 12:00", "16 00:00") + absence("german", "10 00:00", "14 00:00"),
)
_until(
    "absences_back_and_forth",
    "german, allied, then german again",
    "07 12:00",
    "20 20:00",
    absence("german", "10 00:00", "12 00:00")
    + absence("german", "15 00:00", "20 00:00")
    + absence("allied", "12 00:00", "15 20:00"),
)
_until(
    "absences_with_a_day_between",
    "the deadline between two absences stays",
    "07 12:00",
    "12 20:00",
    absence("german", "10 00:00", "12 00:00") + absence("german", "12 20:01", "20 00:00"),
)

# 9.7: the deadline of a number from its receipts


def _due(name: str, what: str, body: str, made: str, counted: int = 0, expect: str = "ok", **more: object) -> None:
    told = {key: str(more.pop(key)) for key in ("due", "without") if key in more}
    found = {"made": t(made), "counted": str(counted)} if expect == "ok" else {}
    told = {"due": "german allied", "until": t("10 20:00"), **told, **found}
    put(f"deadline_{name}", what, "deadline", expect, body, more, **told)


_due("as_said", "nothing came", "", "10 20:00")
_due(
    "behind_an_earlier_absence",
    "what an agreement says goes behind absences",
    AWAY.replace("away german 1 receipt=1001 received=2025-11-07T12:00:00Z", "absence german"),
    "14 20:00",
    1,
)
_due("absence_in_time", "an absence receipted before the deadline moves it", AWAY, "14 20:00", 1)
_due("absence_of_who_is_not_due", "it counts, and moves nothing now", AWAY, "10 20:00", 1, due="allied")
_due(
    "absence_at_the_deadline",
    "receipted at the deadline itself: it counts for later numbers alone",
    away("german", "12 20:00", "16 00:00", "10 20:00"),
    "10 20:00",
    1,
)
_due(
    "two_absences",
    "one of each, the second behind the first",
    AWAY + away("allied", "14 18:00", "16 00:00", "08 12:00"),
    "16 20:00",
    2,
)
_due(
    "second_absence_after_the_first_deadline",
    "the first has moved the deadline, so the second is in time",
    AWAY + away("german", "14 20:00", "18 00:00", "12 00:00", 2),
    "18 20:00",
    2,
)
_due("extension_in_time", "the referee gives three days", extension("13 09:00", "10 19:59:59"), "13 09:00")
_due(
    "extension_at_the_deadline", "given at the deadline itself: too late", extension("13 09:00", "10 20:00"), "10 20:00"
)
_due(
    "extension_behind_an_absence",
    "the time given lies in an absence",
    absence("allied", "12 00:00", "15 00:00") + extension("13 09:00", "09 00:00"),
    "15 20:00",
    1,
)
_due("extension_shorter_than_an_absence", "the later of both", AWAY + extension("12 00:00", "08 00:00"), "14 20:00", 1)
_due(
    "extension_after_an_absence_moved_it",
    "given on the 12th, when the deadline is the 14th",
    AWAY + extension("20 09:00", "12 00:00"),
    "20 09:00",
    1,
)
_due(
    "absence_after_an_extension",
    "the extension made it in time",
    extension("13 09:00", "10 12:00") + away("german", "13 09:00", "15 00:00", "11 00:00"),
    "15 20:00",
    1,
)
_due(
    "by_time_not_by_number",
    "the extension came first; the absence, said as it begins, comes at the deadline itself",
    away("german", "11 09:00", "15 00:00", "11 09:00") + extension("11 09:00", "10 12:00"),
    "11 09:00",
    1,
    away={"days": 21, "notice": 0, "times": 3},
)
_due(
    "extension_shorter_than_another",
    "the later of both",
    extension("15 09:00", "08 00:00") + extension("13 09:00", "09 00:00", 2),
    "15 09:00",
)
_due("extension_of_30_days", "as much as may be", extension("2025-12-10 20:00", "09 00:00"), "2025-12-10 20:00")
_due("extension_beyond_30_days", "a second more", extension("2025-12-10 20:00:01", "09 00:00"), "", expect="extension")
_due(
    "extensions_share_30_days",
    "the second counts from the number's own time, too",
    extension("30 20:00", "09 00:00") + extension("2025-12-11 20:00", "20 00:00", 2),
    "",
    expect="extension",
)
_due("extension_of_nothing", "no later than what stands", extension("10 20:00", "09 00:00"), "", expect="extension")
_due(
    "late_extension_of_nothing",
    "unlawful even when it comes too late to count",
    extension("10 20:00", "11 00:00"),
    "",
    expect="extension",
)
_due("notice_to_the_second", "48 hours ahead", away("german", "10 00:00", "14 00:00", "08 00:00"), "14 20:00", 1)
_due("notice_too_short", "a second less", away("german", "10 00:00", "14 00:00", "08 00:00:01"), "", expect="away")
_due("absence_of_no_time", "ends when it begins", away("german", "10 00:00", "10 00:00", "07 00:00"), "", expect="away")
_due(
    "absence_of_21_days",
    "all days of the game",
    away("german", "10 00:00", "2025-12-01 00:00", "07 00:00"),
    "2025-12-01 20:00",
    1,
)
_due(
    "absence_of_more_days",
    "a second more than 21 days",
    away("german", "10 00:00", "2025-12-01 00:00:01", "07 00:00"),
    "",
    expect="away",
)
_due(
    "absences_add_up",
    "19 days before and 3 now",
    absence("german", "2025-09-01 00:00", "2025-09-20 00:00") + away("german", "10 00:00", "13 00:00", "07 00:00"),
    "",
    expect="away",
)
_due(
    "absences_of_another_do_not_add_up",
    "each seat has its own days",
    absence("allied", "2025-09-01 00:00", "2025-09-20 00:00") + away("german", "10 00:00", "13 00:00", "07 00:00"),
    "13 20:00",
    2,
)
THREE = "".join(absence("german", f"2025-09-0{day} 00:00", f"2025-09-0{day} 12:00") for day in (1, 3, 5))
_due("fourth_absence", "three times are given", THREE + AWAY, "", expect="away")
_due(
    "without_the_accused",
    "the absence of who is accused of silence does not move it",
    AWAY,
    "10 20:00",
    1,
    without="german",
)
_due("without_the_accused_the_others_count", "the absence of another does", AWAY, "14 20:00", 1, without="allied")
