/** Talks that are listened to: copies of both voices, from the answer, or when it is asked for, to the end of the talk. */
import { AppError } from "@liantai/api/contract";
import type { CommandReply } from "../../../ports/engine.ts";
import type { LegId } from "../../../ports/switch.ts";
import { farOf, nearOf, present } from "../call/parties.ts";
import type { Call } from "../call/types.ts";
import type { Hearing, Talk, TalkListener, Voice } from "../listener.ts";
import type { AssistRequest } from "../topics.ts";
import type { EngineDeps } from "./deps.ts";

export interface TalkTapsDeps extends Pick<EngineDeps, "switch" | "listener" | "logger"> {
  call(callId: string): Call | undefined;
  /** Must be done before the engine may stop. */
  track(work: Promise<unknown>): void;
}

const frameSamples = 160;
const frameBytes = frameSamples * 2;
const silence = new Int16Array(frameSamples);
const ok: CommandReply = { code: 1 };
const noCall: CommandReply = { code: -404 };
const carried: CommandReply = { code: -403, msg: "通话语音由交换机提供，无需推流" };
const nobody = "没有可用的语音识别引擎";

/** A talk with a customer; undefined: there is none now. */
function talkOf(call: Call): Talk | undefined {
  const [near, far] = [nearOf(call), farOf(call)];
  if (call.phase.kind !== "talking" || !near?.agentId || far.role !== "customer" || call.direction === "internal")
    return undefined;
  const { compId, callId, caller, callee, direction, startedAt } = call;
  return { compId, callId, agentId: near.agentId, caller, callee, direction, startedAt, number: far.number };
}

/** What the customer types in secret is not listened to, and nobody who waits; nor is what an agent says meanwhile. */
const rests = ({ secure, suspended, parties }: Call): boolean =>
  secure !== undefined || suspended !== undefined || parties.some(({ heldBy }) => heldBy !== undefined);

interface Tap {
  readonly agentId: string;
  /** Sound comes from elsewhere. */
  readonly pushed: boolean;
  /** undefined: it is being found out, or the enterprise does not want it. */
  hearing: Hearing | undefined;
  readonly forks: Map<Voice, { readonly leg: LegId; end: () => void }>;
  over: boolean;
  declined: boolean;
  /** Resolves when it is found out. */
  known: Promise<unknown>;
}

export class TalkTaps {
  readonly #d: TalkTapsDeps;
  readonly #taps = new Map<string, Tap>();

  constructor(deps: TalkTapsDeps) {
    this.#d = deps;
  }

  /** Something became of the call. */
  changed(call: Call): void {
    if (!this.#d.listener) return;
    const talk = talkOf(call);
    const tap = this.#taps.get(call.callId);
    if (tap && tap.agentId !== talk?.agentId) this.#end(call.callId, tap);
    if (!talk) return;
    const now = this.#taps.get(call.callId);
    if (now) return this.#follow(now, call);
    this.#d.track(
      this.#begin(talk, false, false).catch((error: unknown) =>
        this.#d.logger.warn({ error, callId: call.callId }, "a talk is not listened to"),
      ),
    );
  }

  async request({ compId, agentId, callId, order }: AssistRequest): Promise<CommandReply> {
    const call = this.#d.call(callId);
    const talk = call?.compId === compId ? talkOf(call) : undefined;
    if (talk?.agentId !== agentId) return noCall;
    await this.#taps.get(callId)?.known;
    const tap = this.#taps.get(callId);
    try {
      switch (order.do) {
        case "own":
          return ok;
        case "listening":
          return { code: 1, fields: { listening: tap && !tap.declined ? "1" : "0" } };
        case "stop":
          if (tap) this.#decline(callId, tap);
          return ok;
        case "listen":
          if (!tap || tap.declined) await this.#begin(talk, true, false);
          return ok;
        case "audio":
      }
      const own = tap?.pushed === true && !tap.declined ? tap : undefined;
      if (tap && !own && !tap.declined) return carried;
      const pushing = own ?? (await this.#begin(talk, true, true));
      pushed(pushing, order.side, Buffer.from(order.audio, "base64"));
      return ok;
    } catch (error) {
      const msg = error instanceof AppError ? error.message : nobody;
      if (!(error instanceof AppError)) this.#d.logger.warn({ error, callId }, "a talk could not be listened to");
      return { code: -500, msg };
    }
  }

  async #begin(talk: Talk, asked: boolean, pushed: boolean): Promise<Tap> {
    const { callId, agentId } = talk;
    if (!this.#d.listener) throw new AppError("refused", nobody);
    const tap: Tap = {
      ...{ agentId, pushed, hearing: undefined, forks: new Map(), over: false, declined: false },
      known: Promise.resolve(),
    };
    this.#taps.set(callId, tap);
    const finding = this.#find(tap, talk, asked, this.#d.listener);
    tap.known = finding.catch(() => undefined);
    await finding;
    const call = this.#d.call(callId);
    if (call) this.#follow(tap, call);
    return tap;
  }

  async #find(tap: Tap, talk: Talk, asked: boolean, listener: TalkListener): Promise<void> {
    try {
      const hearing = await listener.begin(talk, asked);
      // It was over before anybody could listen.
      if (tap.over) hearing?.end();
      else tap.hearing = hearing;
      tap.declined = hearing === undefined;
    } catch (error) {
      tap.declined = true;
      throw error;
    }
  }

  /** The voices as they are now: an agent may have come back on another leg. */
  #follow(tap: Tap, call: Call): void {
    const { hearing } = tap;
    if (!hearing || tap.over) return;
    hearing.pause(rests(call));
    if (tap.pushed) return;
    for (const [voice, party] of [
      ["customer", farOf(call)],
      ["agent", nearOf(call)],
    ] as const)
      this.#fork(tap, hearing, voice, party && present(party) ? party.leg : undefined);
  }

  #fork(tap: Tap, hearing: Hearing, voice: Voice, leg: LegId | undefined): void {
    const before = tap.forks.get(voice);
    if (before?.leg === leg) return;
    before?.end();
    tap.forks.delete(voice);
    if (leg === undefined) return;
    const fork = { leg, end: () => void (fork.ended = true), ended: false };
    tap.forks.set(voice, fork);
    this.#d.switch
      .fork(leg, (samples) => {
        if (!tap.over && !fork.ended) hearing.push(voice, samples);
      })
      .then(
        (end) => {
          if (fork.ended) return end();
          fork.end = () => {
            fork.ended = true;
            end();
          };
        },
        // The leg's own event says that it is gone.
        (error: unknown) => this.#d.logger.warn({ error, leg }, "a voice is not listened to"),
      );
  }

  #end(callId: string, tap: Tap): void {
    this.#taps.delete(callId);
    tap.over = true;
    for (const { end } of tap.forks.values()) end();
    tap.forks.clear();
    tap.hearing?.end();
  }

  /** Ended, and not begun again by itself. */
  #decline(callId: string, tap: Tap): void {
    this.#end(callId, tap);
    this.#taps.set(callId, { ...tap, hearing: undefined, forks: new Map(), over: false, declined: true });
  }

  /** Nobody listens any more; calls may go on. */
  stop(): void {
    for (const [callId, tap] of [...this.#taps]) this.#end(callId, tap);
  }
}

/** A chunk in frames. What does not fill the last one is left out; silence where nobody listens. */
function pushed({ hearing }: Tap, voice: Voice, bytes: Buffer): void {
  for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes) {
    const frame = Int16Array.from(silence, (_, sample) => bytes.readInt16LE(at + sample * 2));
    hearing?.push(voice, frame);
  }
}
