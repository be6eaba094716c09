/** The working copy of one step: what a node may do. Lives for one step only. */
import type { Program, ProgramNode, ProgramSub } from "./program.ts";
import type {
  ErrorClass,
  FlowAction,
  FlowEffect,
  FlowNote,
  FlowState,
  Question,
  Said,
  TransferTo,
  Value,
  Values,
  Waiting,
} from "./session.ts";
import type { Tools } from "./tools.ts";
import { bounded, fill } from "./values.ts";
import { wordingOf } from "./wording.ts";

type Listen = Omit<Extract<FlowEffect, { do: "listen" }>, "do" | "id">;
type Note = Omit<FlowNote, "action" | "nodeId" | "nodeName">;

export class Run {
  state: FlowState;
  readonly program: Program;
  readonly tools: Tools;
  readonly effects: FlowEffect[] = [];
  /** The node that is entered next in this step. */
  moved = false;

  constructor(program: Program, state: FlowState, tools: Tools) {
    this.program = program;
    this.state = state;
    this.tools = tools;
  }

  // --- where it is

  get frame() {
    return this.state.frames[this.state.frames.length - 1]!;
  }

  get sub(): ProgramSub | undefined {
    return this.program.subs[this.frame.sub];
  }

  get node(): ProgramNode | undefined {
    return this.sub?.nodes[this.frame.node];
  }

  set(patch: Partial<FlowState>): void {
    this.state = { ...this.state, ...patch };
  }

  local(patch: FlowState["local"]): void {
    this.set({ local: { ...this.state.local, ...patch } });
  }

  // --- variables

  value(name: string): Value | undefined {
    return Object.hasOwn(this.state.vars, name) ? this.state.vars[name] : undefined;
  }

  text(text: string): string {
    return fill(text, this.state.vars);
  }

  assign(values: Readonly<Record<string, unknown>>, secret = false): void {
    const names = Object.keys(values).filter((name) => name !== "");
    const vars: Values = {
      ...this.state.vars,
      ...Object.fromEntries(names.map((name) => [name, bounded(values[name])])),
    };
    const hidden = this.state.secret.filter((name) => !names.includes(name));
    this.set({ vars, secret: secret ? [...hidden, ...names] : hidden });
  }

  /** A value as the track may show it. */
  shown(name: string): Value {
    return this.state.secret.includes(name) ? "***" : (this.value(name) ?? "");
  }

  // --- counts

  get counts() {
    return this.state.counts[this.frame.node] ?? { visits: 0, unknown: 0, timeout: 0 };
  }

  count(what: "visits" | "unknown" | "timeout"): number {
    const counts = { ...this.counts, [what]: this.counts[what] + 1 };
    this.set({ counts: { ...this.state.counts, [this.frame.node]: counts } });
    return counts[what];
  }

  /** An understood answer: misunderstandings are counted anew. */
  understood(): void {
    this.set({ counts: { ...this.state.counts, [this.frame.node]: { ...this.counts, unknown: 0, timeout: 0 } } });
  }

  // --- what it asks for

