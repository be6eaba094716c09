/** deploy/: the container file's steps, run in a clean folder, and the unit of systemd, started as they say. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const read = (name: string) => readFile(join(root, "deploy", name), "utf8");
const minutes = 60_000;

let clean: string;
let production: string;
const started: ChildProcess[] = [];

/** One step a line: instruction and the rest. */
const stepsOf = (text: string): [string, string][] =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]);

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** What is not in the clone is not in an image either: a clean folder has what git has. */
async function cloneInto(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const there = files.stdout
    .toString()
    .split("\0")
    .filter((name) => name !== "" && existsSync(join(root, name)));
  const packed = spawnSync("tar", ["-cf", "-", "--null", "-T", "-"], {
    cwd: root,
    input: there.join("\0"),
    maxBuffer: 1024 ** 3,
  });
  const laid = spawnSync("tar", ["-xf", "-"], { cwd: folder, input: packed.stdout });
  expect([packed.status, laid.status]).toEqual([0, 0]);
}

/**
 * A system as small as the second stage's commands need it: programs of this machine with their libraries, and root. Debian's, as that
 * of the image is.
 */
const tools = ["sh", "useradd", "mkdir", "chown"];
const laySystem = `set -e
mkdir -p "$ROOT/usr/bin" "$ROOT/etc"
for name in ${tools.join(" ")}; do
  file=$(readlink -f "$(command -v $name)")
  cp "$file" "$ROOT/usr/bin/$name"
  for library in $(ldd "$file" | grep -o '/[^ )]*'); do
    mkdir -p "$ROOT$(dirname $library)"
    cp -L "$library" "$ROOT$library"
  done
done
ln -s usr/bin "$ROOT/bin"
cp /etc/login.defs "$ROOT/etc/"
echo 'root:x:0:0:root:/root:/bin/sh' >"$ROOT/etc/passwd"
echo 'root:x:0:' >"$ROOT/etc/group"
`;

/** Runs these commands there as the image's root would; gives what they made of the user and of the folder. */
async function runInSystem(commands: readonly string[], user: string, volume: string) {
  const system = join(clean, "root");
  const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" };
  const laid = spawnSync("sh", ["-c", laySystem], { env: { ...env, ROOT: system }, encoding: "utf8" });
  expect([laid.status, laid.stderr]).toEqual([0, ""]);
  for (const command of commands) {
    const done = spawnSync("chroot", [system, "/bin/sh", "-c", command], { env, encoding: "utf8" });
    expect([command, done.status]).toEqual([command, 0]);
  }
  const users = (await readFile(join(system, "etc/passwd"), "utf8")).split("\n").map((line) => line.split(":"));
  const [, , uid, gid] = users.find(([name]) => name === user) ?? [];
  return { uid: Number(uid), gid: Number(gid), dataDir: join(system, volume) };
}

interface As {
  readonly uid?: number;
  readonly gid?: number;
  readonly dataDir?: string;
}

