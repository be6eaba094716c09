/**
 * An installation of a thousand enterprises on PostgreSQL, Redis and Asterisk of this machine, of which one has a call: how long a
 * process takes to have them all, over a start with one; what it takes at rest; and how long another process, which has hardly any,
 * takes when the first is killed. ENTERPRISES: another number. Needs what .ci/run installs.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { compare, type Measured } from "./lib/result.ts";

const enterprises = Number(process.env["ENTERPRISES"] ?? 1_000);
/** Nobody may lead before: 2 s after the last renewal, looked for every 250 ms. */
const leaseMs = 2_250;

export async function run(): Promise<Measured> {
  const backing = spawn(process.execPath, [join(import.meta.dirname, "../scripts/backing.mjs")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    const [line] = (await once(createInterface({ input: backing.stdout }), "line")) as [string];
    Object.assign(process.env, JSON.parse(line));
    // Read after the environment is known.
    const { measureMany } = await import("@liantai/server/testing/many");
    const { one, many, after, takeOverMs, connectedMs, obeysMs, handedPerSecond } = await measureMany(enterprises);
    return {
      name: "enterprises",
      compared: [
        compare(
          { what: "from the start until all are served", reference: "a start with one enterprise", unit: "ms" },
          many.servesMs,
          one.servesMs,
        ),
        compare(
          { what: "from a kill until another has their leases", reference: "a lease's end and one look", unit: "ms" },
          takeOverMs,
          leaseMs,
        ),
        compare(
          {
            what: "from a kill until the one call, of the last enterprise by its code, obeys",
            reference: "until all are connected",
            unit: "ms",
          },
          obeysMs,
          connectedMs,
        ),
        compare(
          { what: "CPU a second at rest", reference: "with one enterprise", unit: "ms" },
          many.cpuMsPerSecond,
          one.cpuMsPerSecond,
        ),
        compare({ what: "resident memory", reference: "with one enterprise", unit: "MB" }, many.rssMb, one.rssMb),
      ],
      unit: "",
      goal: "all served in 10 s, taken over in 10 s",
      values: {
        enterprises,
        connectedMs,
        webSockets: many.webSockets,
        webSocketsOfOne: one.webSockets,
        handedPerSecond,
        cpuAfterTakeOver: after.cpuMsPerSecond,
        rssAfterTakeOver: after.rssMb,
        webSocketsAfterTakeOver: after.webSockets,
      },
    };
  } finally {
    backing.stdin.end();
  }
}
