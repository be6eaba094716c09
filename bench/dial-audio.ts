/**
 * From a callee's answer until he hears the agent, with 40 calls up: a floor that dials predictively on the real server and switch
 * (lib/dial-floor.ts), with real sound. Beside it two of the same telephones with nothing between them, in turns.
 */
import { runFloor } from "./lib/dial-floor.ts";
import { compare, type Measured } from "./lib/result.ts";

export async function run(): Promise<Measured> {
  const report = await runFloor(
    { callees: 140, agents: 44, minutes: 4, mode: "predictive", talkS: 60, detects: false, seed: 1 },
    (line) => console.error(line),
  );
  if (report.faults.length > 0) throw new Error(report.faults.join("; "));
  const { answerToAudio, busiest, plain } = report;
  // On a machine that does not get so many up, all answers.
  const { p50, p95 } = busiest.count > 0 ? busiest : answerToAudio;
  const words = { reference: "the same telephones with no switch between them", unit: "ms" };
  return {
    name: "dial-audio",
    compared: [
      compare({ what: "answer to the agent's audio at the callee's ear, p95", ...words }, p95, plain.p95),
      compare({ what: "the same, median", ...words }, p50, plain.p50),
    ],
    unit: "",
    goal: "p95 under 700 ms with 40 calls up",
    values: {
      ...{ mostUp: report.mostUp, answersWithSoMany: busiest.count, answers: answerToAudio.count, calls: report.calls },
      ...{ abandonedPercent: report.abandonedShare * 100, serverCpuPercent: report.serverCpu * 100 },
    },
  };
}
