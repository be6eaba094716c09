/** The machine's clock and randomness. */
import { randomBytes, randomFillSync, randomInt } from "node:crypto";
import type { Clock, Random, Timer } from "../../../ports/clock.ts";
import { uuidV7 } from "./uuid.ts";

/** Node caps a timer at 2^31-1 ms and fires at once beyond it. */
const longest = 2_147_483_647;

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
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

const poolBytes = 4_096;

/** Random bytes for ids, which every request needs: a system call for 256 of them instead of one each. None is given twice. */
function pooledBytes(): (bytes: number) => Uint8Array {
  const pool = Buffer.allocUnsafeSlow(poolBytes);
  let at = poolBytes;
  return (bytes) => {
    if (at + bytes > poolBytes) {
      randomFillSync(pool);
      at = 0;
    }
    at += bytes;
    return pool.subarray(at - bytes, at);
  };
}

export function createSystemRandom(clock: Clock): Random {
  const ids = uuidV7(() => clock.now(), pooledBytes());
  return {
    token: (bytes) => randomBytes(bytes).toString("base64url"),
    id: ids,
    int: (below) => randomInt(below),
  };
}
