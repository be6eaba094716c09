// Private PostgreSQL and Redis servers on loopback, for the services suites and benches.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free-port.mjs";

/**
 * @param {string} what
 * @param {string} where
 * @returns {never}
 */
function missing(what, where) {
  const variable = what === "PostgreSQL" ? "TEST_DATABASE_URL" : "TEST_REDIS_URL";
  console.error(`${what} is not on this machine: install it (Debian: ${where}) or name a running one in ${variable}.`);
  console.log("0 passed, 1 failed");
  process.exit(1);
}

/**
 * @param {string} folder
 * @param {(child: import("node:child_process").ChildProcess) => unknown} started
 */
export async function postgres(folder, started) {
  if (process.env["TEST_DATABASE_URL"]) return process.env["TEST_DATABASE_URL"];
  const versions = existsSync("/usr/lib/postgresql")
    ? readdirSync("/usr/lib/postgresql").sort((a, b) => Number(b) - Number(a))
    : [];
  if (versions.length === 0) missing("PostgreSQL", "postgresql");
  const bin = `/usr/lib/postgresql/${versions[0]}/bin`;
  const data = mkdtempSync(join(folder, "pg-"));
  // PostgreSQL refuses to run as root: give it its own account there.
  const asRoot = process.getuid?.() === 0;
  /** @param {string} flag */
  const id = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  const as = asRoot ? { uid: id("-u"), gid: id("-g") } : undefined;
  if (as) for (const path of [folder, data]) chownSync(path, as.uid, as.gid);
  const init = spawnSync(
    `${bin}/initdb`,
    ["-D", data, "-U", "liantai", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8"],
    { ...as, encoding: "utf8", cwd: data },
  );
  if (init.status !== 0) throw new Error(`initdb: ${init.stderr}`);
  const port = await freePort();
  started(
    spawn(`${bin}/postgres`, ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", data, "-c", "fsync=off"], {
      ...as,
      stdio: "ignore",
      cwd: data,
    }),
  );
  await until(() => spawnSync(`${bin}/pg_isready`, ["-h", "127.0.0.1", "-p", String(port)]).status === 0, "PostgreSQL");
  return `postgres://liantai@127.0.0.1:${port}/postgres`;
}

/**
 * @param {string} folder
 * @param {(child: import("node:child_process").ChildProcess) => unknown} started
 */
export async function redis(folder, started) {
  if (process.env["TEST_REDIS_URL"]) return process.env["TEST_REDIS_URL"];
  const server = ["/usr/bin/redis-server", "/usr/local/bin/redis-server"].find((p) => existsSync(p));
  if (!server) missing("Redis", "redis-server");
  const port = await freePort();
  started(
    spawn(
      server,
      ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder],
      { stdio: "ignore" },
    ),
  );
  await until(() => spawnSync("bash", ["-c", `exec 3<>/dev/tcp/127.0.0.1/${port}`]).status === 0, "Redis");
  return `redis://127.0.0.1:${port}`;
}

/**
 * @param {() => boolean} ready
 * @param {string} what
 */
async function until(ready, what) {
  for (let i = 0; i < 150; i++) {
    if (ready()) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${what} did not come up in 30 s`);
}
