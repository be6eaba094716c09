/**
 * How many legs a core of the embedded switch carries: a hundred legs talk in pairs through one media thread, their
 * telephones are in a process of their own. On a busy machine the lateness is the machine's and not the switch's.
 */
import { measureLegs } from "@liantai/server/testing/switch-load";
import { type Measured } from "./lib/result.ts";

const LEGS = 100;
const SECONDS = 10;

export async function run(): Promise<Measured> {
  const figures = await measureLegs(LEGS, SECONDS);
  return {
    name: "legs",
    compared: [],
    unit: "(ms for CPU and lateness)",
    goal: "100 legs a core with frame lateness p99 < 20 ms",
    values: { ...figures },
  };
}
