// npm run dev: builds everything once, then watches: a touched app alone is built again and the open page takes it; the
// server restarts when its own sources change.
// npm run dev -- --share NAME [--port 9001]: watches one app and serves it to a console that runs elsewhere.
import { spawn } from "node:child_process";
import { ensureInstall, env, must, node, root } from "./lib/setup.mjs";

ensureInstall();
const args = process.argv.slice(2);
/** @param {string} flag */
const value = (flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
const shared = value("--share");

must(["scripts/build.mjs"]);
const { listModules, pickModule } = await import("./webpack/modules.mjs");
const { watchModules } = await import("./webpack/watch.mjs");
/** @param {string} line */
const print = (line) => console.log(`[page] ${line}`);
/** @type {() => unknown} */
let stopServer = () => {};

if (shared) {
  const module = pickModule(shared);
  const { serveApp } = await import("./webpack/serve-app.mjs");
  const { url, close } = await serveApp(module, Number(value("--port") ?? 9001));
  stopServer = close;
  console.log(
    `${module.specifier} is served at ${url}. In the other console's page (started with NODE_ENV=development and
DEV_ORIGINS=${new URL(url).origin}), run:
  importMapOverrides.addOverride('${module.specifier}', '${url}'); location.reload()
and to end it:
  importMapOverrides.removeOverride('${module.specifier}'); location.reload()`,
  );
} else {
  const server = spawn(node, ["--watch", "--watch-preserve-output", "server/src/main.ts"], {
    cwd: root,
    stdio: "inherit",
    env: env({ NODE_ENV: "development" }),
  });
  server.on("exit", (code) => process.exit(code ?? 0));
  stopServer = () => server.kill("SIGTERM");
}

const stop = watchModules(shared ? [pickModule(shared)] : listModules().filter((m) => m.kind !== "vendor"), print);
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    stopServer();
    void stop().then(() => process.exit(0));
  });
}
