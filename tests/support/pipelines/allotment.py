"""What an allotment society keeps: rules, a table of fees, minutes, a circular that changes one."""

RULES = """# Allotment rules

The allotments on Heron Lane are let by the society to its members for one year at a time.

## Water

The water in the allotments is turned off on 28 October and turned on again on 2 April.
Hoses may be used between six and nine in the evening. Sprinklers are forbidden in July.

## Key to the gate

Every member gets one key to the gate for a deposit of 15 euros. A lost key is replaced by
Martha Oldfield, whose telephone number is 555-0142.

## Hedges

Hedges along the path may be 120 centimetres high. They are cut twice a year, and never while
birds are nesting in them.
"""

FEES = """# Плата за участки

| Посёлок | 2023 | 2024 |
|---|---|---|
| Берёзовка | 3 100 ₽ | 3 400 ₽ |
| Калиновка | 2 700 ₽ | 2 950 ₽ |
| Ольховка | 4 200 ₽ | 4 650 ₽ |
"""

BOARD = """# Правление товарищества

Председатель правления — Вера Ильинична Сомова. Она принимает жалобы по средам.
Телефон Веры Ильиничны Сомовой: 8 495 555-01-17.

Казначей товарищества — Глеб Аркадьевич Лапин. Он собирает взносы до 15 мая.
Телефон Глеба Аркадьевича Лапина: 8 495 555-01-29.

Оформить пропуск для машины можно в сторожке у северных ворот. Пропуск для машины стоит 200 рублей.
"""

OLD_COMPOST = """# Composting, 3 March 2021

The compost heap may be 90 centimetres high. It stands two metres from the fence.
"""

NEW_COMPOST = """# Composting again, 12 May 2024

The compost heap may now be 140 centimetres high, by decision of the society.
"""

TREASURE = """# The well

The well behind the willow is 31 metres deep. It was dug by Silvan Rook in 1911.

## The lid

The lid of the well weighs 80 kilograms, and two people lift it.
"""

LIBRARY = (
    ("allotment-rules.md", RULES.encode()),
    ("fees.md", FEES.encode()),
    ("board.md", BOARD.encode()),
    ("compost-2021.md", OLD_COMPOST.encode()),
    ("compost-2024.md", NEW_COMPOST.encode()),
)
