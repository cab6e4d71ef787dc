"""6. Weather."""

from __future__ import annotations

import pytest

from pbem_rules.bulge.board import the_tables
from pbem_rules.bulge.s06_weather import variable_weather


@pytest.mark.case("BU", "6.0")
def test_the_variable_table_knows_every_modified_die():
    modifiers = [line.modifier for line in the_tables().turns.values()]
    rolled = [variable_weather(die) for die in range(1 + min(modifiers), 7 + max(modifiers))]
    assert rolled == ["overcast"] * 3 + ["mist"] * 2 + ["clear"] * 4
