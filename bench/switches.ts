/**
 * What a leg costs on the embedded switch and on Asterisk, on the same machine, in turns: the same telephones in pairs, PCMU over
 * DTLS-SRTP, every pair recorded on two channels. Counted is all that is spent: the server's process with its media thread and its
 * recorder, and Asterisk's. Needs what .ci/asterisk installs.
 */
import { measureRecorded } from "@liantai/server/testing/recorded-load";
import { openAsterisk } from "./lib/asterisk.ts";
import { compare, median, type Measured } from "./lib/result.ts";
import { inTurns } from "./lib/turns.ts";

const legs = 40;
const seconds = 10;
const rounds = 3;

export async function run(): Promise<Measured> {
  const asterisk = await openAsterisk();
  try {
    Object.assign(process.env, asterisk.told);
    const { ours, theirs } = await inTurns(
      rounds,
      () => measureRecorded(legs, seconds),
      () => measureRecorded(legs, seconds, asterisk.pid),
      0,
    );
    const cpu = (found: typeof ours): number[] => found.map(({ cpuMsPerLeg }) => cpuMsPerLeg);
    return {
      name: "switches",
      compared: [
        compare(
          { what: "CPU a recorded leg and second, all processes", reference: "the same on Asterisk", unit: "ms" },
          cpu(ours),
          cpu(theirs),
        ),
      ],
      unit: "",
      goal: "at least Asterisk's legs a core: a ratio of 1 or less",
      values: {
        legs,
        legsPerCore: 1_000 / median(cpu(ours)),
        asteriskLegsPerCore: 1_000 / median(cpu(theirs)),
        delivered: median(ours.map(({ delivered }) => delivered)),
        asteriskDelivered: median(theirs.map(({ delivered }) => delivered)),
        latenessP99Ms: median(ours.map(({ latenessP99Ms }) => latenessP99Ms)),
      },
    };
  } finally {
    asterisk.end();
  }
}
