/** New calls: an INVITE from a SIP user, or a number dialled in the bar. Looks up who and where, then hands over to Calls. */
import { endCauses, errors, type CallDirection, type EndCause } from "@liantai/api/contract";
import type { LegId, SwitchEvent } from "../../../ports/switch.ts";
import { callOf, isFree } from "../agent-machine.ts";
import type { Call, Plan, Side } from "../call/types.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import type { CallPlan, ServiceInfo } from "../../numbers/index.ts";
import type { CallQuestion, Screened } from "../screening.ts";
import type { Calls } from "./calls.ts";
import type { EngineDeps } from "./deps.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { AgentSession } from "./agent-session.ts";

/** How a call begins: why it is refused, and what the screening said. */
interface Begin {
  readonly cause?: EndCause;
  readonly screened?: { readonly ok: boolean; readonly text: string };
}

interface Target {
  readonly far: Side;
  readonly direction: CallDirection;
  readonly displayed?: string;
  /** Whose concurrency counts; none: an internal call, or one that is refused anyway. */
  readonly service?: ServiceInfo;
  readonly begin: Begin;
}

/** Whether a caller may come in. cause: said to the caller, who is answered. */
interface Entry {
  readonly service: ServiceInfo;
  readonly cause?: EndCause;
  readonly screened?: Screened;
}

/** The bar says why at once; other causes come with the call's end. */
const refusals: Partial<Record<EndCause, string>> = {
  arrears: errors.arrears.text,
  suspended: "企业已停用，无法呼叫",
  overConcurrency: "企业通话数已达上限，请稍后再试",
};

const stopped = ({ enabled, arrears }: ServiceInfo): EndCause | undefined =>
  !enabled ? "suspended" : arrears ? "arrears" : undefined;

/** What the screening said, for the log; nothing where it let the call go on without a word. */
function noted(screened: Screened | undefined): Begin {
  const text = screened?.reason || (screened?.ok === false ? endCauses[screened.cause] : "");
  return screened && text ? { screened: { ok: screened.ok, text } } : {};
}

const side = (number: string, user: string, more: Partial<Side> = {}): Side => ({
  number,
  user,
  up: false,
  lost: false,
  moving: false,
  ...more,
});

export class Arrivals {
  readonly #d: EngineDeps;
  readonly #calls: Calls;
  readonly #sessions: AgentSessions;

  constructor(deps: EngineDeps, calls: Calls, sessions: AgentSessions) {
    this.#d = deps;
    this.#calls = calls;
    this.#sessions = sessions;
  }

