/**
 * A line of text in a flow: the engine of calls, with what is typed instead of what is heard and pressed (docs/protocol.md, "Chats"). Pure.
 * What is said is said at once, so that a flow goes on until it waits for somebody; whatever is waited for stands in the state.
 */
import { formatTime } from "@liantai/api/contract";
import {
  begun,
  flowTypes,
  step,
  type FlowEffect,
  type FlowEvent,
  type FlowNote,
  type FlowState,
  type Program,
  type Question,
} from "@liantai/api/flows";
import { nodeIn, noteText } from "../../audition/index.ts";
import { gatheredFor } from "../../telephony/index.ts";
import type {
  ChatFlow,
  LineAsk,
  LineBegin,
  LineContext,
  LineEvent,
  LineGathered,
  LineLoad,
  LineOut,
  LineStep,
  LineTimer,
  Typed,
} from "./line-types.ts";
import { isSecret, keysAt, nodeAt, stretched, waits } from "./places.ts";
import { secretsAt, spoken } from "./saying.ts";
import { keyed, take } from "./typing.ts";

/** Wordings without a word of the visitor between them: a flow that says on and on would hold a caller, and floods a page. */
const mostSays = 50;
const mostPending = 20;
/** A message left counts as so long, ms. */
const leftMs = 60_000;
/** Nodes without sound go on so long for who is gone, as in calls. */
const silentMs = 30_000;
/** Until a question counts as lost with whoever asked it. */
const slackMs = 15_000;

const patienceMs = (ask: Question): number =>
  ask.what === "interface" ? ask.timeoutMs * (ask.retries + 1) + slackMs : slackMs;

type Draft = { -readonly [K in keyof ChatFlow]: ChatFlow[K] };

class Line {
  readonly #c: LineContext;
  readonly #flow: Draft;
  readonly #out: LineOut[] = [];
  readonly #queue: FlowEvent[] = [];
  #says = 0;
  #score: number | undefined;
  #ended: string | undefined;

  constructor(context: LineContext, flow: ChatFlow) {
    this.#c = context;
    this.#flow = { ...flow };
  }

  get program(): Program {
    return this.#c.program;
  }

  get state(): FlowState {
    return this.#flow.state;
  }

