"""What people teach the base, and how well it answers.

Each file is one topic, as elsewhere in `store`: rules that came of corrections, evaluations of
answers, gaps that nobody's documents fill, conflicts between two documents. Who may teach, and
whom it concerns, is decided in the functions.
"""
