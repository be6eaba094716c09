/** What a call's target is at the moment, who serves it, and ringing a seat or an extension without a queue. */
import { leadsNowhere, type Target, type TargetRef } from "../../numbers/index.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import { isFree } from "../agent-machine.ts";
import { farOf } from "../call/parties.ts";
import type { Call, CallEffect, CallInput, NumberRef, Routed } from "../call/types.ts";
import type { EngineDeps } from "./deps.ts";
import { agentParty } from "./agent-party.ts";
import type { AgentSession } from "./agent-session.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import { forwardsOf, hindrance } from "./forwarded.ts";

export interface TargetsDeps extends Pick<EngineDeps, "numbers" | "switch" | "clock" | "logger" | "flows"> {
  dispatch(callId: string, input: CallInput): void;
  sessions(): AgentSessions;
  call(callId: string): Call | undefined;
  /** A number outside, if limits, blacklists and routes allow it. */
  aim(compId: string, number: string, displayed?: string): Promise<Target | CommandReply>;
  /** Must be done before the engine may stop. */
  track(work: Promise<unknown>): void;
}

/** The number that the flow wants to be shown; '': it does not say. */
function displayedByFlow(call: Call | undefined): string {
  const to = call?.flow?.transfer?.to;
  return to?.kind === "outside" ? to.displayed : "";
}

export class Targets {
  readonly #d: TargetsDeps;

  constructor(deps: TargetsDeps) {
    this.#d = deps;
  }

  serving(compId: string, target: Target): Routed {
    return {
      target,
      served:
        "queue" in target
          ? this.#d.sessions().served(
              compId,
              target.queue.groups.map((g) => g.id),
            )
          : [],
    };
  }

  /** Looks an overflow's target up and tells the call, which goes on waiting for it. */
  route(call: Call, to: TargetRef | NumberRef, music = ""): void {
    const { callId, compId, talked } = call;
    const caller = talked ? undefined : farOf(call).number;
    const found = this.#find(compId, to, caller).catch((error: unknown) => {
      this.#d.logger.error({ error, callId }, "where a call overflows to could not be looked up");
      return undefined;
    });
    this.#d.track(
      Promise.all([found, this.#musicOf(compId, music)]).then(([target, path]) =>
        this.#d.dispatch(callId, {
          type: "routed",
          ...(target ? { routed: this.serving(compId, target) } : {}),
          ...(path === undefined ? {} : { music: path }),
        }),
      ),
    );
  }

  /** What a flow lets its caller hear meanwhile; the usual music where the voice is gone. */
  async #musicOf(compId: string, voiceId: string): Promise<string | undefined> {
    if (voiceId === "") return undefined;
    return this.#d.flows?.voice(compId, voiceId).catch((error: unknown) => {
      this.#d.logger.warn({ error, voiceId }, "the music of a flow could not be read");
      return undefined;
    });
  }

  async #find(compId: string, to: TargetRef | NumberRef, caller: string | undefined): Promise<Target | undefined> {
    const { numbers, clock } = this.#d;
    if (to.kind !== "accessNumber") return numbers.target(compId, to, clock.now(), caller);
    const plan = await numbers.callPlan(to.id, clock.now(), caller);
    return plan?.compId === compId && !leadsNowhere(plan) ? plan.target : undefined;
  }

  /** The agent whose transfer failed, if he can take the call again: wrapping up is no hindrance. */
  callBack({ callId, compId }: Call, agentId: string): void {
    this.#restored(callId);
    const session = this.#d.sessions().get(compId, agentId);
    if (!session || session.agent.state.kind === "offline")
      return this.#d.dispatch(callId, { type: "notFree", cause: "nobodyServes" });
    const free = session.registered && isFree(session.agent);
    if (!free || !this.#d.sessions().apply(session, { type: "offer", callId }))
      return this.#d.dispatch(callId, { type: "notFree", cause: "unreachable" });
    this.#d.dispatch(callId, {
      type: "offer",
      ...agentParty(session),
      idleMs: 0,
      autoAnswer: false,
      reason: "transferBack",
    });
  }

  /** It has the queue again that it came through: who is signed in there may have changed meanwhile. */
  #restored(callId: string): void {
    const { routed, compId } = this.#d.call(callId) ?? {};
    if (!routed || compId === undefined) return;
    this.#d.dispatch(callId, { type: "served", groups: this.serving(compId, routed.target).served });
  }

  /** A number that was set up as a target: whether it may be called, and how, is looked up when a call is led there. */
  async #reachOutside(callId: string, compId: string, number: string): Promise<void> {
    const found = await this.#d.aim(compId, number, displayedByFlow(this.#d.call(callId))).catch((error: unknown) => {
      this.#d.logger.error({ error, callId }, "a number that a call is led to could not be looked up");
      return undefined;
    });
    const call = this.#d.call(callId);
    if (
      call &&
      found &&
      "kind" in found &&
      (found.kind === "outside" || found.kind === "extension") &&
      found.user !== ""
    )
      return this.callDirectly(call, found);
    const blocked = found !== undefined && !("kind" in found);
    this.#d.dispatch(callId, { type: "notFree", cause: "unreachable", ...(blocked ? { blocked } : {}) });
  }

  /** A seat must be ready, the agent of an extension free of calls; a phone that nobody is signed in at rings by itself. */
  callDirectly({ callId, compId }: Call, target: Extract<CallEffect, { do: "callDirectly" }>["target"]): void {
    if (target.kind === "outside") {
      if (target.user === "") return this.#d.track(this.#reachOutside(callId, compId, target.id));
      const { id: number, user, displayed } = target;
      const rung = { number, user, displayed, idleMs: 0, wrapUpMs: 0, autoAnswer: false } as const;
      return this.#d.dispatch(callId, { type: "offer", ...rung, reason: "byTarget" });
    }
    const sessions = this.#d.sessions();
    const agentId = target.kind === "seat" ? target.id : target.agentId;
    const session = agentId === null ? undefined : sessions.get(compId, agentId);
    const number = target.kind === "seat" ? target.extension : target.id;
    const takes = ({ agent }: AgentSession) => (target.kind === "seat" ? agent.state.kind === "ready" : isFree(agent));
    const forwards = agentId === null ? {} : forwardsOf(agentId, target.forward, hindrance(session, takes));
    if (forwards.forwarding) {
      const rung = { user: "", number, idleMs: 0, wrapUpMs: 0, autoAnswer: false } as const;
      return this.#d.dispatch(callId, { type: "offer", ...rung, reason: "byTarget", ...forwards });
    }
    const manned = session && session.agent.state.kind !== "offline" ? session : undefined;
    const notFree = (cause: Extract<CallInput, { type: "notFree" }>["cause"]) =>
      this.#d.dispatch(callId, { type: "notFree", cause });
    if (!manned && target.kind === "seat") return notFree("nobodyServes");
    if (!(manned?.registered ?? this.#d.switch.isRegistered(target.user))) return notFree("unreachable");
    const free = !manned || takes(manned);
    if (!free || (manned && !sessions.apply(manned, { type: "offer", callId }))) return notFree("busy");
    const more = manned
      ? {
          ...agentParty(manned),
          idleMs: this.#d.clock.now() - manned.agent.idleSince,
          autoAnswer: manned.seat.autoAnswer === 2,
        }
      : { idleMs: 0, wrapUpMs: 0, autoAnswer: false };
    this.#d.dispatch(callId, {
      type: "offer",
      user: target.user,
      number,
      reason: "byTarget",
      ...forwards,
      ...more,
    });
  }
}
