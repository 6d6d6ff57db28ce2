"""`python -m bot`: what `paragraf run` does."""

from bot.cli import app

if __name__ == "__main__":
    app(["run"])
