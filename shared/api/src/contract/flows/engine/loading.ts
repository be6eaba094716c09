import type { Run } from "./run.ts";
import type { FlowEvent } from "./session.ts";

/** The runner has put the other program in place, and this one is over without an end of the call. What is not there is a failure. */
export function loaded(run: Run, event: FlowEvent): void {
  if (event.type !== "loaded") return;
  if (event.found) return run.set({ over: true });
  run.fail("expression", "要转到的流程不存在或未发布");
}
