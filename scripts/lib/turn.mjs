// A private coturn for the services suites, on a free port of loopback, with the secret of TURN_SECRET's scheme.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";

/**
 * What the suites are told. A machine without coturn is said so; the suite that needs it then fails with the same words.
 * @param {string} folder
 * @param {() => Promise<number>} freePort
 * @param {(child: import("node:child_process").ChildProcess) => unknown} started
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function startTurn(folder, freePort, started) {
  const { TEST_TURN_URL, TEST_TURN_SECRET } = process.env;
  if (TEST_TURN_URL) return { TEST_TURN_URL, TEST_TURN_SECRET };
  if (!existsSync("/usr/bin/turnserver")) {
    console.error(
      "coturn is not on this machine: install it (Debian: coturn) or name one in TEST_TURN_URL and TEST_TURN_SECRET.",
    );
    return {};
  }
  const home = mkdtempSync(join(folder, "turn-"));
  const secret = randomBytes(18).toString("hex");
  const port = await freePort();
  const own = ownAddress();
  const first = 40_000 + 200 * Math.floor(Math.random() * 50);
  started(
    spawn(
      "/usr/bin/turnserver",
      [
        "-n",
        ...["--listening-ip=127.0.0.1", `--relay-ip=${own}`, `--listening-port=${port}`],
        ...[`--min-port=${first}`, `--max-port=${first + 200}`, "--no-tls", "--no-dtls"],
        ...["--use-auth-secret", `--static-auth-secret=${secret}`, "--realm=liantai", "--fingerprint"],
        // As docs/operations.md says: to the switch alone.
        ...["--denied-peer-ip=0.0.0.0-255.255.255.255", "--allowed-peer-ip=127.0.0.1", `--allowed-peer-ip=${own}`],
        // It refuses to relay to loopback unless told so, and that only without its command line.
        ...["--allow-loopback-peers", "--no-cli"],
        ...[`--userdb=${join(home, "turndb")}`, `--pidfile=${join(home, "pid")}`, "--log-file=stdout"],
      ],
      { stdio: "ignore", cwd: home },
    ),
  );
  await listens(port);
  return { TEST_TURN_URL: `turn:127.0.0.1:${port}?transport=udp`, TEST_TURN_SECRET: secret };
}

/** Asterisk answers from the address that it is asked at only where the question comes from there, not from loopback. */
const ownAddress = () =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.1";

/**
 * It serves TCP at the same port.
 * @param {number} port
 */
async function listens(port) {
  for (let i = 0; i < 150; i++) {
    const there = await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (there) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("coturn did not come up in 15 s");
}
