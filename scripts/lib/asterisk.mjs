// A private Asterisk for the services suites: its configuration in a temporary folder, its ports free ones of loopback.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { env, node, root } from "./setup.mjs";

/** Where .ci/asterisk put it. */
const installed = process.env["LIANTAI_ASTERISK"] ?? "/opt/liantai-asterisk";
const libraries = "usr/lib/x86_64-linux-gnu";

/**
 * What the suites are told. A machine without Asterisk is said so; the suites that need it then fail, each with the same words.
 * @param {string} folder
 * @param {() => Promise<number>} freePort
 * @param {(child: import("node:child_process").ChildProcess) => unknown} onStart
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function startAsterisk(folder, freePort, onStart) {
  const { TEST_ASTERISK_URL, TEST_ASTERISK_USER, TEST_ASTERISK_PASSWORD } = process.env;
  if (TEST_ASTERISK_URL) return { TEST_ASTERISK_URL, TEST_ASTERISK_USER, TEST_ASTERISK_PASSWORD };
  if (!existsSync(join(installed, "usr/sbin/asterisk"))) {
    console.error(
      `Asterisk is not on this machine: put it into ${installed} by .ci/asterisk (root, Debian) or name a running one in ` +
        "TEST_ASTERISK_URL, TEST_ASTERISK_USER and TEST_ASTERISK_PASSWORD.",
    );
    return {};
  }
  const home = mkdtempSync(join(folder, "asterisk-"));
  chmodSync(folder, 0o755);
  /** @param {string} name */
  const own = (name) => {
    mkdirSync(join(home, name), { recursive: true });
    return join(home, name);
  };
  const access = { user: "liantai", password: randomBytes(18).toString("hex") };
  const [http, sip, copies] = [await freePort(), await freePort(), await freePort()];
  const first = 20_000 + 200 * Math.floor(Math.random() * 50);
  const directories = {
    astetcdir: own("etc"),
    astmoddir: join(installed, libraries, "asterisk/modules"),
    astdatadir: join(installed, "usr/share/asterisk"),
    astvarlibdir: own("lib"),
    astkeydir: own("lib"),
    astagidir: own("lib"),
    astcachedir: own("lib"),
    astdbdir: own("db"),
    astspooldir: own("spool"),
    astrundir: own("run"),
    astlogdir: own("log"),
  };
  mkdirSync(join(home, "lib/keys"));
  const written = spawnSync(
    node,
    [
      join(root, "server/src/tools/asterisk-config.ts"),
      directories.astetcdir,
      "--http",
      `127.0.0.1:${http}`,
      "--sip",
      `127.0.0.1:${sip}`,
      "--copies",
      `127.0.0.1:${copies}`,
      "--media",
      `${first}-${first + 2_000}`,
      // As behind NAT for who is outside of this machine's network; the suites have most of loopback, and 127.9.0.0/16 is outside of it.
      "--public",
      "203.0.113.10",
      "--local",
      "127.0.0.0/13",
    ],
    { env: env({ ASTERISK_ARI_USER: access.user, ASTERISK_ARI_PASSWORD: access.password }), encoding: "utf8" },
  );
  if (written.status !== 0) throw new Error(`asterisk:config: ${written.stderr}`);
  const lines = Object.entries(directories).map(([name, path]) => `${name} = ${path}`);
  appendFileSync(join(directories.astetcdir, "asterisk.conf"), `\n[directories]\n${lines.join("\n")}\n`);
  // What a bench has beside ours.
  appendFileSync(join(directories.astetcdir, "extensions.conf"), process.env["LIANTAI_ASTERISK_DIALPLAN"] ?? "");
  // Its own loader and libraries: it needs neither a chroot nor root.
  const child = spawn(
    join(installed, "lib64/ld-linux-x86-64.so.2"),
    [
      "--library-path",
      `${join(installed, libraries)}:${join(installed, libraries, "pulseaudio")}`,
      join(installed, "usr/sbin/asterisk"),
      "-f",
      "-C",
      join(home, "etc/asterisk.conf"),
    ],
    { stdio: "ignore", cwd: home },
  );
  onStart(child);
  const url = `http://127.0.0.1:${http}/ari`;
  await answers(url, access, child);
  return {
    TEST_ASTERISK_URL: url,
    TEST_ASTERISK_USER: access.user,
    TEST_ASTERISK_PASSWORD: access.password,
    TEST_ASTERISK_SIP: `127.0.0.1:${sip}`,
    TEST_ASTERISK_COPIES: `127.0.0.1:${copies}`,
  };
}

/**
 * @param {string} url
 * @param {{ readonly user: string; readonly password: string }} access
 * @param {import("node:child_process").ChildProcess} child
 */
async function answers(url, { user, password }, child) {
  const headers = { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
  for (let i = 0; i < 150 && child.exitCode === null; i++) {
    const up = await fetch(`${url}/asterisk/ping`, { headers }).then(
      (response) => response.ok,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("Asterisk did not come up in 30 s");
}
