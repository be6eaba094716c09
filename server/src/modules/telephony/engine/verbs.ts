/** What the call machine asks of the switch: each call's verbs one after the other, hang-ups at once. */
import { hasSoftphone, stageFields } from "@liantai/api/contract";
import { SwitchError, type LegId } from "../../../ports/switch.ts";
import type { SeatInfo } from "../../numbers/index.ts";
import { limits } from "../call/limits.ts";
import { partyOf } from "../call/parties.ts";
import type { Call, CallEffect, CallInput } from "../call/types.ts";
import { shown } from "./agent-call-view.ts";
import { callerShown, fromName } from "./caller-shown.ts";
import { planOf } from "./audio-plan.ts";
import type { EngineDeps } from "./deps.ts";
import { reach, reachPhone } from "./reaching.ts";
import { announced, type FlowSounds } from "./spoken.ts";
import type { SwitchEffect } from "./verb-names.ts";

export { isVerb } from "./verb-names.ts";

/** The call as it is now, and its queues: of verbs, and of what concerns the recording. */
export interface Ordered {
  call: Call;
  verbs: Promise<unknown>;
  recording: Promise<unknown>;
}

export interface VerbsDeps extends Pick<
  EngineDeps,
  "switch" | "speech" | "recordings" | "logger" | "numbers" | "outside" | "legs" | "flows"
> {
  dispatch(callId: string, input: CallInput): void;
  /** The leg of an originate is known. line: it is at a line outside. */
  born(callId: string, leg: LegId, attempt: number, line?: { readonly confirm: boolean }): void;
  /** Where the agent is rung. */
  terminal(compId: string, agentId: string): Terminal | undefined;
  /** Must be done before the engine may stop. */
  track(work: Promise<unknown>): void;
  /** The agent may not see customers' numbers. */
  hides(compId: string, agentId: string): boolean;
}

type Terminal = Pick<SeatInfo, "terminalType" | "line" | "otherPhone">;

/** The leg's own event says it; who does not lead any more ends nothing. */
const meaningless: ReadonlySet<SwitchError["code"]> = new Set(["leg-gone", "fenced"]);

const promptPauseMs = 1_500;
const toneMs = 160;

export class Verbs {
  readonly #d: VerbsDeps;
  readonly #plays = new Map<string, { readonly callId: string; readonly tag: number }>();
  /** What is said over and over to a leg, until it is hushed. */
  readonly #prompts = new WeakMap<Ordered, Map<LegId, object>>();

  constructor(deps: VerbsDeps) {
    this.#d = deps;
  }

  /** What will be whispered is there before the plan of the same step, else whoever answers would hear the other one first. */
  prepared(running: Ordered, effects: readonly CallEffect[]): readonly CallEffect[] {
    for (const e of effects) {
      if (e.do !== "whisper") continue;
      const words = this.#d.speech.speak(e.text).catch((error: unknown) => this.#complain(error, running.call));
      running.verbs = running.verbs.then(() => words);
    }
    return effects;
  }

