/** The machine's clock and randomness. */
import { randomBytes, randomInt } from "node:crypto";
import type { Clock, Random, Timer } from "../../../ports/clock.ts";
import { uuidV7 } from "./uuid.ts";

/** Node caps a timer at 2^31-1 ms and fires at once beyond it. */
const longest = 2_147_483_647;

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    after(ms, run): Timer {
      const handle = setTimeout(run, Math.min(Math.max(ms, 0), longest));
      return { cancel: () => clearTimeout(handle) };
    },
    every(ms, run): Timer {
      const handle = setInterval(run, Math.min(Math.max(ms, 1), longest));
      return { cancel: () => clearInterval(handle) };
    },
  };
}

export function createSystemRandom(clock: Clock): Random {
  const ids = uuidV7(
    () => clock.now(),
    (bytes) => randomBytes(bytes),
  );
  return {
    token: (bytes) => randomBytes(bytes).toString("base64url"),
    id: ids,
    int: (below) => randomInt(below),
  };
}
