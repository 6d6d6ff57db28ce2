"""What follows a question, put into words and buttons.

Read `answer`, `sources` (the lines and buttons under it), `citation` (a source that is opened),
`draft` (an answer that is being written), `feedback` (what stands under one), `inline` (the list
that is shown elsewhere).
"""
