# The service in a container: docs/deploy/README.md. Nothing here depends on the processor, so it builds for amd64 and arm64.
#
# A Debian with Node 24, whose scripts may be TypeScript, and npm.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /build
COPY . .
# Not `npm ci`: the lock file leaves out what other platforms would take, which `npm ci` refuses. The versions are the lock file's all the same.
RUN --mount=type=cache,target=/root/.npm \
    npm install --ignore-scripts \
 && node .ci/build.ts --no-types \
 && node .ci/stage-package.ts /app @parlance/parlance @parlance/tracing \
 && npm install --prefix /app --omit=dev --ignore-scripts \
 && npm sbom --prefix /app --omit=dev --sbom-format=cyclonedx > /app/sbom.cdx.json

FROM ${BASE}
# Some models come by pip alone, and others where only package registries can be reached. ffmpeg may be added here; PACKAGES= leaves out all of it.
ARG PACKAGES="ca-certificates python3 python3-pip"
RUN if [ -n "${PACKAGES}" ] && ! dpkg --status ${PACKAGES} >/dev/null 2>&1; then \
      apt-get update -qq \
   && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${PACKAGES} \
   && rm -rf /var/lib/apt/lists/*; \
    fi \
 && groupadd --gid 10001 parlance \
 && useradd --uid 10001 --gid parlance --home-dir /data --no-create-home --shell /usr/sbin/nologin parlance \
 && install -d -o parlance -g parlance -m 0700 /data /models \
 && install -d /etc/parlance
COPY --from=build /app /app
RUN ln -s /app/node_modules/.bin/parlance /usr/local/bin/parlance
# A settings file (parlance.config.json) is looked for in the working directory.
WORKDIR /etc/parlance
USER 10001:10001
ENV NODE_ENV=production \
    PARLANCE_HOST=0.0.0.0 \
    PARLANCE_PORT=8080 \
    PARLANCE_DATA_DIR=/data \
    PARLANCE_MODELS_DIR=/models
VOLUME ["/data", "/models"]
EXPOSE 8080
# Healthy once models are loaded and storage answers. The first start fetches 120 MB of models.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PARLANCE_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["parlance"]
CMD ["serve"]
