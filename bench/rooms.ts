/**
 * What a leg costs in a conference of three, and of eight, against a leg in a talk of two: the same telephones through one media
 * thread, in turns. A leg in a room hears the others added up; in a talk of two there is nothing to add.
 */
import { measureLegs } from "@liantai/server/testing/switch-load";
import { compare, type Measured } from "./lib/result.ts";
import { inTurns } from "./lib/turns.ts";

const legs = 48;
const seconds = 5;
const rounds = 3;

export async function run(): Promise<Measured> {
  const of = (inRoom: number) => () => measureLegs(legs, seconds, inRoom);
  const three = await inTurns(rounds, of(3), of(2), 0);
  const eight = await inTurns(rounds, of(8), of(2), 0);
  const cpu = ({ cpuMsPerLeg }: { readonly cpuMsPerLeg: number }) => cpuMsPerLeg;
  const words = { reference: "a leg in a talk of two", unit: "ms of CPU a leg and second" };
  return {
    name: "rooms",
    compared: [
      compare({ what: "conference of three", ...words }, three.ours.map(cpu), three.theirs.map(cpu)),
      compare({ what: "conference of eight", ...words }, eight.ours.map(cpu), eight.theirs.map(cpu)),
    ],
    unit: "",
    goal: "none set: a conference of three under 1.25 is ours",
    values: {
      legs,
      latenessOfThreeP99Ms: Math.max(...three.ours.map(({ latenessP99Ms }) => latenessP99Ms)),
      deliveredOfThree: Math.min(...three.ours.map(({ delivered }) => delivered)),
      latenessOfEightP99Ms: Math.max(...eight.ours.map(({ latenessP99Ms }) => latenessP99Ms)),
      deliveredOfEight: Math.min(...eight.ours.map(({ delivered }) => delivered)),
    },
  };
}
