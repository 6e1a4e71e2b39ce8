# The bot for a real server: no test tools, no local page. README.md says how to run it.

FROM python:3.13-slim-bookworm AS packages
WORKDIR /build
COPY requirements.txt ./
RUN python -m venv /opt/cribbage \
    && /opt/cribbage/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes -r requirements.txt \
    && /opt/cribbage/bin/pip uninstall --yes pip

FROM python:3.13-slim-bookworm
RUN useradd --system --uid 10001 --shell /usr/sbin/nologin cribbage \
    && install --directory --owner=cribbage --group=cribbage --mode=0700 /data
COPY --from=packages /opt/cribbage /opt/cribbage
WORKDIR /app
COPY LICENSE ./
COPY bot ./bot
COPY cogs ./cogs
COPY db ./db
RUN /opt/cribbage/bin/python -m compileall -q bot cogs db
ENV PATH=/opt/cribbage/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite:////data/cribbage.sqlite3 \
    CRIBBAGE_HEALTH_FILE=/data/health
USER 10001
VOLUME /data
HEALTHCHECK --interval=30s --timeout=20s --start-period=60s CMD ["python", "-m", "bot", "health"]
ENTRYPOINT ["python", "-m", "bot"]
