/** A PostgreSQL of one's own for a measurement: Debian's binaries, a loopback port, a folder that goes away. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface OwnPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

const installed = "/usr/lib/postgresql";

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

const gone = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => (child.exitCode === null ? child.once("exit", () => resolve()) : resolve()));

/** undefined: PostgreSQL is not on this machine. */
export async function startPostgres(): Promise<OwnPostgres | undefined> {
  const [newest] = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : [];
  if (newest === undefined) return undefined;
  const bin = join(installed, newest, "bin");
  const folder = mkdtempSync(join(tmpdir(), "liantai-pg-"));
  const idOf = (flag: string): number => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  // It refuses to run as root; Debian made an account for it.
  const as = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
  const data = join(folder, "data");
  const made = spawnSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "liantai", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8"],
    { ...as, cwd: folder, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await freePort();
  const child = spawn(join(bin, "postgres"), ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", folder], {
    ...as,
    cwd: folder,
    stdio: "ignore",
  });
  for (
    let i = 0;
    i < 100 && spawnSync(join(bin, "pg_isready"), ["-h", "127.0.0.1", "-p", String(port)]).status !== 0;
    i++
  )
    await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    url: `postgres://liantai@127.0.0.1:${port}/postgres`,
    async stop() {
      child.kill("SIGINT");
      await gone(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
