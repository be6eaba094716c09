/**
 * The process that has the calls is killed (docs/protocol.md P22, K35): two server processes on PostgreSQL, Redis and Asterisk of this
 * machine, 20 talks with tones, 10 callers waiting, 5 agents in a custom status; how long until everybody's state is told again, over the
 * time in which nobody may lead. Gaps are those of ears, this machine's own stalls taken off. TAKEOVER_CALLS: another number of talks;
 * half as many wait. Needs what .ci/run installs.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { apiSignIn } from "@liantai/e2e/harness/api.ts";
import type { Seat } from "@liantai/server/testing/takeover";
import { compare, type Measured } from "./lib/result.ts";
import { addSeats, seatPassword } from "./lib/seats.ts";

const calls = Number(process.env["TAKEOVER_CALLS"] ?? 20);
const resting = 5;
/** Nobody may lead before: 2 s after the last renewal, looked for every 250 ms. */
const leaseMs = 2_250;
const waiting = Math.ceil(calls / 2);
const seats: readonly Seat[] = Array.from({ length: calls + resting }, (_, n) => ({
  account: String(2_001 + n),
  password: seatPassword,
  roleType: 2,
}));

export async function run(): Promise<Measured> {
  const backing = spawn(process.execPath, [join(import.meta.dirname, "../scripts/backing.mjs")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    const [line] = (await once(createInterface({ input: backing.stdout }), "line")) as [string];
    Object.assign(process.env, JSON.parse(line));
    // Read after the environment is known.
    const { measureTakeover } = await import("@liantai/server/testing/takeover");
    const figures = await measureTakeover({
      talking: seats.slice(0, calls),
      resting: seats.slice(calls),
      waiting,
      prepare: async (url) =>
        addSeats(
          url,
          await apiSignIn(url, "admin", 1),
          seats.map(({ account }) => account),
        ),
      patienceMs: 30_000,
      quietMs: 5_000,
    });
    const { statesBackMs, ...values } = figures;
    return {
      name: "takeover",
      compared: [
        compare(
          {
            what: "from the kill until everybody's state is told again",
            reference: "a lease's end and one look",
            unit: "ms",
          },
          statesBackMs,
          leaseMs,
        ),
      ],
      unit: "",
      goal: "gap < 300 ms, states back < 3 s, every call held, one record a call, no stream torn, missing < 3 s",
      values: { calls, waiting, ...values },
    };
  } finally {
    backing.stdin.end();
  }
}
