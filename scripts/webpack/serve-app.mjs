// Serves one app from a developer's machine to a console that runs elsewhere, through import-map-overrides.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { distDir } from "./compile.mjs";
import { readVersions } from "./publish.mjs";

/** @import { Module } from "./types.ts" */

/** @type {Readonly<Record<string, string>>} */
const types = {
  ".js": "text/javascript; charset=utf-8",
  ".map": "application/json",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};
const plain = /^\/[A-Za-z0-9._-]+$/;

/**
 * Serves the app's current version at http://HOST:PORT/FILE, to any origin. Resolves with the bundle's address.
 * @param {Module} module
 * @param {number} port
 * @returns {Promise<{ readonly url: string; close(): void }>}
 */
export function serveApp(module, port) {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://x").pathname;
    const { current } = readVersions(distDir, module.name);
    const file = plain.test(path) && current ? join(distDir, "assets", module.name, current, path) : undefined;
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-private-network", "true");
    response.setHeader("cache-control", "no-store");
    if (!file || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    return createReadStream(file).pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "localhost", () =>
      resolve({ url: `http://localhost:${port}/${module.file}`, close: () => server.close() }),
    );
  });
}
