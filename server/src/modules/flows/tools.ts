/** What the engine of flows reckons with on the server: CEL and RE2. */
import type { Tools } from "@liantai/api/flows";
import { evaluate } from "./expressions.ts";
import { matches } from "./patterns.ts";

export const flowTools: Tools = { evaluate, matches };
