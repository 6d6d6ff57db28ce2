"""Whether a sentence that lies near a question is of the same: who does it, how it is paid, when.

Read `parties` (the rule of the other side: if the landlord does not pay), `sorts` (the gala's
tickets, asked for those of another feast), `owners` (what another has), `ranges` (16 to 18 years,
asked of 14), `payments` ("Cash or card", asked whether one may pay by card) and `days` (a day
within "closed from … to …", last year's prices). Most are asked by
`pipelines.answer.quoting.weighing.sureness`.
"""
