/** The working copy of one step: the call so far and the effects it has asked for. Lives for one step only. */
import type { LegId } from "../../../ports/switch.ts";
import { otherSide, type Call, type CallEffect, type Phase, type Side, type SideName } from "./types.ts";

export class Draft {
  call: Call;
  readonly effects: CallEffect[] = [];
  readonly now: number;
  refused = false;

  constructor(call: Call, now: number) {
    this.call = call;
    this.now = now;
  }

  do(effect: CallEffect): void {
    this.effects.push(effect);
  }

  set(patch: Partial<Call>): void {
    this.call = { ...this.call, ...patch };
  }

  phase(phase: Phase): void {
    this.set({ phase });
  }

  /** A command that does not fit the state: nothing happens and the asker is told. */
  refuse(): void {
    this.refused = true;
  }

  note(
    fact: Extract<CallEffect, { do: "note" }>["fact"],
    actor = "engine",
    reason?: Extract<CallEffect, { do: "note" }>["reason"],
  ): void {
    this.do({ do: "note", fact, actor, ...(reason === undefined ? {} : { reason }) });
  }

  side(name: SideName): Side | undefined {
    return this.call[name];
  }

  patch(name: SideName, patch: Partial<Side>): void {
    const side = this.call[name];
    if (side) this.set({ [name]: { ...side, ...patch } });
  }

  next(): number {
    this.set({ counter: this.call.counter + 1 });
    return this.call.counter;
  }

  find(test: (side: Side) => boolean): SideName | undefined {
    return (["near", "far"] as const).find((name) => {
      const side = this.call[name];
      return side !== undefined && test(side);
    });
  }

  ofLeg(leg: LegId): SideName | undefined {
    return this.find((s) => s.leg === leg);
  }

  ofAgent(agentId: string): SideName | undefined {
    return this.find((s) => s.agentId === agentId);
  }

  /** Who is behind a side, for the log: an agent's id, or the customer's part in the call. */
  actor(name: SideName): string {
    return this.side(name)?.agentId ?? (name === "far" && this.call.direction === "inbound" ? "caller" : "callee");
  }

  /** Starts an originate of a side; the leg is known when 'originated' comes. */
  originate(name: SideName, ringMs: number, autoAnswer: boolean): void {
    const attempt = this.next();
    const beside = this.side(otherSide(name))?.leg;
    this.patch(name, { attempt, up: false });
    this.do({
      do: "originate",
      attempt,
      side: name,
      user: this.side(name)?.user ?? "",
      ringMs,
      autoAnswer,
      ...(beside ? { near: beside } : {}),
    });
  }
}
