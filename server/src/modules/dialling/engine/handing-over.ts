/** A robot's call goes to people once its dialogue has come to a level that its task names (inventory dialling.md B16, intelligent). */
import type { CallFact } from "../../event-log/index.ts";
import type { Call, TaskLine } from "../../telephony/index.ts";
import type { ScoredSoFar } from "../intentions/scoring.ts";
import type { RunRow } from "./repository.ts";

export interface HandingOverDeps {
  readonly line: Pick<TaskLine, "written" | "scored">;
  /** Of what stands in the log. */
  readonly level: (callId: string) => Promise<ScoredSoFar | undefined>;
  readonly background: (work: Promise<unknown>, what: string) => void;
}

/** After these the level may be another. */
const tells: ReadonlySet<string> = new Set<Extract<CallFact, { type: "flowStep" }>["step"]>(["heard", "keys", "node"]);

export class HandingOver {
  readonly #d: HandingOverDeps;
  /** Calls whose level is being asked; true: once more, for more was said meanwhile. */
  readonly #asking = new Map<string, boolean>();

  constructor(deps: HandingOverDeps) {
    this.#d = deps;
  }

  fact({ callId }: Call, fact: CallFact, { ftype, settings }: Pick<RunRow, "ftype" | "settings">): void {
    // Tasks of before have neither.
    const { handOverLevels = [], handOverGroupId = "" } = settings;
    if (ftype !== 1 || handOverLevels.length === 0 || handOverGroupId === "") return;
    if (fact.type !== "flowStep" || !tells.has(fact.step)) return;
    const asked = this.#asking.has(callId);
    this.#asking.set(callId, asked);
    if (!asked)
      this.#d.background(this.#ask(callId, handOverLevels, handOverGroupId), "the level of a call is not known");
  }

  async #ask(callId: string, levels: readonly string[], groupId: string): Promise<void> {
    const { line } = this.#d;
    try {
      do {
        this.#asking.set(callId, false);
        await line.written();
        const found = await this.#d.level(callId);
        if (!found) continue;
        const { level, score, told } = found;
        const hands = levels.includes(level);
        if (hands || !told)
          line.scored(callId, { ...(!told && { scored: { level, score } }), ...(hands && { to: { level, groupId } }) });
        if (hands) return;
      } while (this.#asking.get(callId));
    } finally {
      this.#asking.delete(callId);
    }
  }
}
