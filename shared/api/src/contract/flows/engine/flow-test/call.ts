/** A call of a test, in virtual time: what lasts ends when its time has come, and nothing waits in fact. */
import { epochOf, formatTime } from "../../../time.ts";
import { Meter, mostCost } from "../meter.ts";
import type { Program } from "../program.ts";
import type { FlowEffect, FlowEvent, FlowState, Prompts, Question, Said, TransferTo } from "../session.ts";
import { begun, step } from "../step.ts";
import type { Tools } from "../tools.ts";
import { own, textOf } from "../values.ts";
import type { Listened, TestOverrides, TrackRow } from "./types.ts";

interface Due {
  readonly at: number;
  readonly event: FlowEvent;
  /** Of the caller's silence: not by itself when he is to do something. */
  readonly silence: boolean;
}

const msOf = (said: Said): number =>
  said.kind === "text" ? said.text.length * 200 : said.kind === "tone" ? said.ms : 3_000;
export const idOf = (to: TransferTo): string => ("id" in to ? to.id : to.number);
/** Events of one test, and rows of its track: a flow that goes round for ever ends as one that failed (docs/protocol.md, G180). */
const most = { events: 2_000, rows: 20_000 } as const;

/** undefined: nobody knows, and the call is not led on. */
export type Answering = (ask: Question) => Readonly<Record<string, unknown>> | undefined;

/** atLeast: ms since the beginning, for `now`. */
interface Watching {
  readonly stepped?: Stepped;
  readonly prompts?: Prompts | undefined;
  readonly atLeast?: () => number;
}

/** Stops behind each event: a flow may go round thousands of times, and whoever runs it lets others have their turn. */
export type Steps<T = void> = Generator<undefined, T, undefined>;

type Stepped = (event: FlowEvent, effects: readonly FlowEffect[], state: FlowState) => void;

export class VirtualCall {
  state: FlowState;
  now = 0;
  target = "";
  result = "waiting";
  readonly said: string[] = [];
  readonly track: TrackRow[] = [];
  #due: Due[] = [];
  #events = 0;
  /** What sounds, and what the flow has just stopped of it. */
  #sounding: { readonly id: string; readonly since: number } | undefined;
  #cut: FlowEvent | undefined;
  #listened: Listened | undefined;
  readonly #program: Program;
  readonly #overrides: TestOverrides;
  readonly #tools: Tools;
  readonly #answering: Answering;

  readonly #began: number;
  readonly #atLeast: () => number;
  /** Told of each step. */
  readonly #stepped: Stepped | undefined;

  constructor(
    program: Program,
    overrides: TestOverrides,
    tools: Tools,
    answering: Answering,
    { stepped, prompts, atLeast = () => 0 }: Watching = {},
  ) {
    this.#stepped = stepped;
    this.#atLeast = atLeast;
    this.#program = program;
    this.#overrides = overrides;
    // All its steps are made in one go, and nobody has a turn between them.
    this.#tools = new Meter(tools, mostCost.call);
    this.#answering = answering;
    this.state = begun(program, overrides.draw ?? 1);
    const { now } = overrides;
    const vars = { ...(now === undefined ? {} : { now }), ...overrides.vars };
    this.#began = epochOf(textOf(own(vars, "now")));
    this.send({ type: "begin", vars, ...(prompts ? { prompts } : {}) });
  }

  get over(): boolean {
    return this.result !== "waiting";
  }

  /** It listens to the caller now; undefined: it does not. */
  get listening(): Listened | undefined {
    const listened = this.#listened;
    return listened && this.state.open[listened.id] === "listen" ? listened : undefined;
  }

  send(happened: FlowEvent): void {
    if (this.over) return;
    const event = this.#timed(happened);
    if (++this.#events > most.events || this.track.length > most.rows) {
      this.result = "endless";
      return;
    }
    const { state, effects } = step(this.#program, this.state, event, this.#tools);
    this.state = state;
    this.#stepped?.(event, effects, state);
    for (const effect of effects) this.#take(effect);
    const cut = this.#cut;
    this.#cut = undefined;
    if (cut) this.send(cut);
  }

  /** Where it is said when the call begins, time goes on from there. */
  #timed(event: FlowEvent): FlowEvent {
    if (event.type === "begin" || Number.isNaN(this.#began)) return event;
    return { ...event, now: formatTime(this.#began + Math.max(this.now, this.#atLeast())) };
  }

  #after(ms: number, event: FlowEvent, silence = false): void {
    this.#due.push({ at: this.now + ms, event, silence });
  }

  #take(effect: FlowEffect): void {
    const overrides = this.#overrides;
    switch (effect.do) {
      case "note":
        return void this.track.push({ ...effect.note, at: this.now });
      case "play":
        if (effect.loop) return;
        this.#sounding = { id: effect.id, since: this.now - (effect.fromMs ?? 0) };
        this.said.push(
          ...effect.says
            .slice(effect.from)
            .map((s) => (s.kind === "text" ? s.text : s.kind === "audio" ? s.voiceId : "")),
        );
        return this.#after(
          effect.says.slice(effect.from).reduce((sum, said) => sum + msOf(said), 0),
          { type: "playDone", id: effect.id, reason: "finished" },
        );
      case "stopPlay": {
        const { id, since } = this.#sounding ?? {};
        this.#sounding = undefined;
        if (id === undefined || since === undefined) return;
        this.#cut = { type: "playDone", id, reason: "cut", ms: this.now - since };
        return;
      }
      case "timer":
        return this.#after(effect.ms, { type: "timer", id: effect.id }, true);
      case "listen":
        this.#listened = effect;
        if (effect.noInputMs > 0)
          this.#after(effect.noInputMs, { type: "nothingHeard", id: effect.id, why: "silence" }, true);
        return;
      case "ask": {
        const answer = this.#answering(effect.ask);
        if (answer === undefined) this.result = "missing";
        else this.#after(0, { type: "answered", id: effect.id, answer });
        return;
      }
      case "record":
        return this.#after((overrides.messageSeconds ?? 10) * 1_000, {
          type: "recorded",
          id: effect.id,
          ms: (overrides.messageSeconds ?? 10) * 1_000,
        });
      case "load":
        this.target = effect.flowId;
        this.result = "flow";
        return;
      case "transfer": {
        this.target = idOf(effect.to);
        const result = own(overrides.transfers, this.target) ?? "answered";
        if (result === "answered") this.result = "transferred";
        else
          this.#after("ringMs" in effect.to ? effect.to.ringMs : effect.to.maxWaitMs, {
            type: "transferEnded",
            id: effect.id,
            result,
          });
        return;
      }
      case "leave":
        this.result = effect.result;
    }
  }

  /** The next that is still waited for; false: there is none before `until`. */
  next(until = Infinity, silences = true): boolean {
    this.#due = this.#due.filter(({ event }) => "id" in event && Object.hasOwn(this.state.open, event.id));
    const ready = this.#due.filter(({ at, silence }) => at <= until && (silences || !silence));
    const first = ready.reduce<Due | undefined>(
      (least, each) => (!least || each.at < least.at ? each : least),
      undefined,
    );
    if (!first || this.over) return false;
    this.#due.splice(this.#due.indexOf(first), 1);
    this.now = Math.max(this.now, first.at);
    this.send(first.event);
    return true;
  }

  /** Until the flow waits for the caller, or for nothing. */
  *settle(): Steps {
    while (this.next(Infinity, false)) yield;
  }
}
