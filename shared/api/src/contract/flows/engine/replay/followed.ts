/**
 * The fold of a stored part under the version it had: the same events to the same program give the same state. What they were answers to
 * is known by that, and with it the call can be run under any other version.
 */
import { idOf } from "../flow-test/call.ts";
import { Meter, mostCost } from "../meter.ts";
import { nodeTypeOf } from "../nodes/index.ts";
import type { Program } from "../program.ts";
import type { FlowEffect, FlowEvent, FlowNote, FlowState, Question } from "../session.ts";
import { begun, leftBy, step, type FlowStep } from "../step.ts";
import type { Tools } from "../tools.ts";
import { own } from "../values.ts";
import { departure, storedVisits } from "./stored.ts";
import type { Asked, Doing, Followed, StoredInput, StoredPart } from "./types.ts";
import { Visits } from "./visits.ts";
import { transferWord } from "./words.ts";

/** What of a step's notes must be the same again. Contents may be stars in the log. */
const wayOf = (notes: readonly FlowNote[]): string =>
  JSON.stringify(notes.map(({ action, nodeId, data }) => [action, nodeId, data?.["exit"] ?? ""]));
const notesOf = (effects: readonly FlowEffect[]): readonly FlowNote[] =>
  effects.flatMap((effect) => (effect.do === "note" ? [effect.note] : []));

const branches = (notes: readonly FlowNote[]) => notes.filter(({ action }) => action === "branch" || action === "node");

/** Of a key that is in no log one that leads where it led; else the exit that was taken. */
const digits = "1#*234567890".split("");

interface Hidden {
  /** That leads the same way, as far as anybody knows. */
  readonly digit: string;
  /** How the step is made once more, with whatever looks on. */
  readonly made: (tools: Tools) => FlowStep;
}

function hidden(program: Program, state: FlowState, { event, notes }: StoredInput, tools: Tools): Hidden {
  const wanted = wayOf(notes);
  const now: { readonly now?: string } = event.now === undefined ? {} : { now: event.now };
  const pressed = (digit: string, given: Tools): FlowStep =>
    step(program, state, { type: "digit", digit, ...now }, given);
  const digit = digits.find((each) => wayOf(notesOf(pressed(each, tools).effects)) === wanted);
  if (digit !== undefined) return { digit, made: (given) => pressed(digit, given) };
  const frame = state.frames.at(-1);
  const node = frame && own(own(program.subs, frame.sub)?.nodes, frame.node);
  const exit = notes.find(({ action, nodeId }) => action === "branch" && nodeId === node?.id)?.data?.["exit"];
  if (!node || typeof exit !== "string") return { digit: digits[0]!, made: () => ({ state, effects: [] }) };
  const names = nodeTypeOf(node.type)?.sets?.(node.config) ?? [];
  const unknown = Object.fromEntries(names.map((name) => [name, "***"]));
  const secret = [...new Set([...state.secret, ...names])];
  const left = {
    ...state,
    vars: { ...state.vars, ...(event.now === undefined ? {} : { now: event.now }), ...unknown },
    secret,
  };
  return { digit: digits[0]!, made: (given) => leftBy(program, left, exit, given) };
}

class Following {
  state: FlowState;
  readonly visits: Visits;
  readonly asked: Asked[] = [];
  readonly doings: Doing[] = [];
  readonly transfers: Record<string, string> = {};
  messageSeconds: number | undefined;
  gaveUp = false;
  target = "";
  result = "waiting";
  #asks = new Map<string, { readonly nodeId: string; readonly ask: Question; readonly secret: boolean }>();
  #leads = new Map<string, string>();
  #early = false;
  #key = false;
  readonly #program: Program;

  constructor(program: Program, state: FlowState) {
    this.#program = program;
    this.state = state;
    this.visits = new Visits(program);
  }

