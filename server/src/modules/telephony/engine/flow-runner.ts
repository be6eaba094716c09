/**
 * Calls in flows: each has its program and its state here; what happens in the call is stepped, what the flow asks of the world is asked,
 * and the rest goes back to the call. A caller who is gone leaves the nodes without sound to be run to their end.
 */
import { begun, flowTypes, step, type FlowEffect, type FlowEvent, type Program } from "@liantai/api/flows";
import { farOf } from "../call/parties.ts";
import type { Call } from "../call/types.ts";
import type { CallFlow, FlowOrder } from "../call/flow-types.ts";
import { answerOf, silently } from "./flow-asking.ts";
import { programFor } from "./flow-entering.ts";
import { gatheredFor } from "./flow-gathering.ts";
import { listen } from "./flow-listening.ts";
import { watchSilence } from "./flow-silence.ts";
import { refusalIn } from "../refusals.ts";
import { begunWith, knownAtEnd, logged, timed, type Handed } from "./flow-given.ts";
import { takeLine, voiced } from "./flow-robots.ts";
import { sessionOf, type FlowRunnerDeps, type Session } from "./flow-session.ts";

/** So long may nodes without sound go on when the caller is gone. */
const silentMs = 30_000;

export class FlowRunner {
  readonly #d: FlowRunnerDeps;
  readonly #sessions = new Map<string, Session>();

  constructor(deps: FlowRunnerDeps) {
    this.#d = deps;
  }

  /** An effect of the call. */
  run(call: Call, e: FlowOrder): void {
    if (e.do === "flow") this.#event(call, e.event);
    else this.over(call);
  }

  #event(call: Call, came: FlowEvent): void {
    const event = timed(came, this.#d.clock);
    const session = this.#of(call);
    session.call = call;
    if (event.type === "begin") return this.#begin(session);
    if (!session.program || !session.state) {
      session.waiting.push(event);
      return this.#load(session);
    }
    this.#step(session, event);
  }

  /** The call was another process's: what the flow had asked is asked again, under the same key. */
  resume(call: Call): void {
    const { flow } = call;
    if (!flow) return;
    const session = this.#of(call);
    if (!flow.state) return this.#begin(session);
    this.#load(session);
  }

  /** The caller is with somebody, or his call is over. */
  over(call: Call): void {
    const session = this.#sessions.get(call.callId);
    if (!session) return;
    this.#deafen(session);
    if (call.phase.kind !== "ended" || !session.program || !session.state || session.state.over) {
      this.#gathered(session);
      return this.#forget(call.callId);
    }
    session.gone = true;
    session.timers.set(
      "gone",
      this.#d.clock.after(silentMs, () => this.#overAndGone(session)),
    );
    this.#step(session, { type: "hungUp" });
    // Kept as it is now, in case this process does not live to their end.
    if (!session.told) this.#gathered(session, { more: true });
  }

