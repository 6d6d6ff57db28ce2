"""How long people wait for the running bot.

`waiting.py` asks and uploads as one person does, `large_base.py` asks in a base of many chunks,
`uploads.py` has many send at once (`uploads_people.py`); `pages.py` compares a long PDF with the
bare work of `pages_plain.py`.
`worst_files.py` lets one person send the worst files there are (`worst_made.py`) while another adds
notes. `page_image.py` shows pages of citations.
`make_demo_handbook.py` sets the handbook that the demo and these send.
"""
