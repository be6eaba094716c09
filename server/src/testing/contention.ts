import { readFileSync } from "node:fs";

/**
 * ms so far in which somebody on this machine stood in line for a core (the kernel's PSI): what a busy machine adds to a time says nothing
 * of the code. 0 where the kernel does not tell.
 */
function contendedMs(): number {
  try {
    return Number(/^some .*total=(\d+)/m.exec(readFileSync("/proc/pressure/cpu", "utf8"))?.[1] ?? 0) / 1_000;
  } catch {
    return 0;
  }
}

export interface Lasted {
  readonly ms: number;
  /** Without what the machine's other work may have added. */
  readonly ownMs: number;
}

/** Begins now; tells how long it has been. */
export function stopwatch(): () => Lasted {
  const [began, contended] = [performance.now(), contendedMs()];
  return () => {
    const ms = performance.now() - began;
    return { ms, ownMs: Math.max(0, ms - (contendedMs() - contended)) };
  };
}
