/**
 * How many legs a core of the embedded switch carries: a hundred legs talk in pairs through one media thread, their
 * telephones are in a process of their own. On a busy machine the lateness is the machine's and not the switch's. Beside it, in
 * turns, a thread with the same peers that forwards each packet as it comes: the library's ICE, DTLS and SRTP, and nothing of ours.
 */
import { measureRelay } from "@liantai/server/testing/relay-load";
import { measureLegs } from "@liantai/server/testing/switch-load";
import { compare, median, type Measured } from "./lib/result.ts";
import { inTurns } from "./lib/turns.ts";

const legs = 100;
const seconds = 10;
const rounds = 3;

export async function run(): Promise<Measured> {
  const { ours, theirs } = await inTurns(
    rounds,
    () => measureLegs(legs, seconds),
    () => measureRelay(legs, seconds),
    0,
  );
  const cpuMsPerLeg = ours.map((round) => round.cpuMsPerLeg);
  return {
    name: "legs",
    compared: [
      compare(
        { what: "CPU a leg and second", reference: "a bare relay of the same peers", unit: "ms" },
        cpuMsPerLeg,
        theirs.map((round) => round.cpuMsPerLeg),
      ),
    ],
    unit: "",
    goal: "100 legs a core with frame lateness p99 < 20 ms",
    values: {
      legs,
      legsPerCore: 1_000 / median(cpuMsPerLeg),
      latenessP99Ms: median(ours.map((round) => round.latenessP99Ms)),
      delivered: median(ours.map((round) => round.delivered)),
      relayDelivered: median(theirs.map((round) => round.delivered)),
      processCpuMs: median(ours.map((round) => round.processCpuMs)),
    },
  };
}