  #id(kind: Waiting | "timer"): string {
    const made = this.state.made + 1;
    const id = `e${made}`;
    this.set({ made, open: { ...this.state.open, [id]: kind } });
    return id;
  }

  do(effect: FlowEffect): void {
    this.effects.push(effect);
  }

  /** Its answer counts no more. */
  close(id: unknown): void {
    if (typeof id !== "string" || !(id in this.state.open)) return;
    const { [id]: _, ...open } = this.state.open;
    this.set({ open });
  }

  note(action: FlowAction, more: Note = {}): void {
    const { id = "", name = "" } = this.node ?? {};
    this.do({ do: "note", note: { action, nodeId: id, nodeName: name, ...more } });
  }

  /** Nothing to say: it is said at once ('' is returned). */
  play(says: readonly Said[], { stopOnKey = false, from = 0, loop = false } = {}): string {
    if (says.length === 0) return "";
    const id = this.#id("play");
    this.set({ cut: { says, at: from } });
    this.note("play", {
      content: says
        .map((said) => (said.kind === "text" ? said.text : said.kind))
        .join("")
        .slice(0, 1_000),
    });
    this.do({ do: "play", id, says, from, stopOnKey, ...(loop ? { loop: true } : {}) });
    return id;
  }

  /** The node's own wording for this visit. */
  wording(node: Pick<ProgramNode, "talkings">, hearing = this.counts.visits): readonly Said[] {
    const { says, seed } = wordingOf(node.talkings, {
      hearing,
      vars: this.state.vars,
      tools: this.tools,
      seed: this.state.draw,
    });
    this.set({ draw: seed });
    return says;
  }

  hush(id: unknown): void {
    if (typeof id !== "string" || this.state.open[id] !== "play") return;
    this.close(id);
    this.do({ do: "stopPlay" });
  }

  timer(ms: number): string {
    const id = this.#id("timer");
    this.do({ do: "timer", id, ms });
    return id;
  }

  clearTimer(id: unknown): void {
    if (typeof id !== "string" || this.state.open[id] !== "timer") return;
    this.close(id);
    this.do({ do: "clearTimer", id });
  }

  ask(ask: Question): string {
    const id = this.#id("ask");
    this.do({ do: "ask", id, ask });
    return id;
  }

  listen(options: Listen): string {
    const id = this.#id("listen");
    this.do({ do: "listen", id, ...options });
    return id;
  }

  stopListening(id: unknown): void {
    if (typeof id !== "string" || this.state.open[id] !== "listen") return;
    this.close(id);
    this.do({ do: "stopListening", id });
  }

  transfer(to: TransferTo, whisper: string, data: Values): string {
    const id = this.#id("transfer");
    this.note("transfer", { data: { ...to } });
    this.do({ do: "transfer", id, to, whisper, back: Object.keys(this.node?.exits ?? {}), data });
    return id;
  }

  record(options: Omit<Extract<FlowEffect, { do: "record" }>, "do" | "id">): string {
    const id = this.#id("record");
    this.do({ do: "record", id, ...options });
    return id;
  }

  load(flowId: string): string {
    const id = this.#id("load");
    this.do({ do: "load", id, flowId });
    return id;
  }

  /** Sensitive keys: neither recording nor log has them. */
  secretly(on: boolean): void {
    if (this.state.recordingPaused === on) return;
    this.set({ recordingPaused: on });
    this.do({ do: "pauseRecording", paused: on });
  }

  // --- where it goes

  /** Everything the node waited for is dropped, and it goes to another. */
  goTo(sub: string, node: string): void {
    this.#drop();
    this.set({ frames: [...this.state.frames.slice(0, -1), { sub, node }], local: {} });
    this.moved = true;
  }

  #drop(): void {
    for (const [id, kind] of Object.entries(this.state.open)) {
      if (kind === "play") this.hush(id);
      else if (kind === "listen") this.stopListening(id);
      else if (kind === "timer") this.clearTimer(id);
    }
    this.set({ open: {} });
    this.secretly(false);
  }

  /** Into a sub-process, whose end comes back here. */
  call(sub: string): boolean {
    const target = this.program.subs[sub];
    if (!target || this.state.frames.length >= 10) return false;
    this.#drop();
    this.set({ frames: [...this.state.frames, { sub, node: target.start }], local: {} });
    this.moved = true;
    return true;
  }

  /** By an exit; one that leads nowhere is a matter for the exception node. */
  exit(exit: string, data: Readonly<Record<string, unknown>> = {}): void {
    const { node } = this;
    const to = node?.exits[exit];
    if (!node || to === undefined) return this.end(exit);
    this.note("branch", { nextNodeId: to, data: { exit, ...data } });
    this.goTo(this.frame.sub, to);
  }

  /** The exception node of this canvas, else of the main one, else the end. */
  fail(error: ErrorClass, text: string): void {
    this.note("failed", { content: text.slice(0, 200), data: { class: error } });
    const inMain = this.program.subs[this.program.main];
    const here = this.sub?.exception !== undefined ? this.sub : inMain;
    const at = here?.exception;
    const again = at !== undefined && here?.id === this.frame.sub && this.frame.node === at;
    if (here && at !== undefined && !again) {
      this.assign({ lastError: error });
      if (here.id !== this.frame.sub) this.set({ frames: [{ sub: here.id, node: at }] });
      return this.goTo(here.id, at);
    }
    this.end("failed");
  }

  /** Out of a sub-process by its result; out of the main one the call ends. */
  end(result: string): void {
    this.#drop();
    const { frames } = this.state;
    if (frames.length > 1) {
      this.set({ frames: frames.slice(0, -1), local: {} });
      const to = this.node?.exits[result] ?? this.node?.exits["next"];
      if (to === undefined) return this.end(result);
      this.note("branch", { nextNodeId: to, data: { exit: result } });
      return this.goTo(this.frame.sub, to);
    }
    this.leave(result);
  }

  leave(result: string): void {
    this.#drop();
    this.note("left", { content: result });
    this.set({ over: true });
    this.do({ do: "leave", result });
  }
}
