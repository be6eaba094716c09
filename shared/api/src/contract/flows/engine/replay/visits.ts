/** Looks on while a flow is stepped, and keeps each stay at a node: what happened in it, and the variables it was left with. */
import { isSetByEngine, unsetValue } from "../flow.ts";
import type { Program, ProgramNode } from "../program.ts";
import type { FlowEffect, FlowEvent, FlowNote, FlowState } from "../session.ts";
import { nodeTypeOf } from "../nodes/index.ts";
import { own, textOf } from "../values.ts";
import type { Asked, ReplayVisit } from "./types.ts";
import { answeredWords, chosenWords, noteWords, result } from "./words.ts";

interface Stay {
  readonly at: number;
  readonly node: ProgramNode;
  readonly sub: string;
  readonly entered: FlowState;
  left: FlowState;
  exit: string;
  next: string;
  readonly says: string[];
  readonly why: string[];
}

/** More than so many are a flow that goes round. */
const mostVisits = 500;

const shownVars = ({ vars, secret }: FlowState): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(vars)
      .filter(([name, value]) => value !== unsetValue(name) || !isSetByEngine(name))
      .map(([name, value]) => [name, secret.includes(name) ? "***" : textOf(value)]),
  );

export const exitName = ({ type, config }: ProgramNode, exit: string): string =>
  nodeTypeOf(type)
    ?.exits(config)
    .find(({ id }) => id === exit)?.name ?? exit;

export class Visits {
  readonly #program: Program;
  readonly #stays: Stay[] = [];
  #entered: FlowState[] = [];

  constructor(program: Program) {
    this.#program = program;
  }

  /** For tools. */
  readonly entering = (state: FlowState): void => void this.#entered.push(state);

  get here(): ProgramNode | undefined {
    return this.#stays.at(-1)?.node;
  }

  /** Of the caller or the world, at the node where it stands. */
  say(sentence: string): void {
    this.#stays.at(-1)?.why.push(sentence);
  }

  answered(asked: Asked): void {
    const words = answeredWords(asked, this.here);
    if (words !== "") this.say(words);
  }

  /** After a step. */
  stepped(at: number, event: FlowEvent, effects: readonly FlowEffect[], state: FlowState): void {
    const entered = this.#entered;
    this.#entered = [];
    if (event.type === "hungUp") this.say("客户挂机");
    for (const effect of effects) {
      if (effect.do !== "note") continue;
      if (effect.note.action === "node") this.#enter(at, entered.shift());
      else this.#note(effect.note);
    }
    const last = this.#stays.at(-1);
    if (last) last.left = state;
  }

  #enter(at: number, state: FlowState | undefined): void {
    const frame = state?.frames.at(-1);
    const node = frame && own(own(this.#program.subs, frame.sub)?.nodes, frame.node);
    if (!state || !frame || !node || this.#stays.length >= mostVisits) return;
    const before = this.#stays.at(-1);
    if (before) before.left = state;
    this.#stays.push({ at, node, sub: frame.sub, entered: state, left: state, exit: "", next: "", says: [], why: [] });
  }

  #note(note: FlowNote): void {
    const { action, nodeId, nextNodeId = "", content = "", data } = note;
    const last = this.#stays.at(-1);
    if (action === "branch" && typeof data?.["exit"] === "string") {
      const stay = this.#stays.findLast(({ node, exit }) => node.id === nodeId && exit === "");
      if (!stay) return;
      [stay.exit, stay.next] = [data["exit"], nextNodeId];
      stay.why.push(...chosenWords(stay.node, stay.exit, stay.entered));
      return;
    }
    if (action === "play") return void last?.says.push(content);
    if (action === "left") return void last?.why.push(`流程结束：${result(content)}`);
    const words = noteWords(note, last?.node);
    if (words !== "") last?.why.push(words);
  }

  get list(): readonly ReplayVisit[] {
    return this.#stays.map(({ at, node, sub, left, exit, next, says, why }) => ({
      ...{ at, nodeId: node.id, nodeName: node.name, nodeType: node.type, subProcessId: sub },
      ...{ exit, exitName: exit === "" ? "" : exitName(node, exit), nextNodeId: next, says, why },
      vars: shownVars(left),
    }));
  }
}
