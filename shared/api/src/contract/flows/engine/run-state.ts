/** What a step works on: where the call is, its variables, its counts. */
import type { Program, ProgramNode, ProgramSub } from "./program.ts";
import type { FlowState, Frame, Value, Values } from "./session.ts";
import type { Tools } from "./tools.ts";
import { bounded, fill, own } from "./values.ts";

type Draft = { -readonly [K in keyof FlowState]: FlowState[K] };

export class RunState {
  /** A copy of its own, changed in place; what hangs on it is replaced and never changed. */
  readonly state: Draft;
  readonly program: Program;
  readonly tools: Tools;
  #at: Frame | undefined;
  #node: ProgramNode | undefined;

  constructor(program: Program, state: FlowState, tools: Tools) {
    this.program = program;
    this.state = { ...state };
    this.tools = tools;
  }

  // --- where it is

  get frame() {
    return this.state.frames[this.state.frames.length - 1]!;
  }

  get sub(): ProgramSub | undefined {
    return own(this.program.subs, this.frame.sub);
  }

  /** Looked up once a place: notes ask for it again and again. */
  get node(): ProgramNode | undefined {
    const { frame } = this;
    if (frame !== this.#at) {
      this.#at = frame;
      this.#node = own(this.sub?.nodes, frame.node);
    }
    return this.#node;
  }

  set(patch: Partial<FlowState>): void {
    Object.assign(this.state, patch);
  }

  local(patch: FlowState["local"]): void {
    this.state.local = { ...this.state.local, ...patch };
  }

  // --- variables

  value(name: string): Value | undefined {
    return own(this.state.vars, name);
  }

  text(text: string): string {
    return fill(text, this.state.vars);
  }

  assign(values: Readonly<Record<string, unknown>>, secret = false): void {
    const names = Object.keys(values).filter((name) => name !== "");
    if (names.length === 0) return;
    const given = Object.fromEntries(names.map((name) => [name, bounded(values[name])]));
    const vars: Values = { ...this.state.vars, ...given };
    const before = this.state.secret;
    if (!secret && before.length === 0) return this.set({ vars });
    const hidden = before.filter((name) => !names.includes(name));
    this.set({ vars, secret: secret ? [...hidden, ...names] : hidden });
  }

  /** For whom secrets are not: agents, messages. */
  shownText(text: string): string {
    const masked = Object.fromEntries(this.state.secret.map((name) => [name, "***"]));
    return fill(text, { ...this.state.vars, ...masked });
  }

  /** It has a secret in it: what is made of it is one. */
  isSecret(text: string): boolean {
    return this.state.secret.some((name) => new RegExp(`(^|[^\\w.])${name}($|[^\\w])`).test(text));
  }

  /** A value as the track may show it. */
  shown(name: string): Value {
    return this.state.secret.includes(name) ? "***" : (this.value(name) ?? "");
  }

  // --- counts

  get counts() {
    return own(this.state.counts, this.frame.node) ?? { visits: 0, unknown: 0, timeout: 0 };
  }

  count(what: "visits" | "unknown" | "timeout"): number {
    const { visits, unknown, timeout } = this.counts;
    const counts = { visits, unknown, timeout };
    counts[what] += 1;
    this.state.counts = { ...this.state.counts, [this.frame.node]: counts };
    return counts[what];
  }

  /** A loop that is left counts anew. */
  recount(): void {
    this.set({ counts: { ...this.state.counts, [this.frame.node]: { ...this.counts, visits: 0 } } });
  }

  /** An understood answer: misunderstandings are counted anew. */
  understood(): void {
    const { visits, unknown, timeout } = this.counts;
    if (unknown + timeout === 0) return;
    this.set({ counts: { ...this.state.counts, [this.frame.node]: { visits, unknown: 0, timeout: 0 } } });
  }
}
