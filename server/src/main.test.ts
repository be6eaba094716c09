/** The process itself: how it starts, what it says, how it stops. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserClient } from "@liantai/api/contract";
import { WebSocket } from "ws";
import { childEnv } from "./testing/child-env.ts";

interface Running {
  readonly child: ChildProcess;
  output(): string;
  /** Exit code. */
  readonly gone: Promise<number | null>;
}

let folder: string;
let port: number;
const running: Running[] = [];

function start(settings: Readonly<Record<string, string>> = {}, file = "main.ts"): Running {
  let text = "";
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: childEnv({ PORT: String(port), DATA_DIR: join(folder, "data"), ...settings }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (text += String(chunk)));
  const one: Running = { child, output: () => text, gone: new Promise((resolve) => void child.once("exit", resolve)) };
  running.push(one);
  return one;
}

async function ready(one: Running): Promise<void> {
  for (;;) {
    if (one.child.exitCode !== null) throw new Error(one.output());
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-main-"));
  port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const found = (probe.address() as AddressInfo).port;
      probe.close(() => resolve(found));
    });
  });
});
afterAll(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

test("a bad setting is one line and exit code 1", async () => {
  const one = start({ SWITCH: "none" });
  expect(await one.gone).toBe(1);
  expect(one.output()).toMatch(/^SWITCH takes [^\n]+\n$/);
});

test("an Asterisk that is not there is one line that names the variable and no password", async () => {
  const secret = "0123456789-secret";
  const one = start({
    DATA_DIR: join(folder, "asterisk"),
    SWITCH: "asterisk",
    ASTERISK_ARI_URL: "http://127.0.0.1:1/ari",
    ASTERISK_ARI_PASSWORD: secret,
  });
  expect(await one.gone).toBe(1);
  expect(one.output()).toContain("\nASTERISK_ARI_URL: ");
  expect(one.output()).not.toContain(secret);
});

test("a database that is not there is one line that names the variable", async () => {
  const one = start({ DATABASE_URL: "postgres://nobody:secret@127.0.0.1:1/none" });
  expect(await one.gone).toBe(1);
  expect(one.output()).toMatch(/^DATABASE_URL: [^\n]+\n$/);
  expect(one.output()).not.toContain("secret");
});

test("the database of a first start is made beforehand, once and in silence, and never over a restore that was cut off", async () => {
  const data = join(folder, "data");
  const prepare = (): Running => start({}, "tools/prepare.ts");
  await rm(data, { recursive: true, force: true });
  await mkdir(data);
  await writeFile(join(data, ".restore-unfinished"), "");
  const kept = prepare();
  expect(await kept.gone).toBe(0);
  expect(await readdir(data)).toEqual([".restore-unfinished"]);
  await rm(data, { recursive: true });

  const two = [prepare(), prepare()];
  // The one that came second finds the folder locked, or made.
  expect((await Promise.all(two.map(({ gone }) => gone))).includes(0)).toBe(true);
  expect(two.map(({ output }) => output())).toEqual(["", ""]);
  expect(await readdir(join(data, "db"))).toContain("PG_VERSION");
});

test("it starts, says where and who, guards its folder, drains its sockets and stops", async () => {
  const one = start();
  await ready(one);
  expect(one.output()).toContain(`http://127.0.0.1:${port}/login`);
  expect(one.output()).toContain("企业编号 Enterprise 100001");
  expect(one.output()).toContain("Liantai#2026");

  const second = start({ PORT: String(port + 1) });
  expect(await second.gone).toBe(1);
  expect(second.output()).toMatch(/^the data folder [^\n]+ is in use by another process \(pid \d+\)[^\n]+\n$/);

  // A soft phone's socket needs no session to open (S2, P1).
  const socket = new WebSocket(`ws://127.0.0.1:${port}/xcc/ws`, "sip");
  await new Promise((resolve) => socket.once("open", resolve));
  const closed = new Promise<number>((resolve) => void socket.once("close", resolve));
  const asked = Date.now();
  one.child.kill("SIGTERM");
  expect(await closed).toBe(1001);
  expect(await one.gone).toBe(0);
  expect(Date.now() - asked).toBeLessThan(10_000);
});

test("it comes back on the same folder with its demonstration, and a second signal ends it at once", async () => {
  const one = start({ LOG_LEVEL: "error" });
  await ready(one);
  expect(one.output()).toContain("演示账号");
  // A request that is under way holds the stop up for seconds: its body does not come.
  const held = connect(port, "127.0.0.1");
  held.on("error", () => undefined);
  const answered = new Promise((resolve) => void held.once("data", resolve));
  const { id, secret } = browserClient;
  held.write(
    `POST /auth/oauth/token HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Basic ${btoa(`${id}:${secret}`)}\r\n` +
      "Content-Type: application/x-www-form-urlencoded\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n",
  );
  expect(String(await answered)).toMatch(/^HTTP\/1.1 100 /);
  one.child.kill("SIGTERM");
  // Two at once are one.
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(one.child.exitCode).toBeNull();
  const asked = Date.now();
  one.child.kill("SIGTERM");
  expect(await one.gone).toBe(1);
  expect(Date.now() - asked).toBeLessThan(1_000);
  held.destroy();
});
