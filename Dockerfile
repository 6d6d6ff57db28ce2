# syntax=docker/dockerfile:1
# Two stages: everything is installed in the first, the second carries only what runs.

FROM python:3.11-slim-bookworm AS build
ENV UV_LINK_MODE=copy UV_COMPILE_BYTECODE=1 VIRTUAL_ENV=/opt/venv PATH=/opt/venv/bin:$PATH
RUN pip install --no-cache-dir uv==0.13.9 && uv venv /opt/venv
# The CPU build of torch, alone in its layer: nothing after it may pull in GPU packages.
RUN uv pip install --no-cache --torch-backend=cpu torch==2.13.0
WORKDIR /app
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY pipelines pipelines
COPY supabase supabase
RUN uv pip install --no-cache --torch-backend=cpu --editable . \
    && if uv pip list | grep -iE '^(nvidia|triton|cuda)'; then echo "GPU packages came along" >&2; exit 1; fi

FROM python:3.11-slim-bookworm
# Reads pictures of text, in Russian and English.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends tesseract-ocr tesseract-ocr-rus \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --user-group --create-home paragraf \
    && install --directory --owner=paragraf --group=paragraf /data
COPY --from=build /opt/venv /opt/venv
COPY --from=build /app /app
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 DATA_DIR=/data SANDBOX_HOST=0.0.0.0
WORKDIR /app
USER paragraf
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
# The bot touches this file every few seconds from its event loop.
HEALTHCHECK --interval=30s --timeout=5s --start-period=90s --retries=3 \
    CMD test -n "$(find /data/heartbeat -mmin -1)"
CMD ["paragraf", "run"]
