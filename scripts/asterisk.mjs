// node scripts/asterisk.mjs: a private Asterisk for a bench. Prints what its suites are told and its process id as one line of JSON; ends
// with its standard input.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./lib/free-port.mjs";
import { startAsterisk } from "./lib/asterisk.mjs";

const folder = mkdtempSync(join(tmpdir(), "liantai-asterisk-"));
/** @type {import("node:child_process").ChildProcess[]} */
const started = [];
const told = await startAsterisk(folder, freePort, (child) => started.push(child));
console.log(JSON.stringify({ told, pid: started[0]?.pid }));
process.stdin.resume().once("end", () => {
  for (const child of started) child.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