  get result(): LineStep {
    const { asks, timers, load, goneUntil } = this.#flow;
    if (goneUntil !== undefined && asks.length === 0 && timers.length === 0 && !load) this.#ended ??= "hungUp";
    const { gathered: _before, ...flow } = this.#flow;
    const gathered = this.#gathered();
    return {
      flow: { ...flow, ...(gathered && { gathered }) },
      out: this.#out,
      ...(this.#score === undefined ? {} : { score: this.#score }),
      ...(this.#ended === undefined ? {} : { ended: this.#ended }),
    };
  }

  #gathered(): LineGathered | undefined {
    const found = gatheredFor(this.program, this.state);
    if (!found) return undefined;
    const { flowId, formId, values, secret } = found;
    return { flowId, formId, values, secret: secret !== undefined, robot: this.#flow.robot === true };
  }

  // --- what comes

  feed(event: FlowEvent): void {
    this.#queue.push(event);
    for (let next = this.#queue.shift(); next && this.#ended === undefined; next = this.#queue.shift())
      this.#step(next);
  }

  /** What was typed before anybody waited for it. */
  takePending(): void {
    while (this.#ended === undefined && this.#flow.pending.length > 0 && waits(this.#c.program, this.#flow)) {
      const [first, ...rest] = this.#flow.pending;
      this.#flow.pending = rest;
      if (first) take(this, first);
    }
  }

  typed(typed: Typed): void {
    const { record, transfer } = this.#flow;
    if (record) {
      const { id, groupId, agentId } = record;
      this.#flow.left = { groupId, agentId };
      return this.feed({ type: "recorded", id, ms: leftMs });
    }
    if (transfer) {
      const leaveKey = "leaveKey" in transfer.to ? transfer.to.leaveKey : "";
      if (leaveKey === "" || keyed(typed.text) !== leaveKey) return;
      return this.feed({ type: "transferEnded", id: transfer.id, result: "key" });
    }
    if (waits(this.#c.program, this.#flow)) return take(this, typed);
    this.#flow.pending = [...this.#flow.pending, typed].slice(-mostPending);
  }

  due(): void {
    const { now } = this.#c;
    for (let guard = 0; guard < 100 && this.#ended === undefined; guard++) {
      const [first] = this.#flow.timers.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
      if (!first) break;
      this.#flow.timers = this.#flow.timers.filter((timer) => timer !== first);
      const { id, silence } = first;
      this.feed(silence ? { type: "nothingHeard", id, why: "silence" } : { type: "timer", id });
    }
    const again = <T extends LineAsk | LineLoad>(of: T, ms: number): T =>
      of.againAt <= now ? { ...of, againAt: now + ms } : of;
    this.#flow.asks = this.#flow.asks.map((ask) => again(ask, patienceMs(ask.ask)));
    if (this.#flow.load) this.#flow.load = again(this.#flow.load, slackMs);
    if ((this.#flow.goneUntil ?? Infinity) <= now) this.#ended ??= "hungUp";
  }

  hungUp(): void {
    this.#flow.goneUntil = this.#c.now + silentMs;
    this.feed({ type: "hungUp" });
  }

  // --- a step

  #step(event: FlowEvent): void {
    const { program, tools, now } = this.#c;
    const before = this.state;
    const { state, effects } = step(program, before, { ...event, now: formatTime(now) }, tools);
    if (state === before) return;
    this.#flow.state = state;
    for (const effect of effects) this.#do(effect);
    const open = (id: string): boolean => Object.hasOwn(this.state.open, id);
    this.#flow.timers = this.#flow.timers.filter(({ id }) => open(id));
    this.#flow.asks = this.#flow.asks.filter(({ id }) => open(id));
    for (const what of ["load", "transfer", "record"] as const) {
      const kept = this.#flow[what];
      if (kept && !open(kept.id)) delete this.#flow[what];
    }
  }

  #do(effect: FlowEffect): void {
    switch (effect.do) {
      case "play":
        return this.#play(effect);
      case "listen":
        return effect.noInputMs > 0 ? this.#timer(effect.id, effect.noInputMs, true) : undefined;
      case "timer":
        return this.#timer(effect.id, effect.ms);
      case "ask":
        return this.#ask(effect);
      case "load": {
        const { id, flowId, vars, masks } = effect;
        this.#flow.load = { id, flowId, vars, ...(masks && { masks }), againAt: this.#c.now + slackMs };
        return;
      }
      case "transfer":
        this.#flow.transfer = { id: effect.id, to: effect.to };
        return;
      case "record":
        this.#flow.record = { id: effect.id, groupId: effect.groupId, agentId: effect.agentId };
        return;
      case "note":
        return this.#note(effect.note);
      case "rate":
        this.#score = effect.score;
        return;
      case "leave":
        this.#ended = effect.result;
        return;
      // What is over at once cannot be stopped, and what is no longer open falls away by itself.
      case "stopPlay":
      case "stopListening":
      case "clearTimer":
      case "pauseRecording":
        return;
    }
  }

  #timer(id: string, ms: number, silence = false): void {
    const timer: LineTimer = {
      id,
      at: this.#c.now + stretched(nodeAt(this.#c.program, this.state), ms),
      ...(silence && { silence }),
    };
    this.#flow.timers = [...this.#flow.timers, timer];
  }

  #ask({ id, ask }: Extract<FlowEffect, { do: "ask" }>): void {
    const node = nodeAt(this.#c.program, this.state);
    // It asks with what a node before it heard, which may have been said in secret.
    const secret = ask.what === "knowledge" && this.state.secret.includes("lastText");
    this.#flow.asks = [
      ...this.#flow.asks,
      {
        ...{ id, ask, nodeId: node?.id ?? "", nodeName: node?.name ?? "" },
        sensitive: secret || isSecret(this.#c.program, this.state),
        againAt: this.#c.now + patienceMs(ask),
      },
    ];
  }

  #note(note: FlowNote): void {
    const { action, nodeId, nodeName } = note;
    const n = this.#flow.noted + 1;
    this.#flow.noted = n;
    this.#out.push({ say: "note", n, action, nodeId, nodeName, text: noteText(note, nodeIn(this.#c.program, nodeId)) });
  }

  // --- what is said

  #play({ id, says, from, loop }: Extract<FlowEffect, { do: "play" }>): void {
    if (!loop) this.#queue.push({ type: "playDone", id, reason: "finished" });
    this.#says += 1;
    if (this.#says > mostSays) {
      this.#ended = "loop";
      return;
    }
    const keys = this.state.open[id] === "play" && !loop ? keysAt(this.#c.program, this.state) : [];
    const said = spoken(says.slice(from), loop === true, secretsAt(this.#c.program, this.state));
    const last = said.findLastIndex(({ say }) => say === "text");
    for (const [at, each] of said.entries())
      this.#out.push(each.say === "text" && at === last && keys.length > 0 ? { ...each, keys } : each);
  }
}

/** Begins the program, or another in the place of one that led over to it: ids and steps of the track go on. */
export function beginLine(context: LineContext, given: LineBegin, before?: ChatFlow): LineStep {
  const { seed, vars, masks, prompts, noLine } = given;
  const { made = 0, loads } = before?.state ?? {};
  const earlier = [...(before?.earlier ?? []), ...(before?.gathered ? [before.gathered] : [])];
  const state: FlowState = { ...begun(context.program, seed), made, ...(loads && { loads }) };
  const kept = {
    pending: before?.pending ?? [],
    noted: before?.noted ?? 0,
    ...(before?.left && { left: before.left }),
    ...(earlier.length > 0 && { earlier }),
    ...(context.program.flowType === flowTypes.robot && !noLine && { robot: true as const }),
    // Of who is gone the next flow has what is left of his half a minute, as in calls.
    ...(before?.goneUntil !== undefined && { goneUntil: before.goneUntil }),
  };
  const line = new Line(context, { state, timers: [], asks: [], ...kept });
  line.feed({ type: "begin", vars, prompts, ...(masks && { masks }), ...(noLine && { noLine }) });
  line.takePending();
  return line.result;
}

export function stepLine(context: LineContext, flow: ChatFlow, event: LineEvent): LineStep {
  const line = new Line(context, flow);
  if (event.type === "typed") line.typed(event);
  else if (event.type === "due") line.due();
  else if (event.event.type === "hungUp") line.hungUp();
  else line.feed(event.event);
  line.takePending();
  return line.result;
}

/** When time has something to do in it, ms since 1970. */
export const lineDue = ({ timers, asks, load, goneUntil = Infinity }: ChatFlow): number =>
  Math.min(goneUntil, ...timers.map(({ at }) => at), ...asks.map(({ againAt }) => againAt), load?.againAt ?? Infinity);
