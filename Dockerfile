# Debian, not Alpine: the database driver and the password hash come as glibc binaries.
FROM node:24-bookworm-slim AS build
WORKDIR /app
# The dependencies are a layer of their own: a change of the sources does not install them again.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# What the image's Node.js compiles of the product is kept, for the user that will run it. The image gets what the product needs at run
# time: not the packages that only build or that are part of the bundle, nor the Node.js that npm has installed.
RUN npm run build && rm -rf dist/server/compiled && chown -R node:node dist && \
    (su -s /bin/sh node -c 'node cli/scripts/code-cache.mjs' || echo 'Starts will compile the product anew.') && \
    node cli/scripts/release.mjs /release

FROM node:24-bookworm-slim
# The C library keeps less of what was freed: fewer pools, and large blocks go back at once (docs/performance.md).
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
RUN ["install", "-d", "-o", "node", "-g", "node", "/data"]
# Nothing asks for a shell or for a package manager at run time, and whoever breaks in finds none.
RUN ["node", "-e", "for (const path of ['/bin/sh', '/bin/bash', '/bin/dash', '/bin/rbash', '/usr/local/lib/node_modules', '/usr/local/bin/npm', '/usr/local/bin/npx', '/usr/local/bin/corepack', '/usr/local/bin/yarn', '/usr/local/bin/yarnpkg', '/usr/bin/apt', '/usr/bin/apt-get', '/usr/bin/dpkg']) fs.rmSync(path, { recursive: true, force: true })"]
COPY --from=build /release ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://' + process.env.HOST + ':' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not the base image's entrypoint: that is a shell script. And no npm in between: the signal of `docker stop` has to reach the server.
ENTRYPOINT []
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=512", "dist/server/main.js"]
