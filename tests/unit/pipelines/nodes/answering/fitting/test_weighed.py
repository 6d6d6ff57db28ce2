"""What is weighed is what is asked about, or another thing."""

import pytest

from pipelines.nodes.answering.fitting.weighed import is_weight_of_another

DOSE = "Use 7 g of ground coffee for a single and 14 g for a double espresso."
GROUND = "Use 7 g of ground coffee for a single."
ESPRESSO = "На порцию берут 7 г молотого кофе."


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("how much does the coffee machine weigh", GROUND),
        ("how heavy is the grinder", DOSE),
        ("сколько весит кофемашина", GROUND),
        ("сколько весит кофемашина", ESPRESSO),
        ("сколько весит печь", "В печь кладут до 5 кг сухих дров."),
    ],
)
def test_so_much_of_something_is_the_weight_of_that(question: str, sentence: str) -> None:
    """A dose of coffee says nothing of what the machine weighs."""
    assert is_weight_of_another(question, sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("how heavy may the luggage be", "You may bring 20 kg of luggage."),
        ("сколько весит багаж", "You may bring 20 kg of luggage."),
        ("how much does the machine weigh", "It weighs 9.5 kg without water."),
        ("how much does the machine weigh", "The machine (9.5 kg) takes 2 litres of water."),
        ("сколько весит кофемашина", "Вес 9,5 кг без воды."),
        ("сколько может весить рюкзак", "Не больше 20 кг на человека."),
        ("how much coffee do i use", GROUND),
        ("what does coffee cost", GROUND),
        ("сколько весит посылка", "Посылка не тяжелее 10 кг."),
    ],
)
def test_a_weight_of_nothing_else_may_be_its_own(question: str, sentence: str) -> None:
    """Nor is it another's where no weight is asked for."""
    assert not is_weight_of_another(question, sentence)
