"""Post-battle status (8.54, 8.55)."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import odds
from rulesdemo.rules.ruleset import ruleset

ORDER = ("fresh", "fatigued", "disorganised", "neutralised")
RESULTS = ("major_victor", "victor", "no_victor", "defeated", "major_defeated")


def after(result: str, reading: str = "table", **inputs: object) -> str:
    rules = ruleset("republic", {"status_loss": reading})
    (outcome,) = odds("republic.post_battle_status", result=result, rules=rules, **inputs)
    return str(outcome.status)


def written_again(result: str, before: str, *, heavy: bool, unhurt: bool) -> str:
    """The rule of 8.54 from its text, where it applies."""
    if result in ("victor", "major_victor"):
        if unhurt:
            return before
        new = "disorganised" if before == "fatigued" else "fatigued"
    elif result == "no_victor":
        new = "disorganised" if heavy else "fatigued"
    else:
        new = {"defeated": "disorganised", "major_defeated": "neutralised"}[result]
    return ORDER[max(ORDER.index(before), ORDER.index(new))]


inputs = {
    "result": st.sampled_from(RESULTS),
    "before": st.sampled_from(ORDER),
    "percent": st.integers(0, 100),
    "sp": st.integers(1, 60),
    "enemy_sp": st.integers(1, 60),
    "share": st.integers(0, 60),
    "reading": st.sampled_from(("table", "actual")),
}


@given(**inputs)
def test_status_by_the_rule_written_again(result: str, before: str, percent: int, sp: int, enemy_sp: int, share: int, reading: str) -> None:
    sp_lost = min(sp, share)
    heavy = percent > 15 if reading == "table" else Fraction(sp_lost, sp) > Fraction(15, 100)
    expected = before
    if sp >= 20 or enemy_sp >= 20:
        expected = written_again(result, before, heavy=heavy, unhurt=sp_lost == 0)
    assert after(result, reading, before=before, percent=percent, sp=sp, enemy_sp=enemy_sp, sp_lost=sp_lost) == expected


@given(st.sampled_from(RESULTS), st.sampled_from(ORDER), st.sampled_from(("land", "sea", "siege")), st.integers(0, 100))
def test_no_battle_improves_a_status(result: str, before: str, where: str, percent: int) -> None:
    assert ORDER.index(after(result, before=before, where=where, percent=percent)) >= ORDER.index(before)


def test_in_an_undecided_battle_only_20_to_20_disorganises() -> None:
    undecided = [each for drm in range(-13, 23) for each in odds("republic.battle", drm=drm) if each.retreat == "none"]
    heavy = {
        each[:2]
        for each in undecided
        if "disorganised" in (after("no_victor", percent=each.attacker_loss), after("no_victor", percent=each.defender_loss))
    }
    assert heavy == {(20, 20)}
    assert len({each[:2] for each in undecided}) == 4


def test_a_fatigued_victor_wins_again_and_attacks_at_minus_5() -> None:
    status = after("victor", before="fatigued")
    assert status == "disorganised"
    assert odds("republic.status_drm", attacker=status).p(allowed=True, drm=-5) == 1


def test_a_neutralised_force_neither_attacks_nor_assaults() -> None:
    (effects,) = odds("republic.status_effects", status="neutralised")
    assert (effects.battle_attack, effects.assault) == (None, None)
    assert odds("republic.status_drm", attacker="neutralised").p(drm=None) == 1
    assert odds("republic.assault_drm", worst_status="neutralised").p(drm=None) == 1


def test_assault_and_status_tables_agree() -> None:
    for status in ORDER[:3]:
        (effects,) = odds("republic.status_effects", status=status)
        (modifier,) = odds("republic.assault_drm", worst_status=status)
        assert effects.assault == modifier.drm