  get #led(): boolean {
    return Object.values(this.state.open).includes("transfer");
  }

  get #sounding(): boolean {
    return Object.values(this.state.open).includes("play");
  }

  /** Before the step: what the event answers, or the caller does. */
  told({ event, hidden }: StoredInput, at: number): void {
    const joined = this.#key && event.type === "digit";
    this.#key = event.type === "digit";
    const does = (what: Doing["does"], value = "", early = false, secret = hidden) =>
      this.doings.push({ at, does: what, value, early, joined, hidden: secret });
    switch (event.type) {
      case "digit":
        return this.#led ? undefined : void does("keys", event.digit, this.#sounding);
      case "speechStarted":
        this.#early = this.#sounding;
        return;
      case "heard":
        does("say", event.text, this.#early, this.visits.here?.sensitive === true);
        this.#early = false;
        return;
      case "nothingHeard":
        if (event.why !== "silence") return;
        this.visits.say("客户没有出声");
        return void does("silence");
      case "timer":
        if (this.state.open[event.id] !== "timer") return;
        this.visits.say("等待客户超时");
        return void does("silence");
      case "hungUp":
        this.gaveUp = this.#led;
        return this.gaveUp ? undefined : void does("hangUp");
      default:
        return this.#answered(event);
    }
  }

  #answered(event: FlowEvent): void {
    if (event.type === "transferEnded") {
      const to = this.#leads.get(event.id);
      if (to !== undefined) this.transfers[to] = event.result;
      this.visits.say(`转接结果：${transferWord(event.result)}`);
    }
    if (event.type === "recorded") this.messageSeconds = Math.round(event.ms / 1_000);
    const asked = "id" in event ? this.#asks.get(event.id) : undefined;
    if (!asked || (event.type !== "answered" && event.type !== "askFailed")) return;
    const one = { ...asked, answer: event.type === "answered" ? event.answer : undefined };
    this.asked.push(one);
    this.visits.answered(one);
  }

  stepped(at: number, event: FlowEvent, { state, effects }: FlowStep): void {
    this.state = state;
    this.visits.stepped(at, event, effects, state);
    for (const effect of effects) this.#take(effect);
  }

  #take(effect: FlowEffect): void {
    if (effect.do === "ask") {
      const nodeId = this.state.frames.at(-1)?.node ?? "";
      this.#asks.set(effect.id, { nodeId, ask: effect.ask, secret: this.#isSecret(nodeId) });
    }
    if (effect.do === "transfer") {
      this.target = idOf(effect.to);
      this.#leads.set(effect.id, this.target);
    }
    if (effect.do === "load") [this.target, this.result] = [effect.flowId, "flow"];
    if (effect.do === "leave") this.result = effect.result;
  }

  #isSecret(nodeId: string): boolean {
    return Object.values(this.#program.subs).some(({ nodes }) => own(nodes, nodeId)?.sensitive === true);
  }
}

const unlike = "与原通话不同：日志不完整，或流程程序已更新";
const nothing = "原通话没有记录所用的流程版本";

/** program: of the version that the part had. */
export function followed(program: Program, part: StoredPart, given: Tools): Followed {
  const { began, inputs } = part;
  const stored = storedVisits(part);
  const start = inputs[0]?.at ?? 0;
  const missing: string[] = began ? [] : [nothing];
  const { seed = 1, made = 0, loads } = began ?? {};
  const way = new Following(program, { ...begun(program, seed), made, ...(loads && { loads }) });
  const tools = new Meter(given, mostCost.call);
  const watched = new Meter({ ...given, entering: way.visits.entering }, mostCost.call);
  for (const input of inputs) {
    const at = input.at - start;
    const key = input.hidden ? hidden(program, way.state, input, tools) : undefined;
    way.told(key ? { ...input, event: { type: "digit", digit: key.digit } } : input, at);
    const taken = key ? key.made(watched) : step(program, way.state, input.event, watched);
    const wanted = wayOf(input.notes);
    // With keys it shows what was pressed, which a forced exit does not.
    const same = input.hidden ? wayOf(branches(notesOf(taken.effects))) === wayOf(branches(input.notes)) : false;
    if (!same && wayOf(notesOf(taken.effects)) !== wanted && missing.length === 0) missing.push(unlike);
    way.stepped(at, input.event, taken);
  }
  const answered = part.end === "answered" && way.target !== "";
  if (answered) way.transfers[way.target] = "answered";
  const visits = way.visits.list;
  return {
    ...{ flowId: program.flowId, versionId: program.versionId, visits, stored, missing },
    ...{ departs: departure(stored, visits), target: way.target },
    result: answered ? "transferred" : way.result,
    ...{ asked: way.asked, doings: way.doings, transfers: way.transfers, messageSeconds: way.messageSeconds },
    gaveUp: way.gaveUp,
  };
}