  #overAndGone(session: Session): void {
    this.#gathered(session, { late: session.late === true });
    this.#forget(session.call.callId);
  }

  /** What it knows for the form of its flow. */
  #gathered(session: Session, { more = false, late = false } = {}): void {
    const { call, program, state } = session;
    if (!state || session.told) return;
    session.told = !more;
    session.late = more;
    const tell = (of: Program | undefined, tooLate: boolean) => {
      const what = of && gatheredFor(of, state);
      if (what) this.#d.gathered(call, more ? { ...what, more } : what, tooLate);
      if (of && (call.task || of.flowType === flowTypes.robot))
        this.#d.note(call, { type: "flowVariables", flowId: of.flowId, values: knownAtEnd(of, state) });
    };
    if (program) return tell(program, late);
    // Another process began it, and its caller went before it was read here.
    this.#d.track(
      this.#d.flows
        .byVersion(call.compId, state.versionId, state.links ?? {})
        .then((of) => tell(of, true))
        .catch((error: unknown) =>
          this.#d.logger.error({ error, callId: call.callId }, "what a flow gathered was not kept"),
        ),
    );
  }

  #of(call: Call): Session {
    const known = this.#sessions.get(call.callId);
    if (known) return known;
    const session = sessionOf(call);
    this.#sessions.set(call.callId, session);
    this.#d.alarms.watch(session);
    return session;
  }

  #forget(callId: string): void {
    const session = this.#sessions.get(callId);
    if (!session) return;
    this.#deafen(session);
    for (const timer of session.timers.values()) timer.cancel();
    this.#sessions.delete(callId);
  }

  #unhear({ ears }: Session, id: string): void {
    ears.get(id)?.close();
    ears.delete(id);
  }

  #deafen({ ears }: Session): void {
    for (const ear of ears.values()) ear.close();
    ears.clear();
  }

  #begin(session: Session): void {
    const { compId, callId, flow } = session.call;
    if (!flow) return;
    this.#d.track(
      this.#enter(session, flow, { vars: {} }).catch((error: unknown) => this.#broken(callId, compId, error)),
    );
  }

  #broken(callId: string, compId: string, error: unknown): void {
    this.#d.logger.error({ error, callId, compId }, "a flow could not be read");
    this.#d.dispatch(callId, { type: "flowGone" });
  }

  /** over: by another flow. */
  async #enter(
    session: Session,
    { flowId, versionId }: Pick<CallFlow, "flowId" | "versionId">,
    over: Handed,
  ): Promise<boolean> {
    const { flows, random } = this.#d;
    const { callId, compId } = session.call;
    const { program, fields, masks, ...begins } = (await programFor(flows, session.call, flowId, versionId)) ?? {};
    if (this.#sessions.get(callId) !== session) return false;
    if (!program) {
      if (!session.state) this.#d.dispatch(callId, { type: "flowGone" });
      return false;
    }
    const robots = program.flowType === flowTypes.robot ? await flows.robots(compId, flowId) : undefined;
    if (this.#sessions.get(callId) !== session) return false;
    const noLine = !takeLine(this.#d, session.call, program, robots);
    const { made = 0, loads } = session.state ?? {};
    if (session.program) this.#gathered(session);
    session.told = false;
    session.program = voiced(program, session.call.flow?.tts ?? robots?.robot?.tts ?? "");
    session.engineId = robots?.robot?.asr ?? "";
    // Ids of effects go on, so that an answer of the flow before is never taken for one of this.
    session.state = { ...begun(program, random.int(2 ** 31)), made, ...(loads && { loads }) };
    const begin = { type: "begin", ...begunWith(this.#d, session.call, program, { fields, masks }, over) } as const;
    this.#step(session, noLine ? { ...begin, ...begins, noLine } : { ...begin, ...begins });
    for (const event of session.waiting.splice(0)) this.#step(session, event);
    return true;
  }

  #load(session: Session): void {
    if (session.loading || !session.state) return;
    session.loading = true;
    const { callId, compId, flow } = session.call;
    const { versionId, links = {} } = session.state;
    this.#d.track(
      this.#d.flows
        .byVersion(compId, versionId, links)
        .then((program) => {
          session.loading = false;
          if (this.#sessions.get(callId) !== session) return;
          if (!program) return this.#d.dispatch(callId, { type: "flowGone" });
          const robot = flow?.line ? session.call.robot : undefined;
          session.program = voiced(program, flow?.tts ?? robot?.tts ?? "");
          session.engineId = robot?.asr ?? "";
          for (const [id, ask] of Object.entries(flow?.asks ?? {})) this.#ask(session, { do: "ask", id, ask });
          const { listen, record } = flow ?? {};
          // A message that an older version began has none.
          if (record?.silenceMs) this.#d.track(this.#watchSilence(session, record));
          if (listen && session.state?.open[listen.id] === "listen") this.#d.track(this.#listen(session, listen));
          for (const event of session.waiting.splice(0)) this.#step(session, event);
        })
        .catch((error: unknown) => this.#broken(callId, compId, error)),
    );
  }

  #step(session: Session, came: FlowEvent): void {
    const event = timed(came, this.#d.clock);
    const { program, state: before, call } = session;
    if (!program || !before) return;
    const { state, effects } = step(program, before, event, this.#d.flows.tools);
    if (state === before) return;
    session.state = state;
    // What is answered is no longer listened to; the flow stops only what is open.
    if (event.type === "recorded" || event.type === "heard" || event.type === "nothingHeard")
      this.#unhear(session, event.id);
    const input = logged(event, program, before, state);
    if (session.gone) this.#d.note(call, { type: "flowInput", ...input });
    else this.#d.dispatch(call.callId, { type: "flowStepped", input, flowId: program.flowId, state, effects });
    for (const effect of effects) this.#do(session, effect);
    this.#d.alarms.watch(session);
    this.#refusal(session, event);
    if (state.over && session.gone) this.#overAndGone(session);
  }

  /** Calls of tasks alone: who called himself is not called again by it. */
  #refusal(session: Session, event: FlowEvent): void {
    const { call, state } = session;
    if (!call.task || session.refused || !state) return;
    const by = refusalIn(event, state);
    if (by === undefined) return;
    session.refused = true;
    this.#d.refused(call, by);
  }

  #do(session: Session, effect: FlowEffect): void {
    switch (effect.do) {
      case "ask":
        return this.#ask(session, effect);
      case "load":
        return this.#jump(session, effect);
      case "listen":
        return this.#d.track(this.#listen(session, effect));
      case "stopListening":
        return this.#unhear(session, effect.id);
      case "record":
        if (!session.gone) this.#d.track(this.#watchSilence(session, effect));
        return;
      default:
        if (session.gone) silently(this.#d, session, effect, (id) => this.#step(session, { type: "timer", id }));
    }
  }

  #ask(session: Session, { id, ask }: Extract<FlowEffect, { do: "ask" }>): void {
    const { callId } = session.call;
    const answered = answerOf(this.#d, session, id, ask).then((event) => {
      if (event && this.#sessions.get(callId) === session) this.#step(session, event);
    });
    // What another system owes keeps nobody from stopping.
    if (ask.what !== "interface") this.#d.track(answered);
  }

  /** Over to another flow, with the variables there are. */
  #jump(session: Session, { id, flowId, ...over }: Extract<FlowEffect, { do: "load" }>): void {
    const { callId, compId } = session.call;
    this.#d.track(
      this.#enter(session, { flowId }, over)
        .then((found) => {
          if (!found && this.#sessions.get(callId) === session)
            this.#step(session, { type: "loaded", id, found: false });
        })
        .catch((error: unknown) => this.#broken(callId, compId, error)),
    );
  }

  /** Of who leaves a message, from its tone on. */
  #watchSilence(session: Session, of: { readonly id: string; readonly silenceMs: number }): Promise<void> {
    const { id } = of;
    const { callId } = session.call;
    const { leg } = farOf(session.call);
    return watchSilence(this.#d, of, {
      callId,
      fork: leg === undefined ? undefined : (heard) => this.#d.switch.fork(leg, heard),
      isOpen: () => this.#sessions.get(callId) === session && session.state?.open[id] === "record",
      silent: () => this.#d.dispatch(callId, { type: "messageSilent", id }),
      keep: (close) => session.ears.set(id, { close }),
    });
  }

  #listen(session: Session, effect: Extract<FlowEffect, { do: "listen" }>): Promise<void> {
    const { id } = effect;
    const { callId, compId } = session.call;
    const { leg } = farOf(session.call);
    const { engineId = "" } = session;
    return listen(this.#d, effect, {
      ...(engineId === "" ? {} : { engineId }),
      compId,
      callId,
      fork: leg === undefined ? undefined : (heard) => this.#d.switch.fork(leg, heard),
      isOpen: () => this.#sessions.get(callId) === session && session.state?.open[id] === "listen",
      sounds: () => session.state?.playing !== null && session.state?.playing !== undefined,
      tell: (event) => this.#step(session, event),
      keep: (close) => session.ears.set(id, { close }),
    });
  }
}
