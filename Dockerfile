# Cadre in a container: `docker build -t cadre .` The pages are built in the first stage; what runs has neither compiler nor tests.
FROM node:24-bookworm-slim AS build
WORKDIR /opt/cadre
COPY package.json package-lock.json ./
RUN npm ci --no-fund --no-audit
COPY . .
RUN npx vite build --logLevel warn && npm prune --omit=dev --no-fund --no-audit && rm -rf test e2e bench

FROM node:24-bookworm-slim
# Firms' time zones and the certificates of the servers that are called.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates tzdata && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/cadre
COPY --from=build --chown=node:node /opt/cadre /opt/cadre
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 CADRE_DATA=/data CADRE_DEMO=0 NODE_COMPILE_CACHE=/data/.compiled
VOLUME /data
EXPOSE 3000
# Ready, not merely alive: a first start applies migrations.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=6 \
  CMD node -e "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then((answer)=>process.exit(answer.ok?0:1),()=>process.exit(1))"
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=40", "src/server/main.ts"]
