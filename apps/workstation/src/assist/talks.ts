/** What was said, noticed and recommended in the talks of this page's seat. Kept until 400 ms after the talk (realtime.md section 9). */
import type {
  AssistCustomerInfo,
  AssistMessage,
  AssistProcess,
  AssistWarning,
  DialogueEntry,
} from "@liantai/api/contract/assist";

export interface TalkAssist {
  readonly callId: string;
  readonly agentId: string;
  /** Both voices are listened to now. */
  readonly listening: boolean;
  readonly entries: readonly DialogueEntry[];
  readonly warnings: readonly AssistWarning[];
  readonly process: AssistProcess | undefined;
  /** Knowledge whose sentence was heard, the newest first. */
  readonly knowledge: readonly AssistProcess["nodeData"][];
  readonly info: AssistCustomerInfo["content"];
}

const most = { entries: 500, warnings: 100, knowledge: 3 } as const;

const added = <T extends { readonly id: string }>(list: readonly T[], one: T, limit: number): readonly T[] =>
  [...list.filter(({ id }) => id !== one.id), one].slice(-limit);

const begun = ({ callId, agentId }: Pick<AssistMessage, "callId" | "agentId">): TalkAssist => ({
  callId,
  agentId,
  listening: true,
  entries: [],
  warnings: [],
  process: undefined,
  knowledge: [],
  info: [],
});

export function heard(talk: TalkAssist | undefined, message: AssistMessage): TalkAssist {
  const now = talk?.callId === message.callId ? talk : begun(message);
  switch (message.type) {
    case "CHAT":
      return { ...now, entries: added(now.entries, message.dialogueData, most.entries) };
    case "WARN":
      return { ...now, warnings: added(now.warnings, message.warningData, most.warnings) };
    case "PROCESS": {
      const { flowId, flowData, nodeData } = message;
      if (flowId !== "") return { ...now, process: { flowId, flowData, nodeData } };
      const others = now.knowledge.filter(({ nodeId }) => nodeId !== nodeData.nodeId);
      return { ...now, knowledge: [nodeData, ...others].slice(0, most.knowledge) };
    }
    case "customerInfo":
      return { ...now, info: message.content };
    case "ASR_START":
      return { ...now, listening: true };
    case "CUSTOMER":
      return now;
  }
}

type Past = Pick<TalkAssist, "entries" | "warnings" | "process" | "listening">;

/** By seat: the page's own, and those it watches. */
export class Talks {
  readonly #talks = new Map<string, TalkAssist>();
  readonly #listeners = new Set<() => void>();
  #over = "";

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly of = (callId: string): TalkAssist | undefined => this.#talks.get(callId);

  heard(message: AssistMessage): void {
    if (message.callId === this.#over) return;
    // It comes again with the end of the listening (A18), when a page that watches may have forgotten the talk.
    if (message.type === "CUSTOMER") return;
    this.#talks.set(message.callId, heard(this.#talks.get(message.callId), message));
    for (const tell of this.#listeners) tell();
  }

  /** The own talk is listened to from now on, or no longer: what was said stays. */
  listens(callId: string, agentId: string, listening: boolean): void {
    this.#talks.set(callId, { ...(this.#talks.get(callId) ?? begun({ callId, agentId })), listening });
    for (const tell of this.#listeners) tell();
  }

  /** What was said before the page was here. */
  recalled(callId: string, agentId: string, past: Partial<Past>): void {
    const now = this.#talks.get(callId) ?? begun({ callId, agentId });
    const entries = (past.entries ?? []).filter(({ id }) => !now.entries.some((each) => each.id === id));
    const warnings = (past.warnings ?? []).filter(({ id }) => !now.warnings.some((each) => each.id === id));
    this.#talks.set(callId, {
      ...now,
      listening: past.listening ?? now.listening,
      entries: [...entries, ...now.entries],
      warnings: [...warnings, ...now.warnings],
      process: now.process ?? past.process,
    });
    for (const tell of this.#listeners) tell();
  }

  /** The talk is over: what comes late, the last sentence for one, belongs to its record alone. */
  ended(callId: string): void {
    this.#over = callId;
    if (this.#talks.delete(callId)) for (const tell of this.#listeners) tell();
  }

  get size(): number {
    return this.#talks.size;
  }
}
