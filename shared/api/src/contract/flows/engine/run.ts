/** The working copy of one step: what a node may do. Lives for one step only. */
import { handed } from "./masks.ts";
import { noteOf, nowhere, spoken, type Note, type NoteEffect } from "./note.ts";
import type { ProgramNode, ProgramSub } from "./program.ts";
import { RunState } from "./run-state.ts";
import { cutThere, type CutAt } from "./sounding.ts";
import type {
  ErrorClass,
  FlowAction,
  FlowEffect,
  FlowNote,
  Question,
  Said,
  TransferTo,
  Values,
  Waiting,
} from "./session.ts";
import { masked, own, textOf } from "./values.ts";
import { plainSays, voiced, wordingOf } from "./wording.ts";

type Listen = Omit<Extract<FlowEffect, { do: "listen" }>, "do" | "id">;

const mostFailures = 10;

/** Names of effects, made once: a text that is made anew is looked up among all names there are before it can be one. */
const ids = Array.from({ length: 256 }, (_, at) => `e${at}`);

export class Run<T = unknown> extends RunState<T> {
  readonly effects: FlowEffect[] = [];
  /** The node that is entered next in this step. */
  moved = false;
  // --- what it asks for
  #id(kind: Waiting | "timer"): string {
    const made = this.state.made + 1;
    const id = ids[made] ?? `e${made}`;
    this.state.made = made;
    this.opened(id, kind);
    return id;
  }

  do(effect: FlowEffect): void {
    this.effects.push(effect);
  }

  note(action: FlowAction, content?: string, data?: Note["data"], nextNodeId?: string): void {
    const { secret } = this.state;
    const note = noteOf(action, this.node ?? nowhere, content, data, nextNodeId);
    this.effects.push({ do: "note", note: secret.length === 0 ? note : this.#shown(note) });
  }

  /** One that is made already, for all calls. */
  noted(effect: NoteEffect): void {
    this.effects.push(this.state.secret.length === 0 ? effect : { do: "note", note: this.#shown(effect.note) });
  }

  #shown(note: FlowNote): FlowNote {
    const { action, nodeId, nodeName, ...more } = note;
    const secrets = this.state.secret.map((each) => textOf(this.value(each)));
    return { action, nodeId, nodeName, ...masked(more, secrets) };
  }

  /** Nothing to say: it is said at once ('' is returned). */
  play(says: readonly Said[], { stopOnKey = false, from = 0, fromMs = 0, loop = false, secret = false } = {}): string {
    if (says.length === 0) return "";
    const id = this.#id("play");
    if (!loop) this.state.playing = fromMs > 0 ? { id, says, at: from, ms: fromMs } : { id, says, at: from };
    const constant = this.here?.constant;
    const known = constant?.says === says ? constant : undefined;
    if (known && !secret) this.noted(known.note);
    else this.note("play", secret ? "***" : spoken(says));
    const heard = known?.voiced ?? voiced(says, this.program.voice);
    const effect = { do: "play", id, says: heard, from, stopOnKey } as const;
    const placed = fromMs > 0 ? { ...effect, fromMs } : effect;
    this.do(loop ? { ...placed, loop } : placed);
    return id;
  }

  /** The node's own wording for this visit. */
  wording({ talkings }: Pick<ProgramNode, "talkings">, hearing?: number): readonly Said[] {
    const { here } = this;
    if (here?.constant && here.node.talkings === talkings) return here.constant.says;
    const { vars, prompts } = this.state;
    const plain = plainSays(talkings, vars, prompts);
    if (plain) return plain;
    const { says, seed } = wordingOf(talkings, {
      hearing: hearing ?? this.counts.visits,
      ...{ vars, prompts, tools: this.tools },
      seed: this.state.draw,
    });
    this.state.draw = seed;
    return says;
  }

  hush(id: unknown): void {
    if (typeof id !== "string" || this.state.open[id] !== "play") return;
    this.close(id);
    this.cutOff(id);
    this.do({ do: "stopPlay" });
  }

  /** where: not known as long as nobody told. */
  cutOff(id: string, where?: CutAt): void {
    const { playing, cut } = this.state;
    if (playing?.id === id) {
      this.state.playing = null;
      this.state.cut = where ? cutThere(playing, where) : { ...playing, untold: true };
    } else if (where && cut?.id === id) this.state.cut = cutThere(cut, where);
  }

  /**
   * Where something was cut off is told in a moment, by its playDone; a timer says that nobody tells. Its name is made of the other's, so
   * that what is played then has the name that it had in calls that were stored before there was such a wait.
   */
  awaitCut(id: string, ms: number): string {
    const timer = `${id}-told`;
    this.opened(id, "play");
    this.opened(timer, "timer");
    this.do({ do: "timer", id: timer, ms });
    return timer;
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

  listen({ intents, endSilenceMs, maxMs, noInputMs, bargeInMs }: Listen): string {
    const id = this.#id("listen");
    this.do({ do: "listen", id, intents, endSilenceMs, maxMs, noInputMs, bargeInMs });
    return id;
  }

  stopListening(id: unknown): void {
    if (typeof id !== "string" || this.state.open[id] !== "listen") return;
    this.close(id);
    this.do({ do: "stopListening", id });
  }

  transfer(to: TransferTo, whisper: string, data: Values, music = ""): string {
    const id = this.#id("transfer");
    this.note("transfer", undefined, { ...to });
    this.do({ do: "transfer", id, to, whisper, back: Object.keys(this.node?.exits ?? {}), data, music });
    return id;
  }

  record(options: Omit<Extract<FlowEffect, { do: "record" }>, "do" | "id">): string {
    const id = this.#id("record");
    this.do({ do: "record", id, ...options });
    return id;
  }

  /** Secret variables stay here: the other flow would not know them for such. It begins before this one ends, so nothing is paused. */
  load(flowId: string, names: readonly string[]): void {
    if (!this.led()) return this.fail("loop", "流程之间没有停顿地来回跳转");
    this.secretly(false);
    const id = this.#id("load");
    this.do({ do: "load", id, flowId, ...handed(this.state, names) });
  }

  /** A sensitive node: neither recording nor log has what the caller says and presses in it. */
  secretly(wanted: boolean): void {
    const on = wanted || this.state.unrecorded;
    if (this.state.recordingPaused === on) return;
    this.set({ recordingPaused: on });
    this.do({ do: "pauseRecording", paused: on });
  }

  unrecorded(): void {
    this.set({ unrecorded: true });
    this.secretly(true);
  }

  // --- where it goes
  /** Everything the node waited for is dropped, and it goes to another. */
  goTo(sub: string, node: string): void {
    this.#drop();
    this.moveTo({ sub, node });
    this.moved = true;
  }

  #drop(): void {
    const { open } = this.state;
    for (const id in open) {
      const kind = open[id];
      if (kind === "play") {
        this.cutOff(id);
        this.do({ do: "stopPlay" });
      } else if (kind === "listen") this.do({ do: "stopListening", id });
      else if (kind === "timer") this.do({ do: "clearTimer", id });
    }
    this.closeAll();
    this.secretly(false);
  }

  /** Into a sub-process, whose end comes back here: by the exit of its result, or (back) to this node. */
  call(sub: string, { back = false } = {}): boolean {
    const target = this.canvas(sub);
    if (!target || this.state.frames.length >= 10) return false;
    this.note("branch", undefined, { subProcessId: sub }, target.start);
    this.#drop();
    const { sub: caller, node } = this.frame;
    const below = [...this.state.frames.slice(0, -1), { sub: caller, node, ...(back ? { back } : {}) }];
    this.set({ frames: [...below, { sub, node: target.start }], local: {} });
    this.moved = true;
    return true;
  }

  /** By an exit. One that leads nowhere is the exception node's where it is a failure; else this canvas ends with it. why: it failed. */
  exit(exit: string, data?: Readonly<Record<string, unknown>>, why?: Note & { readonly content: string }): void {
    const { here } = this;
    const way = here?.exits.get(exit);
    if (way === undefined) {
      const failure = here?.fails.get(exit);
      return failure ? this.fail(failure, why?.content ?? `“${exit}”没有分支`, why?.data) : this.end(exit);
    }
    if (why) this.note("failed", why.content, why.data);
    if (data === undefined) this.noted(way.note);
    else this.note("branch", undefined, { exit, ...data }, way.to.node.id);
    this.#drop();
    this.takes(way);
    this.moved = true;
  }

  /** The exception node of this canvas, else of the main one, else the end. */
  fail(error: ErrorClass, text: string, data?: Note["data"]): void {
    this.note("failed", text.slice(0, 200), { ...data, class: error });
    if (error === "noRobot") this.note("noRobot", "无空闲机器人");
    const here = [this.sub, this.canvas(this.program.main)].find((sub) => this.#handles(sub, error));
    if (here?.exception === undefined) return this.leave(error === "noRobot" ? "noRobot" : "failed");
    this.give("lastError", error);
    this.note("branch", undefined, { class: error }, here.exception);
    if (here.id !== this.frame.sub) this.set({ frames: [{ sub: here.id, node: here.exception }] });
    this.goTo(here.id, here.exception);
  }

  /** An exception node that fails itself, or that is come to again and again, is none. */
  #handles(sub: ProgramSub | undefined, error: ErrorClass): boolean {
    const at = sub?.exception;
    if (!sub || at === undefined || (sub.id === this.frame.sub && this.frame.node === at)) return false;
    const classes = own(sub.nodes, at)?.config["classes"];
    const visits = own(this.state.counts, at)?.visits ?? 0;
    return Array.isArray(classes) && classes.includes(error) && visits < mostFailures;
  }

  /** Out of a sub-process by its result; out of the main one the call ends. */
  end(result: string): void {
    this.#drop();
    const { frames } = this.state;
    if (frames.length > 1) {
      this.set({ frames: frames.slice(0, -1), local: {} });
      if (this.frame.back) return this.goTo(this.frame.sub, this.frame.node);
      const exits = this.here?.exits;
      const way = exits?.get(result) ?? exits?.get("next");
      if (way === undefined) return this.end(result);
      const { id } = way.to.node;
      this.note("branch", undefined, { exit: result }, id);
      return this.goTo(this.frame.sub, id);
    }
    this.leave(result);
  }

  leave(result: string): void {
    this.#drop();
    this.note("left", result);
    this.state.over = true;
    this.do({ do: "leave", result });
  }
}
