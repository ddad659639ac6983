# Debian, not Alpine: the database driver and the password hash come as glibc binaries.
FROM node:24-bookworm-slim AS build
WORKDIR /app
# The dependencies are a layer of their own: a change of the sources does not install them again.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The image brings its Node.js itself; what npm has installed is the same one again. What that Node compiles of the product is kept,
# for the user that will run it.
RUN npm run build && npm prune --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node && \
    rm -rf dist/server/compiled && chown -R node:node dist && \
    (su -s /bin/sh node -c 'node cli/scripts/code-cache.mjs' || echo 'Starts will compile the product anew.')

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# No npm in between: the signal of `docker stop` has to reach the server.
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=512", "dist/server/main.js"]
