/** Whether the version of snapshots is that of their shape (docs/protocol.md K35); --write makes it so. Part of `npm run types`. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { digestOf, shapesOf } from "../modules/telephony/testing/type-shape.ts";

const file = join(import.meta.dirname, "../modules/telephony/engine/snapshots.ts");
const text = await readFile(file, "utf8");
const version = digestOf(shapesOf(file, ["CallSnapshot", "AgentSnapshot"], "v"));
const line = `snapshotVersion = "${version}";`;
if (process.argv.includes("--write")) await writeFile(file, text.replace(/snapshotVersion = "\w+";/, line));
else if (!text.includes(line)) {
  process.stderr.write(`live calls or agents have another shape now: npm run snapshot-version (${line})\n`);
  process.exitCode = 1;
}
