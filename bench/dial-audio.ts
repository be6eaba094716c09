/**
 * From a callee's answer until he hears the agent, with 40 calls up: a floor that dials predictively on the real server and switch
 * (lib/dial-floor.ts), with real sound. Beside it two of the same telephones with nothing between them, on the same machine.
 */
import { AudioPeer } from "@liantai/server/testing/audio-peer";
import { runFloor } from "./lib/dial-floor.ts";
import { compare, quantile, type Measured } from "./lib/result.ts";

const agentHz = 500;
const rounds = 20;

/** The same peers: one answers, the other says its tone. */
async function plainAnswer(): Promise<number> {
  const [caller, callee] = [new AudioPeer(agentHz), new AudioPeer()];
  const offer = await caller.offer();
  const from = performance.now();
  await caller.accept(await callee.answer(offer));
  await callee.ears.tone(agentHz, 20_000);
  const ms = performance.now() - from;
  await Promise.all([caller.close(), callee.close()]);
  return ms;
}

export async function run(): Promise<Measured> {
  const report = await runFloor(
    { callees: 100, agents: 44, minutes: 3, mode: "predictive", talkS: 40, detects: false, seed: 1 },
    (line) => console.error(line),
  );
  if (report.faults.length > 0) throw new Error(report.faults.join("; "));
  const plain: number[] = [];
  for (let round = 0; round < rounds; round += 1) plain.push(await plainAnswer());
  const { answerToAudio, busiest } = report;
  // On a machine that does not get so many up, all answers.
  const { p50, p95 } = busiest.count > 0 ? busiest : answerToAudio;
  const words = { reference: "the same telephones with no switch between them", unit: "ms" };
  return {
    name: "dial-audio",
    compared: [
      compare({ what: "answer to the agent's audio at the callee's ear, p95", ...words }, p95, quantile(plain, 0.95)),
      compare({ what: "the same, median", ...words }, p50, quantile(plain, 0.5)),
    ],
    unit: "",
    goal: "p95 under 700 ms with 40 calls up",
    values: {
      ...{ mostUp: report.mostUp, answersWithSoMany: busiest.count, answers: answerToAudio.count, calls: report.calls },
      ...{ abandonedPercent: report.abandonedShare * 100, serverCpuPercent: report.serverCpu * 100 },
    },
  };
}
