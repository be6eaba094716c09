/** What a step works on: where the call is, its variables, its counts. */
import { draftOf, type Draft } from "./draft.ts";
import type { Linked, LinkedNode, LinkedSub, WayOut } from "./lookup.ts";
import { maskedFill, maskedVars, masksWith, namesNumber } from "./masks.ts";
import { Meter, mostCost } from "./meter.ts";
import type { Program, ProgramNode, ProgramSub } from "./program.ts";
import type { FlowState, Frame, Value, Values } from "./session.ts";
import type { Tools } from "./tools.ts";
import { bounded, copied, fill, own, put } from "./values.ts";

type Counts = FlowState["counts"][string];
type Written<K extends "vars" | "counts" | "open" | "local"> = Record<string, FlowState[K][string]>;

const uncounted: Counts = Object.freeze({ visits: 0, unknown: 0, timeout: 0 });
const cameOnce: Counts = Object.freeze({ ...uncounted, visits: 1 });
/** What nothing was put into yet; never written to. */
const nothing: FlowState["local"] = {};
/** The same of what is waited for. */
const nothingOpen: FlowState["open"] = {};

/** Flows that lead over to one another, or to themselves: as often in one call, and without a wait. */
const mostLoads = { all: 200, still: 20 } as const;

export class RunState<T = unknown> {
  /**
   * A copy of its own, changed in place. The records on it are the state's before, too: each is copied at its first change in this
   * step, and changed in place from then on.
   */
  readonly state: Draft;
  readonly program: Program;
  /** Within what a step may cost. */
  readonly tools: Meter;
  readonly #before: FlowState;
  readonly #subs: Linked<T>;
  #at: Frame | undefined;
  #sub: LinkedSub<T> | undefined;
  #node: LinkedNode<T> | undefined;

  constructor(program: Program, state: FlowState, tools: Tools, subs: Linked<T>) {
    this.program = program;
    this.state = draftOf(state);
    this.tools = new Meter(tools, mostCost.step);
    this.#before = state;
    this.#subs = subs;
    this.#at = undefined;
    this.#sub = undefined;
    this.#node = undefined;
  }

  // --- where it is

  get frame(): Frame {
    const { frames } = this.state;
    return frames[frames.length - 1]!;
  }

