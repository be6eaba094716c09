/** Where an answered call stands: in the queue or with an agent, and since when. SIP cannot tell; the switch says so. */
import type { CallStage } from "@liantai/api/contract";
import type { CustomerState } from "./ports.ts";

type Answered = Extract<CustomerState, { kind: "queued" | "talking" }>;

export class Standing {
  private stage: CallStage | undefined;
  private queuedAt: number | undefined;
  private talkedAt: number | undefined;
  private readonly byAgent: boolean;

  /** 'agent': an agent called, so nobody has to be waited for. A state: what this leg takes over. */
  constructor(from: "agent" | "customer" | Answered) {
    this.byAgent = from === "agent" || (typeof from === "object" && from.kind === "talking");
    if (typeof from !== "object") return;
    this.stage = from.stage;
    if (from.kind === "talking") this.talkedAt = from.since;
    else this.queuedAt = from.since;
  }

  published(stage: CallStage): void {
    this.stage = stage;
  }

  at(now: number): Answered {
    const { stage } = this;
    if (stage === undefined)
      return this.byAgent
        ? { kind: "talking", since: (this.talkedAt ??= now), stage }
        : { kind: "queued", since: (this.queuedAt ??= now), stage };
    return "agent" in stage
      ? { kind: "talking", since: (this.talkedAt ??= now), stage }
      : { kind: "queued", since: (this.queuedAt ??= now), stage };
  }

  /** ms with an agent so far. */
  talked(now: number): number {
    return this.talkedAt === undefined ? 0 : now - this.talkedAt;
  }
}