  async incoming(event: Extract<SwitchEvent, { type: "incoming" }>): Promise<void> {
    // Back-pressure: a call whose record cannot be written is better not taken.
    if (this.#d.eventLog.overloaded()) return this.#d.switch.hangup(event.leg, "failed");
    this.#calls.expect();
    try {
      const who = await this.#d.numbers.identify(event.from);
      if (!who) await this.#d.switch.hangup(event.leg, "rejected");
      else if (who.kind === "guest") await this.#fromCustomer(event.leg, who.guest, event.to);
      else await this.#fromExtension(event.leg, who.extension, event.to);
    } catch (error) {
      this.#d.logger.error({ error }, "an incoming call could not be looked up");
      await this.#d.switch.hangup(event.leg, "failed").catch(() => undefined);
    } finally {
      this.#calls.expected();
    }
  }

  async #fromCustomer(
    leg: LegId,
    guest: { user: string; compId: string; number: string; phone: string },
    to: string,
  ): Promise<void> {
    const far = side(guest.phone, guest.user, { leg });
    const callPlan = to === guest.number ? await this.#d.numbers.callPlan(to, this.#d.clock.now()) : undefined;
    if (callPlan?.compId === guest.compId) {
      const entry = await this.#mayEnter(callPlan, far.number);
      if (entry.cause === undefined && entry.screened?.ok !== false)
        await this.#d.numbers.guests.calledIn(guest.user, (user) => this.#isThere(user));
      return this.#inbound(callPlan, far, entry);
    }
    this.#begin(
      { compId: guest.compId, direction: "inbound", caller: guest.phone, callee: to, far, wrapUpMs: 0 },
      { cause: to === guest.number ? "numberUnknown" : "barred" },
    );
  }

  /** A customer's page: open, or in a call while its socket is away. */
  #isThere(user: string): boolean {
    return this.#d.switch.isRegistered(user) || this.#calls.byUser(user) !== undefined;
  }

  async #fromExtension(
    leg: LegId,
    own: { compId: string; extension: string; user: string; agentId: string | null },
    dialled: string,
  ): Promise<void> {
    const to =
      dialled.startsWith(own.compId) && dialled.length > own.compId.length ? dialled.slice(own.compId.length) : dialled;
    const found = await this.#d.numbers.callPlan(to, this.#d.clock.now());
    const callPlan = found?.compId === own.compId ? found : undefined;
    const entry = callPlan && (await this.#mayEnter(callPlan, own.extension));
    const target = callPlan ? undefined : await this.#target(own, to);
    const session = this.#sessions.byUser(own.user);
    // A call is somebody's: who is not signed in at the seat makes none, and nothing is recorded of it.
    if (!session || session.agentId !== own.agentId || session.agent.state.kind === "offline")
      return this.#d.switch.hangup(leg, "forbidden");
    // The device is its agent's: an agent has one call.
    if (!isFree(session.agent)) return this.#d.switch.hangup(leg, "busy");
    const me = side(own.extension, own.user, { leg, agentId: session.agentId });
    if (callPlan && entry) return this.#inbound(callPlan, me, entry, session);
    if (target) this.#dial(own.compId, me, to, target, session);
  }

  /** Whether a caller may come in through an access number: asked of the enterprise first, then of the screening. */
  async #mayEnter(callPlan: CallPlan, caller: string): Promise<Entry> {
    const service = await this.#d.numbers.service(callPlan.compId, this.#d.clock.now());
    const cause = stopped(service);
    if (cause) return { service, cause };
    return {
      service,
      screened: await this.#screen({ compId: callPlan.compId, direction: "inbound", caller, callee: callPlan.number }),
    };
  }

  async #screen(question: CallQuestion): Promise<Screened> {
    try {
      return await this.#d.screen(question);
    } catch (error) {
      this.#d.logger.error({ error }, "a call could not be screened");
      return { ok: true };
    }
  }

  #inbound(callPlan: CallPlan, far: Side, { service, cause, screened }: Entry, seated?: AgentSession): void {
    const { compId, number, greeting, greetingPath, rule } = callPlan;
    // Counted in the turn in which the call begins, so that two cannot take the last place.
    const over =
      (service.maxCalls > 0 && this.#calls.live.ofEnterprise(compId) >= service.maxCalls) ||
      (callPlan.maxCalls > 0 && this.#calls.live.on(number) >= callPlan.maxCalls);
    const refuse = cause ?? (over ? "overConcurrency" : undefined);
    const plan: Plan = {
      greeting,
      rule,
      ...(greetingPath === undefined ? {} : { greetingPath }),
      ...(refuse ? { refuse } : {}),
    };
    this.#begin(
      {
        compId,
        direction: "inbound",
        caller: far.number,
        callee: number,
        accessNumber: number,
        plan,
        routed: this.#calls.targets.serving(compId, callPlan.target),
        far,
        wrapUpMs: 0,
      },
      { ...(screened?.ok === false ? { cause: screened.cause } : {}), ...noted(screened) },
      seated,
    );
  }

  /** From the bar: the agent's own browser is called first. */
  async makeCall(session: AgentSession, number: string): Promise<CommandReply> {
    const refusal = () =>
      !isFree(session.agent)
        ? { code: -403 }
        : !session.registered
          ? { code: -403, msg: "话机未注册，无法呼叫" }
          : number === session.seat.extension
            ? { code: -403, msg: "不能呼叫自己的分机" }
            : undefined;
    const early = refusal();
    if (early) return early;
    if (this.#d.eventLog.overloaded()) return { code: -403, msg: "系统繁忙，请稍后再试" };
    const target = await this.#target(
      { compId: session.compId, extension: session.seat.extension, agentId: session.agentId },
      number,
    );
    // The agent may have been offered a call meanwhile.
    const late = refusal();
    if (late) return late;
    const { callId, cause } = this.#dial(
      session.compId,
      side(session.seat.extension, session.seat.user, { agentId: session.agentId }),
      number,
      target,
      session,
    );
    const msg = target.begin.screened?.ok === false ? target.begin.screened.text : cause && refusals[cause];
    return msg === undefined ? { code: 1, fields: { callId } } : { code: -403, msg };
  }

  /** Whom a number reaches: a colleague, or somebody outside if the enterprise, limits and routes allow it. */
  async #target(
    own: { readonly compId: string; readonly extension: string; readonly agentId: string | null },
    number: string,
  ): Promise<Target> {
    const { compId } = own;
    const at = this.#d.clock.now();
    const nobody = (cause: EndCause, begin: Begin = {}): Target => ({
      far: side(number, ""),
      direction: "outbound",
      begin: { ...begin, cause },
    });
    if (number === own.extension) return nobody("barred");
    const [service, extension] = await Promise.all([
      this.#d.numbers.service(compId, at),
      this.#d.numbers.extension(compId, number),
    ]);
    if (extension) {
      const session = this.#sessions.byUser(extension.user);
      const busy = session !== undefined && callOf(session.agent) !== undefined;
      return {
        far: side(number, extension.user),
        direction: "internal",
        begin: service.enabled ? (busy ? { cause: "busy" } : {}) : { cause: "suspended" },
      };
    }
    const cause = stopped(service);
    if (cause) return nobody(cause);
    const shown = await this.#d.numbers.displayNumber(compId, own.agentId ?? "");
    const screened = await this.#screen({
      compId,
      direction: "outbound",
      caller: shown ?? "",
      callee: number,
      ...(own.agentId === null ? {} : { agentId: own.agentId }),
    });
    if (!screened.ok) return nobody(screened.cause, noted(screened));
    const allowed = screened.displayed && (await this.#d.numbers.owns(compId, screened.displayed));
    const displayed = allowed ? screened.displayed : shown;
    // An extension's number may be anybody's outside.
    if (!displayed) return nobody("barred", { screened: { ok: false, text: "企业没有可外显的接入号码，无法外呼" } });
    const dialled = screened.dialled || number;
    const more = { service, begin: noted(screened), ...(displayed ? { displayed } : {}) };
    const guest = await this.#d.numbers.guests.findByPhone(compId, dialled);
    if (!guest) return { ...nobody("numberUnknown", more.begin), ...(displayed ? { displayed } : {}) };
    return {
      far: side(dialled, guest.user),
      direction: "outbound",
      ...more,
      begin: { ...more.begin, ...(this.#calls.byUser(guest.user) ? { cause: "busy" as const } : {}) },
    };
  }

  #dial(
    compId: string,
    near: Side,
    number: string,
    { far, direction, displayed, service, begin }: Target,
    session: AgentSession | undefined,
  ): { callId: string; cause: EndCause | undefined } {
    const colleague = direction === "internal" ? this.#sessions.byUser(far.user) : undefined;
    const wrapUpMs = direction === "outbound" ? (session?.seat.groups[0]?.wrapUpMs ?? 0) : 0;
    const cause =
      begin.cause ??
      (service && service.maxCalls > 0 && this.#calls.live.ofEnterprise(compId) >= service.maxCalls
        ? "overConcurrency"
        : undefined);
    const callId = this.#begin(
      {
        compId,
        direction,
        caller: near.number,
        callee: number,
        ...(displayed ? { displayed, accessNumber: displayed } : {}),
        near,
        far,
        wrapUpMs,
      },
      { ...begin, ...(cause ? { cause } : {}) },
      session,
      colleague,
    );
    return { callId, cause };
  }

  /** Reserves the agents in one turn with the call's beginning, so that nothing can come between. */
  #begin(
    start: Pick<
      Call,
      | "compId"
      | "direction"
      | "caller"
      | "callee"
      | "accessNumber"
      | "displayed"
      | "plan"
      | "routed"
      | "near"
      | "far"
      | "wrapUpMs"
    >,
    { cause: refused, screened }: Begin,
    dialler?: AgentSession,
    colleague?: AgentSession,
  ): string {
    const callId = this.#d.random.id();
    const now = this.#d.clock.now();
    let { far } = start;
    let cause = refused;
    if (dialler) this.#sessions.apply(dialler, { type: "dial", callId }, dialler.agentId);
    if (!cause && colleague && colleague.agent.state.kind !== "offline") {
      if (this.#sessions.apply(colleague, { type: "offer", callId })) far = { ...far, agentId: colleague.agentId };
      else cause = "busy";
    }
    this.#calls.begin(
      {
        ...start,
        far,
        callId,
        startedAt: now,
        ringingAt: now,
        phase: start.direction === "inbound" ? { kind: "arriving" } : { kind: "preparing" },
        recorded: false,
        counter: 0,
        joined: 0,
        hops: 0,
      },
      { type: "begin", ...(cause ? { refuse: cause } : {}), ...(screened ? { screened } : {}) },
    );
    return callId;
  }
}