  /** Looked up once a place: notes ask for it again and again. */
  #look(): void {
    const { frame } = this;
    if (frame === this.#at) return;
    this.#at = frame;
    if (this.#sub?.sub.id !== frame.sub) this.#sub = this.#subs.get(frame.sub);
    this.#node = this.#sub?.nodes.get(frame.node);
  }

  get sub(): ProgramSub | undefined {
    this.#look();
    return this.#sub?.sub;
  }

  get node(): ProgramNode | undefined {
    this.#look();
    return this.#node?.node;
  }

  /** The node with its exits. */
  get here(): LinkedNode<T> | undefined {
    this.#look();
    return this.#node;
  }

  protected canvas(id: string): ProgramSub | undefined {
    return this.#subs.get(id)?.sub;
  }

  set(patch: Partial<FlowState>): void {
    Object.assign(this.state, patch);
  }

  /** The only one that goes there, or in place of the last. */
  protected moveTo(frame: Frame): void {
    const { frames } = this.state;
    this.state.frames = frames.length === 1 ? [frame] : [...frames.slice(0, -1), frame];
    this.state.local = nothing;
  }

  /** The same, out of the node where it is. */
  protected takes({ to }: WayOut<T>): void {
    const { frames } = this.state;
    const [frame] = to.frames;
    this.state.frames = frames.length === 1 ? to.frames : [...frames.slice(0, -1), frame];
    this.state.local = nothing;
    this.#at = frame;
    this.#node = to;
  }

  /** patch: a new object, which becomes the state's where there is none yet. */
  local(patch: FlowState["local"]): void {
    const { local } = this.state;
    if (local === nothing) {
      this.state.local = patch;
      return;
    }
    const written: Written<"local"> = local === this.#before.local ? Object.assign({}, local) : local;
    for (const name in patch) written[name] = patch[name]!;
    this.state.local = written;
  }

  // --- what is waited for

  protected opened(id: string, kind: FlowState["open"][string]): void {
    const { open } = this.state;
    const written: Written<"open"> =
      open === nothingOpen ? {} : open === this.#before.open ? Object.assign({}, open) : open;
    written[id] = kind;
    this.state.open = written;
  }

  /** Its answer counts no more. */
  close(id: unknown): void {
    const { open } = this.state;
    if (typeof id === "string" && Object.hasOwn(open, id)) this.closeOpen(id);
  }

  /** One that is open. */
  closeOpen(id: string): void {
    const { open } = this.state;
    let left: Written<"open"> | undefined;
    for (const each in open)
      if (each !== id) {
        left ??= {};
        left[each] = open[each]!;
      }
    this.state.open = left ?? nothingOpen;
  }

  protected closeAll(): void {
    this.state.open = nothingOpen;
  }

  // --- variables

  value(name: string): Value | undefined {
    return own(this.state.vars, name);
  }

  text(text: string): string {
    const filled = fill(text, this.state.vars);
    this.tools.read(filled.length);
    return filled;
  }

  #vars(): Written<"vars"> {
    const { vars } = this.state;
    if (vars === this.#before.vars) this.state.vars = copied(vars);
    return this.state.vars as Written<"vars">;
  }

  /** It has no variables yet. */
  get isNew(): boolean {
    const { vars, secret, masks } = this.state;
    for (const _ in vars) return false;
    return secret.length === 0 && masks === undefined;
  }

  /** Of a new one. */
  beginWith(vars: Values): void {
    this.state.vars = copied(vars);
  }

  /** As an interface without 发送完整号码 has them; undefined: `text` names none that carries a number. */
  maskedVars(text: string): Values | undefined {
    const { vars, masks } = this.state;
    this.tools.read(text.length);
    return namesNumber(text, masks) ? maskedVars(vars, masks) : undefined;
  }

  /** A text made of it. */
  maskedText(text: string): string | undefined {
    const { vars, masks } = this.state;
    this.tools.read(text.length);
    return maskedFill(text, vars, masks);
  }

  assign(values: Readonly<Record<string, unknown>>, secret = false, masks: Values = {}): void {
    for (const name of Object.keys(values)) this.#give(name, bounded(values[name]), secret, own(masks, name));
  }

  /** One of them. mask: where it carries a number, or is made of one. */
  give(name: string, value: unknown, secret = false, mask?: Value): void {
    this.#give(name, bounded(value), secret, mask);
  }

  #give(name: string, value: Value, secret: boolean, mask?: Value): void {
    if (name === "") return;
    put(this.#vars(), name, value);
    // What it gathers for its form is in the form's field for it, too.
    const field = this.program.form ? own(this.program.form.fields, name) : undefined;
    if (field !== undefined && value !== "") this.#give(`formData.${field}`, value, secret, mask);
    if (mask !== undefined || this.state.masks) {
      const masks = masksWith(this.state.masks, name, value, mask);
      if (masks) this.state.masks = masks;
    }
    const before = this.state.secret;
    if (!secret && before.length === 0) return;
    const hidden = before.filter((each) => each !== name);
    this.state.secret = secret ? [...hidden, name] : hidden;
  }

  /** For whom secrets are not: agents, messages. */
  shownText(text: string): string {
    const masked = Object.fromEntries(this.state.secret.map((name) => [name, "***"]));
    return fill(text, { ...this.state.vars, ...masked });
  }

  /** It has a secret in it: what is made of it is one. */
  isSecret(text: string): boolean {
    this.tools.read(this.state.secret.length * text.length);
    return this.state.secret.some((name) => new RegExp(`(^|[^\\w.])${name}($|[^\\w])`).test(text));
  }

  /** A value as the track may show it. */
  shown(name: string): Value {
    return this.state.secret.includes(name) ? "***" : (this.value(name) ?? "");
  }

  // --- counts

  get counts(): Counts {
    const { counts } = this.state;
    const { node } = this.frame;
    return Object.hasOwn(counts, node) ? counts[node]! : uncounted;
  }

  #count(of: Counts): void {
    const { counts } = this.state;
    const written: Written<"counts"> = counts === this.#before.counts ? copied(counts) : counts;
    put(written, this.frame.node, of);
    this.state.counts = written;
  }

  count(what: "visits" | "unknown" | "timeout"): number {
    const { counts: before } = this;
    if (before === uncounted && what === "visits") {
      this.#count(cameOnce);
      return 1;
    }
    const { visits, unknown, timeout } = before;
    const counts = { visits, unknown, timeout };
    counts[what] += 1;
    this.#count(counts);
    return counts[what];
  }

  /** Another flow is to be begun. False: it goes from one to the next for ever. */
  led(): boolean {
    const { all = 0, still = 0 } = this.state.loads ?? {};
    if (all >= mostLoads.all || still >= mostLoads.still) return false;
    this.state.loads = { all: all + 1, still: still + 1 };
    return true;
  }

  /** A sound, a while or somebody was waited for. */
  waited(): void {
    const { loads } = this.state;
    if (loads) this.state.loads = { ...loads, still: 0 };
  }

  /** A loop that is left counts anew. */
  recount(): void {
    this.#count({ ...this.counts, visits: 0 });
  }

  /** An understood answer: misunderstandings are counted anew. */
  understood(): void {
    const { visits, unknown, timeout } = this.counts;
    if (unknown + timeout > 0) this.#count({ visits, unknown: 0, timeout: 0 });
  }
}
