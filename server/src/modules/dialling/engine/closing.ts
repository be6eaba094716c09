/** Ends of attempts: what is not closed nobody would hear of any more. */
import { minuteMs, secondMs } from "@liantai/api/contract";
import type { Closed, CloseInput } from "../attempts/closing-repository.ts";
import { Pauses } from "./pauses.ts";
import type { DiallerStore } from "./store.ts";
import type { TaskStepsDeps } from "./task-steps.ts";

/** After a failure of the database; longer with each one that follows, up to a minute. */
export const againMs = secondMs;

/** Begun by a process that is gone. */
export type Lost = Awaited<ReturnType<DiallerStore["open"]>>[number];

export interface ClosingDeps extends Pick<TaskStepsDeps, "line"> {
  readonly store: Pick<DiallerStore, "close">;
  readonly failed: (error: unknown) => void;
}

export class Closing {
  readonly #d: ClosingDeps;
  readonly #pauses: Pauses;
  #stopped = false;

  constructor(deps: ClosingDeps) {
    this.#d = deps;
    this.#pauses = new Pauses(deps.line.clock);
  }

  stop(): void {
    this.#stopped = true;
    this.#pauses.stop();
  }

  /** Again until it is closed, or the engine is gone: of an attempt that stays open nobody would hear any more. */
  async closes(closed: Omit<CloseInput, "compId">): Promise<Closed | undefined> {
    const { line, store } = this.#d;
    for (let ms = againMs; !this.#stopped; ms = Math.min(2 * ms, minuteMs))
      try {
        return await store.close({ compId: line.compId, ...closed });
      } catch (error) {
        this.#d.failed(error);
        await this.#pauses.wait(ms);
      }
    return undefined;
  }

  /** A call whose process is gone: its record says what is known, else nobody knows (0). It counts as an attempt. */
  async lost(open: Lost): Promise<void> {
    const now = this.#d.line.clock.now();
    const answeredAt = open.answerAt?.getTime() ?? null;
    const known = open.endAt !== null && (open.result ?? 0) >= 200 && open.cause !== "serverRestart";
    await this.closes({
      attemptId: open.id,
      code: known ? (open.result ?? 0) : 0,
      cause: open.cause ?? "serverRestart",
      answeredAt,
      connectedAt: answeredAt,
      endedAt: open.endAt?.getTime() ?? now,
      agentId: "",
      abandoned: false,
      answerer: answeredAt === null ? "" : "person",
      witness: "engine",
    });
  }
}
