/** A call in a flow that answers by itself what a world of the test would: plays end, questions are answered as told. */
import { compile } from "../compile.ts";
import type { FlowBody } from "../flow.ts";
import type { FlowEffect, FlowEvent, FlowState, Question } from "../session.ts";
import { link, type SharedFlows } from "../shared/link.ts";
import { begun, step } from "../step.ts";
import { noTools, type Tools } from "../tools.ts";

type Answer = Readonly<Record<string, unknown>> | "failed";

export class TestCaller {
  state: FlowState;
  readonly effects: FlowEffect[] = [];
  readonly #program;
  readonly #tools: Tools;
  readonly #answer: (ask: Question) => Answer | undefined;

  constructor(
    body: FlowBody,
    {
      tools = noTools,
      answer = () => undefined,
      seed = 1,
      shared = {},
    }: {
      tools?: Tools;
      answer?: (ask: Question) => Answer | undefined;
      seed?: number;
      shared?: SharedFlows;
    } = {},
  ) {
    this.#program = compile({ flowId: "f", versionId: "v", flowType: 1, voice: null, ...link(body, shared) });
    this.state = begun(this.#program, seed);
    this.#tools = tools;
    this.#answer = answer;
  }

  send(event: FlowEvent): this {
    const { state, effects } = step(this.#program, this.state, event, this.#tools);
    this.state = state;
    this.effects.push(...effects);
    for (const effect of effects)
      if (effect.do === "ask") {
        const answer = this.#answer(effect.ask);
        if (answer === "failed") this.send({ type: "askFailed", id: effect.id, class: "interface" });
        else if (answer) this.send({ type: "answered", id: effect.id, answer });
      }
    return this;
  }

  begin(vars: Record<string, string> = {}): this {
    return this.send({ type: "begin", vars });
  }

  /** What is being said ends. */
  heardOut(): this {
    const playing = this.#open("play");
    return playing === undefined ? this : this.send({ type: "playDone", id: playing, reason: "finished" });
  }

  keys(digits: string): this {
    for (const digit of digits) this.send({ type: "digit", digit });
    return this;
  }

  timeUp(): this {
    const timer = this.#open("timer");
    if (timer === undefined) throw new Error("no timer runs");
    return this.send({ type: "timer", id: timer });
  }

  says(text: string, confidence = 1): this {
    return this.send({ type: "heard", id: this.#open("listen")!, text, confidence });
  }

  transferEnded(result: Extract<FlowEvent, { type: "transferEnded" }>["result"]): this {
    return this.send({ type: "transferEnded", id: this.#open("transfer")!, result });
  }

  open(kind: string): string | undefined {
    return this.#open(kind);
  }

  #open(kind: string): string | undefined {
    return Object.entries(this.state.open).findLast(([, each]) => each === kind)?.[0];
  }

  /** Everything said so far. */
  get said(): readonly string[] {
    return this.effects.flatMap((e) =>
      e.do === "play" ? e.says.map((s) => (s.kind === "text" ? s.text : s.kind === "audio" ? s.voiceId : "tone")) : [],
    );
  }

  /** Names of nodes in the order of their visits. */
  get path(): readonly string[] {
    return this.effects.flatMap((e) => (e.do === "note" && e.note.action === "node" ? [e.note.nodeName] : []));
  }

  get left(): string | undefined {
    return this.effects.flatMap((e) => (e.do === "leave" ? [e.result] : []))[0];
  }

  get last(): FlowEffect | undefined {
    return this.effects.findLast((e) => e.do !== "note");
  }
}
