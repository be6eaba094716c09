/** What flows of conversations ask of the world: outside of transactions, once a process, and answered into the conversation. */
import type { FlowEvent } from "@liantai/api/flows";
import { FlowQuestionFailed } from "../../telephony/index.ts";
import type { ChatSessionRow } from "../types.ts";
import type { ConversationsDeps } from "./deps.ts";
import { enteringOf, type Entering } from "./leading.ts";
import type { ChatFlow, LineAsk, LineLoad } from "./line-types.ts";

type Of = Pick<ChatSessionRow, "compId" | "id" | "visitorId" | "startedAt">;

export interface AskingDeps extends Pick<ConversationsDeps, "ports" | "flows"> {
  answered(of: Of, event: FlowEvent): Promise<void>;
  entered(of: Of, load: LineLoad, entering: Entering): Promise<void>;
}

export class Asking {
  readonly #d: AskingDeps;
  /** By conversation and effect. */
  readonly #underWay = new Map<string, Promise<void>>();
  #stopped = false;

  constructor(deps: AskingDeps) {
    this.#d = deps;
  }

  /** Whatever of it this process has not in hand. */
  pursue(of: Of, { asks, load, state }: ChatFlow): void {
    for (const ask of asks) this.#once(of, ask.id, () => this.#ask(of, state, ask));
    if (load) this.#once(of, load.id, () => this.#load(of, load));
  }

  /** What is not answered yet is another's, or asked when this process is there again: nobody waits for what other systems owe. */
  stop(): void {
    this.#stopped = true;
  }

  #once(of: Of, id: string, run: () => Promise<void>): void {
    const key = `${of.id}:${id}`;
    if (this.#stopped || this.#underWay.has(key)) return;
    const work = run()
      .catch((error: unknown) => {
        if (!this.#stopped)
          this.#d.ports.logger.error({ error, sessionId: of.id }, "what a conversation asked was not answered");
      })
      .finally(() => void this.#underWay.delete(key));
    this.#underWay.set(key, work);
  }

  async #ask(of: Of, { flowId, versionId }: ChatFlow["state"], asked: LineAsk): Promise<void> {
    const { compId, id: callId, startedAt } = of;
    const { id, ask, nodeId, nodeName, sensitive } = asked;
    const { clock, logger } = this.#d.ports;
    const by = {
      compId,
      callId,
      began: startedAt.getTime(),
      flowId,
      versionId,
      nodeId,
      nodeName,
      sensitive,
      caller: "",
    };
    const began = clock.now();
    const took = () => (ask.what === "interface" ? { ms: clock.now() - began } : {});
    let event: FlowEvent;
    try {
      const answer = await this.#d.flows.ask({ ...by, key: `${callId}:${id}` }, ask);
      event = { type: "answered", id, answer: { ...answer, ...took() } };
    } catch (error) {
      const known = error instanceof FlowQuestionFailed;
      if (!known && !this.#stopped)
        logger.error({ error, sessionId: callId, what: ask.what }, "what a flow asked could not be answered");
      const why = known ? { class: error.class, text: error.message } : { class: "interface" as const };
      event = { type: "askFailed", id, ...why, ...took() };
    }
    if (!this.#stopped) await this.#d.answered(of, event);
  }

  async #load(of: Of, load: LineLoad): Promise<void> {
    const entering = await enteringOf(this.#d, of.compId, load.flowId, of.visitorId, of.startedAt.getTime());
    if (this.#stopped) return;
    if (entering) await this.#d.entered(of, load, entering);
    else await this.#d.answered(of, { type: "loaded", id: load.id, found: false });
  }
}
