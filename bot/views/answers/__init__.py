"""What follows a question, put into words and buttons.

Read `answer` (with `cited` and `row_groups` for its sources), `citation` (a source that is opened),
`draft` (an answer that is being written), `feedback` (what stands under one), `inline` (the list
that is shown elsewhere).
"""
