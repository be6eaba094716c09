/**
 * npm run floor [-- --callees 40 --agents 8 --minutes 2 --talk 12 --mode predictive --amd --seed 1]: a floor that dials, on loopback
 * (lib/dial-floor.ts). Prints readable lines and one of JSON; ends with 1 when attempts, ledger, records and INVITEs do not add up.
 */
import { parseArgs } from "node:util";
import { floorLimits, runFloor } from "./lib/dial-floor.ts";
import type { FloorPlan } from "./lib/dial-plan.ts";
import { linesOf } from "./lib/dial-report.ts";

const modes = ["progressive", "ratio", "predictive"] as const;
const usage =
  "npm run floor -- [--callees 1-200] [--agents 1-60] [--minutes 0.1-10] [--talk 1-120] " +
  `[--mode ${modes.join("|")}] [--amd] [--seed 1]`;

function planned(): FloorPlan {
  const { values } = parseArgs({
    options: {
      ...{
        callees: { type: "string" },
        agents: { type: "string" },
        minutes: { type: "string" },
        talk: { type: "string" },
      },
      ...{ mode: { type: "string" }, amd: { type: "boolean" }, seed: { type: "string" } },
    },
  });
  const figure = (name: string, given: string | undefined, usual: number, [least, most]: readonly [number, number]) => {
    const value = Number(given ?? usual);
    if (!(value >= least && value <= most)) throw new Error(`--${name} takes ${least} to ${most}`);
    return value;
  };
  const mode = modes.find((each) => each === (values.mode ?? "predictive"));
  if (!mode) throw new Error(`--mode takes ${modes.join(", ")}`);
  return {
    callees: Math.round(figure("callees", values.callees, 40, [1, floorLimits.callees])),
    agents: Math.round(figure("agents", values.agents, 8, [1, floorLimits.agents])),
    minutes: figure("minutes", values.minutes, 2, [0.1, floorLimits.minutes]),
    talkS: figure("talk", values.talk, 20, [1, 120]),
    seed: Math.round(figure("seed", values.seed, 1, [0, 2 ** 31])),
    mode,
    detects: values.amd === true,
  };
}

let plan: FloorPlan;
try {
  plan = planned();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exit(2);
}
const report = await runFloor(plan, (line) => console.error(line));
for (const line of linesOf(report)) console.log(line);
console.log(JSON.stringify(report));
process.exit(report.faults.length > 0 ? 1 : 0);
