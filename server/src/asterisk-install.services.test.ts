/** .ci/asterisk: a cached Asterisk of another version is not taken for the one that is asked for (docs/operations.md, Asterisk). */
import { spawnSync } from "node:child_process";
import { access, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testAsterisk } from "./adapters/production/switch/testing/harness.ts";

const script = join(import.meta.dirname, "../../.ci/asterisk");

let folder: string;
let bin: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-ci-"));
  bin = join(folder, "bin");
  await mkdir(bin);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const place = (): string => join(folder, "asterisk");

/** What debootstrap leaves of it: the program, and the package as dpkg knows it. */
const laid = (version: string, at: string): string =>
  [
    `mkdir -p "${at}/usr/sbin" "${at}/var/lib/dpkg/info"`,
    `printf '#!/bin/sh\\n' >"${at}/usr/sbin/asterisk" && chmod +x "${at}/usr/sbin/asterisk"`,
    `printf 'Package: asterisk\\nStatus: install ok installed\\nArchitecture: amd64\\nMaintainer: nobody\\n` +
      `Version: ${version}\\nDescription: one\\n\\n' >"${at}/var/lib/dpkg/status"`,
  ].join("\n");

/** debootstrap of these tests lays this version. The folder's own name is its last argument. */
async function run(cached: string | undefined, offered: string): Promise<{ status: number | null; stdout: string }> {
  if (cached !== undefined) expect(spawnSync("sh", ["-c", laid(cached, place())]).status).toBe(0);
  await writeFile(
    join(bin, "debootstrap"),
    `#!/bin/sh\nfor at; do :; done\necho asked >>"${folder}/asked"\n${laid(offered, "$at")}\n`,
  );
  await chmod(join(bin, "debootstrap"), 0o755);
  const env = { PATH: `${bin}:/usr/sbin:/usr/bin:/sbin:/bin`, LIANTAI_ASTERISK: place() };
  return spawnSync("bash", [script], { env, encoding: "utf8" });
}
const asked = () =>
  access(join(folder, "asked")).then(
    () => true,
    () => false,
  );
const now = async () => /^Version: (.*)$/m.exec(await readFile(join(place(), "var/lib/dpkg/status"), "utf8"))?.[1];
const root = process.getuid?.() === 0;

test.each(["1:22.8.0+dfsg+~cs6.15.60671435-1", "1:22.10.1+dfsg-1"])(
  "one that is there and fits stays: %s",
  async (version) => {
    expect(await run(version, "1:23.0.0-1")).toMatchObject({ status: 0 });
    expect([await asked(), await now()]).toEqual([false, version]);
  },
);

(root ? test : test.skip).each(["1:20.9.3~dfsg-1", "1:22.7.9-1", "1:23.1.0-1"])(
  "another is made anew: %s",
  async (version) => {
    expect(await run(version, "1:22.10.1+dfsg-1")).toMatchObject({ status: 0, stdout: "" });
    expect([await asked(), await now()]).toEqual([true, "1:22.10.1+dfsg-1"]);
  },
);

(root ? test : test.skip)("where Debian has another by now it says so, and what was there stays", async () => {
  const { status, stdout } = await run("1:22.7.9-1", "1:23.1.0-1");
  expect([status, await now()]).toEqual([1, "1:22.7.9-1"]);
  expect(stdout).toContain("Debian sid has 23.1.0, not 22.8 or later of 22");
});

test("the Asterisk of these suites is one that docs/operations.md names", async () => {
  const { url, user, password } = testAsterisk();
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const info = await fetch(`${url}/asterisk/info?only=system`, { headers: { authorization } });
  const { system } = (await info.json()) as { readonly system: { readonly version: string } };
  const [, major = "", minor = ""] = /^(\d+)\.(\d+)/.exec(system.version) ?? [];
  expect(Number(major)).toBe(22);
  expect(Number(minor)).toBeGreaterThanOrEqual(8);
});