  run(running: Ordered, e: SwitchEffect): void {
    const { call } = running;
    const { recordings } = this.#d;
    const sw = this.#d.switch;
    switch (e.do) {
      case "ring":
        return this.#verb(running, () => sw.ring(e.leg));
      case "answer":
        return this.#verb(running, () => sw.answer(e.leg));
      case "hangup":
        return this.drop(e.leg, e.cause);
      case "originate":
        return this.#originate(call, e);
      case "arrange":
        return this.#verb(running, () => this.#arrange(running));
      case "say":
        return this.#say(running, e);
      case "prompt":
        return void this.#prompt(running, e).catch((error: unknown) => this.#complain(error, call));
      case "comfort":
        return this.#comfort(running, e);
      case "whisper":
        return this.#whisper(running, e);
      case "hush":
        this.#prompts.get(running)?.delete(e.leg);
        return void sw.stopPlay(e.leg).catch((error: unknown) => this.#complain(error, call));
      // Beside the other verbs: digits take their time, and a hang-up or hold must not wait for them.
      case "sendDigits":
        return void sw.sendDigits(e.leg, e.digits).catch((error: unknown) => this.#complain(error, call));
      case "tone":
        return this.#tone(running, e);
      // In the order of what is heard, so that nobody is told of a conversation before there is one. No call ends over it.
      case "inform":
        return this.#verb(running, () =>
          sw.inform(e.leg, stageFields(e.stage)).catch((error: unknown) => this.#complain(error, call)),
        );
      // A call goes on without its recording; the log shows that it began and was never stored.
      case "record":
        return this.#record(running, () => recordings.start(call, e.legs));
      case "recordLegs":
        return this.#record(running, () => recordings.set(call, e.legs));
      case "pauseRecording":
        return this.#record(running, () => recordings.pause(call, e.paused));
    }
  }

  /** Of a call that another process began: who hears whom, and what is recorded. */
  resume(running: Ordered): void {
    const { call } = running;
    const { recorded, recordedAt = call.startedAt } = call;
    const paused = call.recorder.state === "paused";
    this.#verb(running, () => this.#arrange(running));
    if (recorded) this.#record(running, () => this.#d.recordings.resume(call, recorded, recordedAt, paused));
  }

  /** Which announcement of which call a playback was; forgets it. */
  played(playId: string): { readonly callId: string; readonly tag: number } | undefined {
    const play = this.#plays.get(playId);
    this.#plays.delete(playId);
    return play;
  }

  /** In an order of its own: a slow disk must not delay what people hear. */
  #record(running: Ordered, run: () => Promise<unknown>): void {
    running.recording = running.recording.then(run).catch((error: unknown) => this.#complain(error, running.call));
    this.#d.track(running.recording);
  }

  /** Runs a verb in the call's order. A leg that is gone is reported by its own event; anything else ends the call. */
  #verb(running: Ordered, run: () => Promise<unknown>): void {
    const { callId } = running.call;
    running.verbs = running.verbs.then(run).catch((error: unknown) => {
      if (error instanceof SwitchError && meaningless.has(error.code)) return;
      this.#complain(error, running.call);
      this.#d.dispatch(callId, { type: "fault" });
    });
  }

  /**
   * As the call is now: what was planned before it is out of date. The usual music where a chosen file cannot be played: nobody
   * is cut off over a tune.
   */
  async #arrange({ call }: Ordered): Promise<void> {
    const { callId } = call;
    try {
      await this.#d.switch.arrange(callId, planOf(call));
    } catch (error) {
      if (!(error instanceof SwitchError && error.code === "bad-audio")) throw error;
      this.#complain(error, call);
      await this.#d.switch.arrange(callId, planOf(call, true));
    }
  }

