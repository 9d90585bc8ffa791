FROM python:3.11-slim-bookworm
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
RUN useradd --system --create-home --home-dir /var/lib/grognard --shell /usr/sbin/nologin grognard
COPY . /opt/grognard/source
RUN python -m venv /opt/grognard/venv && /opt/grognard/venv/bin/pip install --no-cache-dir "/opt/grognard/source[table,postgres]"
USER grognard
VOLUME /var/lib/grognard
EXPOSE 8000
HEALTHCHECK CMD ["/opt/grognard/venv/bin/python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=5)"]
ENTRYPOINT ["/opt/grognard/venv/bin/grognard", "serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/var/lib/grognard"]