/** Starts a program as a command line says; resolves once /readyz is well. */
async function begin(
  command: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  as: As = {},
) {
  const port = await freePort();
  const { dataDir = await mkdtemp(join(clean, "data-")), ...user } = as;
  const child = spawn(command, args, {
    ...user,
    cwd: production,
    env: { PATH: "/usr/bin:/bin", ...settings, HOST: "127.0.0.1", PORT: String(port), DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += String(chunk)));
  const gone = new Promise<number | null>((resolve) => void child.once("exit", resolve));
  const address = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(said);
    const reply = await fetch(`${address}/readyz`).catch(() => undefined);
    if (reply?.ok) return { child, gone, address, dataDir };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

beforeAll(async () => {
  clean = await mkdtemp(join(tmpdir(), "liantai-image-"));
  production = join(clean, "app");
});
afterAll(async () => {
  for (const child of started) child.kill("SIGKILL");
  await rm(clean, { recursive: true, force: true });
});

test(
  "the container file's steps make, from a clean clone, an installation that starts and stops by itself",
  async () => {
    const steps = stepsOf(await read("Containerfile"));
    const second = steps.findLastIndex(([instruction]) => instruction === "FROM");
    const build = join(clean, "build");
    await cloneInto(build);
    // COPY of a context that has none of these, as .dockerignore says.
    expect(existsSync(join(build, "node_modules")) || existsSync(join(build, "dist"))).toBe(false);
    const stage = steps.slice(1, second);
    expect(stage.map(([instruction]) => instruction)).toEqual(["WORKDIR", "COPY", "RUN", "RUN"]);
    const workdir = stage[0]![1];
    for (const [, command] of stage.filter(([instruction]) => instruction === "RUN")) {
      const done = spawnSync("sh", ["-c", command.replaceAll(workdir, build)], { cwd: build, encoding: "utf8" });
      expect([command, done.status, done.status === 0 ? "" : done.stderr]).toEqual([command, 0, ""]);
    }
    const [, copied] = steps.slice(second).find(([instruction]) => instruction === "COPY")!;
    expect(copied).toBe(`--from=build ${workdir}/production .`);
    const moved = spawnSync("mv", [join(build, "production"), production]);
    expect(moved.status).toBe(0);
    await rm(build, { recursive: true, force: true });

    const image = steps.slice(second);
    const said = (name: string): string[] =>
      image.flatMap(([instruction, rest]) => (instruction === name ? [rest] : []));
    // A step that nothing here runs or looks at would be one that nobody has tried.
    expect(image.map(([instruction]) => instruction)).toEqual([
      "FROM",
      "WORKDIR",
      "COPY",
      "ENV",
      "RUN",
      "USER",
      "VOLUME",
      "EXPOSE",
      "STOPSIGNAL",
      "HEALTHCHECK",
      "CMD",
    ]);
    const settings = Object.fromEntries(
      image
        .filter(([instruction]) => instruction === "ENV")
        .flatMap(([, pairs]) => pairs.split(" ").map((pair) => pair.split("=") as [string, string])),
    );
    const [, words] = steps.findLast(([instruction]) => instruction === "CMD")!;
    const [command, ...args] = JSON.parse(words) as string[];
    const [[user = ""], [volume = ""], [signal]] = [said("USER"), said("VOLUME"), said("STOPSIGNAL")];
    expect([settings["DATA_DIR"], settings["PORT"], settings["HOST"]]).toEqual([volume, said("EXPOSE")[0], "0.0.0.0"]);
    // Only root can be somebody else: elsewhere it runs as whoever runs the tests.
    const root = process.getuid?.() === 0;
    const as: As = root ? await runInSystem(said("RUN"), user, volume) : {};
    if (root) expect(as.uid).toBeGreaterThan(0);
    // mkdtemp lets nobody else in.
    await chmod(clean, 0o711);
    const { child, gone, address, dataDir } = await begin(join(production, command!), args, settings, as);
    if (root) {
      const made = (await readdir(dataDir)).map((name) => stat(join(dataDir, name)));
      expect(new Set((await Promise.all(made)).map(({ uid }) => uid))).toEqual(new Set([as.uid]));
      expect((await stat(dataDir)).mode & 0o077).toBe(0);
    }
    expect((await fetch(`${address}/login`, { headers: { accept: "text/html" } })).status).toBe(200);
    const [, health] = steps.find(([instruction]) => instruction === "HEALTHCHECK")!;
    const [probe, ...rest] = JSON.parse(health.slice(health.indexOf("["))) as string[];
    const asked = spawn(join(production, probe!), rest, { env: { PORT: new URL(address).port } });
    expect(await new Promise((resolve) => asked.once("exit", resolve))).toBe(0);
    child.kill(signal as NodeJS.Signals);
    expect(await gone).toBe(0);
  },
  10 * minutes,
);

test("what is left of the repository is what runs: no tests, no tools to build with, under 400 MB", async () => {
  const names = await readdir(join(production, "server/src"), { recursive: true });
  expect(names.filter((name) => /\.(test|contract)\.ts$/.test(name))).toEqual([]);
  const page = await readdir(join(production, "dist"), { recursive: true });
  expect([page.some((name) => name.endsWith(".js")), page.filter((name) => name.endsWith(".map"))]).toEqual([true, []]);
  for (const name of ["webpack", "jest", "typescript", "puppeteer"])
    expect(existsSync(join(production, "node_modules", name))).toBe(false);
  const size = Number(spawnSync("du", ["-sm", production], { encoding: "utf8" }).stdout.split("\t")[0]);
  expect(size).toBeLessThan(400);
});

describe("the unit of systemd", () => {
  const value = (unit: string, name: string): string[] =>
    unit.split("\n").flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []));

  test(
    "its ExecStart starts the installation, SIGTERM ends it in time, and its folders are its alone",
    async () => {
      const unit = await read("liantai.service");
      const [line] = value(unit, "ExecStart");
      const [command, ...args] = line!.replace("/opt/liantai/", `${production}/`).split(" ");
      const settings = Object.fromEntries(
        value(unit, "Environment")
          .flatMap((pairs) => pairs.split(" "))
          .map((pair) => pair.replace("/var/cache/liantai", join(clean, "cache")).split("=") as [string, string]),
      );
      const { child, gone, dataDir } = await begin(command!, args, settings);
      expect((await stat(dataDir)).mode & 0o077).toBe(0);
      const from = performance.now();
      child.kill("SIGTERM");
      expect(await gone).toBe(0);
      expect(performance.now() - from).toBeLessThan(Number(value(unit, "TimeoutStopSec")[0]) * 1_000);
    },
    2 * minutes,
  );

  test("systemd finds nothing wrong with it", async () => {
    const verify = "/usr/bin/systemd-analyze";
    const unit = await read("liantai.service");
    for (const [name, wanted] of Object.entries({
      NoNewPrivileges: "yes",
      ProtectSystem: "strict",
      StateDirectory: "liantai",
      Restart: "always",
    }))
      expect([name, value(unit, name)]).toEqual([name, [wanted]]);
    if (!existsSync(verify)) return;
    const file = join(clean, "liantai.service");
    await writeFile(file, unit.replaceAll("/opt/liantai", production));
    await chmod(file, 0o644);
    const said = spawnSync(verify, ["verify", "--man=no", file], { encoding: "utf8" });
    expect([said.status, said.stderr]).toEqual([0, ""]);
  });
});
