/** Both switches under the same load, recordings included: everything that a leg costs on this machine, whichever process spends it. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadDirectory, measureOn, type LoadFigures } from "../../../embedded/switch/testing/load.ts";
import { embeddedHarness } from "../../../embedded/switch/testing/harness.ts";
import { asteriskHarness } from "./harness.ts";

/** Linux counts in hundredths of a second. */
const tickMs = 10;
const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
};

/** `asterisk`: its process id; absent: the embedded switch. */
export async function measureRecorded(legs: number, seconds: number, asterisk?: number): Promise<LoadFigures> {
  const folder = await mkdtemp(join(tmpdir(), "liantai-load-"));
  const harness = await (asterisk === undefined
    ? embeddedHarness(loadDirectory, { workers: 1 })
    : asteriskHarness(loadDirectory));
  const audioCpuMs = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000 + (asterisk === undefined ? 0 : cpuOf(asterisk));
  };
  try {
    return await measureOn({ ...harness, audioCpuMs }, legs, seconds, {
      record: (room) => join(folder, `${room}.wav`),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
