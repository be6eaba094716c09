/** What the engine of flows reckons with on the server: CEL and RE2. */
import type { Tools } from "@liantai/api/flows";
import { evaluate, evaluateCost } from "./expressions.ts";
import { matchCost, matchedSoFar, matches } from "./patterns.ts";

export const flowTools: Tools = {
  evaluate,
  matches,
  costs: { evaluate: evaluateCost, matches: matchCost, matched: matchedSoFar },
};