  #complain(error: unknown, call: Call): void {
    if (error instanceof SwitchError && meaningless.has(error.code)) return;
    this.#d.logger.warn(
      { error, callId: call.callId, phase: call.phase.kind },
      "the switch did not do what it was asked",
    );
  }

  drop(leg: LegId, cause: Extract<CallEffect, { do: "hangup" }>["cause"] = "cancelled"): void {
    this.#d.track(this.#d.switch.hangup(leg, cause).catch(() => undefined));
  }

  #soundsOf(compId: string): FlowSounds | undefined {
    const { flows } = this.#d;
    return (
      flows && {
        speak: (text, tts) => flows.speak(compId, text, tts),
        voice: (id) => flows.voice(compId, id),
      }
    );
  }

  #say(running: Ordered, e: Extract<CallEffect, { do: "say" }>): void {
    const { callId, compId } = running.call;
    const current = () => running.call.playing?.tag === e.tag;
    const done = () => this.#d.dispatch(callId, { type: "playDone", tag: e.tag });
    void announced(this.#d.speech, e, this.#soundsOf(compId)).then(
      (sources) => {
        if (!current()) return;
        // Nothing is left to be heard.
        if (sources.length === 0) return done();
        running.verbs = running.verbs
          .then(async () => {
            if (!current()) return;
            const playId = await this.#d.switch.play(e.leg, {
              sources,
              ...(e.loop ? { loop: true } : {}),
              ...(e.fromMs === undefined ? {} : { fromMs: e.fromMs }),
              ...(e.hushOnKey ? { hushOnKey: true } : {}),
            });
            this.#plays.set(playId, { callId, tag: e.tag });
          })
          .catch((error: unknown) => {
            this.#complain(error, running.call);
            done();
          });
      },
      (error: unknown) => {
        this.#complain(error, running.call);
        done();
      },
    );
  }

  /** Who is hushed before the words are there, or while they are being read, would hear them for ever. */
  async #prompt(running: Ordered, { leg, text }: Extract<CallEffect, { do: "prompt" }>): Promise<void> {
    const prompts = this.#prompts.get(running) ?? new Map<LegId, object>();
    const own = {};
    this.#prompts.set(running, prompts.set(leg, own));
    const path = await this.#d.speech.speak(text);
    if (prompts.get(leg) !== own) return;
    const pause = { kind: "silence", ms: promptPauseMs } as const;
    await this.#d.switch.play(leg, { sources: [{ kind: "file", path }, pause], loop: true });
    if (!prompts.has(leg)) await this.#d.switch.stopPlay(leg);
  }

  /** In the order of what is heard: after the plan in which the two are together. */
  #whisper(running: Ordered, { leg, text }: Extract<CallEffect, { do: "whisper" }>): void {
    running.verbs = running.verbs
      .then(async () => {
        const path = await this.#d.speech.speak(text);
        await this.#d.switch.play(leg, { sources: [{ kind: "file", path }] });
      })
      .catch((error: unknown) => this.#complain(error, running.call));
  }

  /** After the audio plan that lets the leg wait, and only while it waits. */
  #comfort(running: Ordered, { leg, text }: Extract<CallEffect, { do: "comfort" }>): void {
    void this.#d.speech
      .speak(text)
      .then((path) => {
        running.verbs = running.verbs
          .then(async () => {
            if (running.call.hearings[leg]?.kind === "music")
              await this.#d.switch.play(leg, { sources: [{ kind: "file", path }] });
          })
          .catch((error: unknown) => this.#complain(error, running.call));
      })
      .catch((error: unknown) => this.#complain(error, running.call));
  }

  /** In the order of what is heard: it lies over the plan, and is for whoever is there then. */
  #tone(running: Ordered, { legs, hz }: Extract<CallEffect, { do: "tone" }>): void {
    const sources = [{ kind: "tone", hz, ms: toneMs }] as const;
    for (const leg of legs)
      running.verbs = running.verbs
        .then(() => (running.call.hearings[leg]?.kind === "music" ? undefined : this.#d.switch.play(leg, { sources })))
        .catch((error: unknown) => this.#complain(error, running.call));
  }

  #originate(call: Call, e: Extract<CallEffect, { do: "originate" }>): void {
    const { agentId, administrator } = partyOf(call, e.party) ?? {};
    const hide = agentId === undefined ? administrator?.hideNumbers === true : this.#d.hides(call.compId, agentId);
    const terminal = agentId === undefined ? undefined : this.#d.terminal(call.compId, agentId);
    const lifted = e.autoAnswer && terminal !== undefined && !hasSoftphone(terminal.terminalType);
    const line = e.at ? terminal?.otherPhone : terminal?.line;
    this.#d.legs.expect();
    const request = {
      from: shown(callerShown(call, e.party), hide),
      ...fromName(call),
      ringMs: lifted ? limits.ownTelephone : e.ringMs,
      autoAnswer: e.autoAnswer,
      headers: { "X-Liantai-Call": call.callId, "X-Liantai-Direction": call.direction },
      ...(e.near ? { near: e.near } : {}),
    };
    const leg =
      line && agentId !== undefined
        ? reachPhone(this.#d, call.compId, agentId, line.phone, request)
        : reach(this.#d, call.compId, e.user, request, call.callData);
    void leg
      .then(
        (leg) => this.#d.born(call.callId, leg, e.attempt, line && { confirm: line.confirm }),
        (error: unknown) => {
          const unreachable = error instanceof SwitchError && error.code === "unreachable";
          if (!unreachable) this.#complain(error, call);
          this.#d.dispatch(call.callId, {
            type: "originateFailed",
            attempt: e.attempt,
            cause: unreachable ? "unreachable" : "failed",
          });
        },
      )
      .finally(() => this.#d.legs.expected());
  }
}
