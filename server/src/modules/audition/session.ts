/**
 * One audition: the engine of live calls with a browser as its line (flows.md B9). Every effect becomes a message of realtime.md section 4,
 * what the page answers an event. Time is a port; nothing here reaches the network.
 */
import { formatTime, type AuditionContent, type AuditionType } from "@liantai/api/contract";
import {
  begun,
  step,
  type FlowEffect,
  type FlowEvent,
  type FlowNote,
  type FlowState,
  type Program,
} from "@liantai/api/flows";
import type { BackEvent } from "@liantai/api/contract/flow-editor";
import type { Timer } from "../../ports/clock.ts";
import { frameSamples } from "../../ports/speech-listening.ts";
import { areaCodesOf, placeOf } from "./areas.ts";
import type { Begin, Saying, SessionDeps } from "./session-types.ts";
import { nodeIn, noteText, panels, wordsOf, type Panel } from "./words.ts";

/** An audition that nobody ends. */
export const auditionMs = 10 * 60_000;

const transferText = "转接成功，试听到此结束";

export class AuditionSession {
  readonly #d: SessionDeps;
  readonly #begin: Begin;
  readonly #timers = new Map<string, Timer>();
  readonly #says = new Map<string, Saying>();
  /** What sounds, and since when: the page has asked for it. */
  #sounding: { readonly id: string; readonly fromMs: number; since: number | undefined } | undefined;
  /** Told once the step that stopped it is carried out. */
  #cutThere: FlowEvent | undefined;
  #program: Program;
  #state: FlowState;
  #panel: Panel | undefined;
  /** A question about an area, which the listener answers. */
  #area = "";
  #ended = false;
  readonly #ears = new Map<string, () => void>();
  readonly #forks = new Set<(samples: Int16Array) => void>();

  constructor(deps: SessionDeps, begin: Begin) {
    this.#d = deps;
    this.#begin = begin;
    this.#program = begin.program;
    this.#state = begun(begin.program, begin.seed);
  }

  get flowId(): string {
    return this.#begin.program.flowId;
  }

  start(): void {
    this.#timers.set(
      "whole",
      this.#d.clock.after(auditionMs, () => this.end("试听超过10分钟，已结束")),
    );
    this.#tell(1, "", { text: "试听开始" });
    this.#step({ type: "begin", vars: this.#begin.vars, prompts: this.#begin.prompts });
  }

  /** What the message of type 2 with this event says; undefined: nothing that is waited for. */
  says(eventId: string): Saying | undefined {
    if (this.#sounding?.id === eventId) this.#sounding.since ??= this.#d.clock.now();
    return this.#says.get(eventId);
  }

  /** What the listener says: whole frames. Where nothing listens it is nobody's. */
  hear(samples: Int16Array): void {
    for (let at = 0; at + frameSamples <= samples.length; at += frameSamples)
      for (const fork of [...this.#forks]) fork(samples.subarray(at, at + frameSamples));
  }

  /** False: it fits nothing that is waited for. */
  back(type: BackEvent, eventId: string, data: string): boolean {
    if (this.#ended) return false;
    switch (type) {
      case "hangup":
        this.#step({ type: "hungUp" });
        this.end("已挂断");
        return true;
      case "digits":
        for (const digit of data.replace(/[^\d*#]/g, "").slice(0, 40)) this.#step({ type: "digit", digit });
        return true;
      case "playEnd":
        return this.#answer(eventId, "play", { type: "playDone", id: eventId, reason: "finished" });
      case "text":
      case "speechEnd":
        return this.#answer(eventId, "listen", { type: "heard", id: eventId, text: data, confidence: 1 });
      case "noInput":
        return this.#answer(eventId, "listen", { type: "nothingHeard", id: eventId, why: "silence" });
      case "areaCode": {
        if (eventId === "" || this.#area !== eventId) return false;
        this.#area = "";
        return this.#answer(eventId, "ask", { type: "answered", id: eventId, answer: placeOf(data) });
      }
    }
  }

  end(text: string, result = ""): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const timer of this.#timers.values()) timer.cancel();
    for (const close of this.#ears.values()) close();
    this.#ears.clear();
    this.#hidePanel();
    this.#tell(12, "", { text, result });
    this.#d.over();
  }

  #answer(id: string, kind: string, event: FlowEvent): boolean {
    if (this.#state.open[id] !== kind) return false;
    this.#says.delete(id);
    if (kind === "listen") this.#unhear(id);
    this.#step(event);
    return true;
  }

  #step(event: FlowEvent): void {
    if (this.#ended) return;
    const now = formatTime(this.#d.clock.now());
    const { state, effects } = step(this.#program, this.#state, { ...event, now }, this.#d.tools);
    this.#state = state;
    for (const effect of effects) this.#do(effect);
    const cut = this.#cutThere;
    this.#cutThere = undefined;
    if (cut) this.#step(cut);
  }

  #do(effect: FlowEffect): void {
    if (this.#ended) return;
    switch (effect.do) {
      case "play":
        this.#says.set(effect.id, { says: effect.says.slice(effect.from), fromMs: effect.fromMs ?? 0 });
        this.#sounding = { id: effect.id, fromMs: effect.fromMs ?? 0, since: undefined };
        return this.#tell(2, effect.id, { text: wordsOf(effect.says.slice(effect.from)) });
      case "stopPlay":
        this.#tell(11, "", {});
        return this.#cut();
      case "listen":
        return this.#listen(effect);
      case "stopListening":
        return this.#unhear(effect.id);
      case "timer":
        return void this.#timers.set(
          effect.id,
          this.#d.clock.after(effect.ms, () => this.#step({ type: "timer", id: effect.id })),
        );
      case "clearTimer":
        return this.#timers.get(effect.id)?.cancel();
      case "ask":
        return this.#ask(effect);
      case "load":
        return this.#load(effect);
      case "record":
        this.#tell(13, effect.id, { text: "留言（试听中不录音）" });
        return this.#step({ type: "recorded", id: effect.id, ms: 5_000 });
      case "transfer":
        return this.end(transferText, "transfer");
      case "note":
        return this.#note(effect.note);
      case "leave":
        return this.end("流程结束", effect.result);
      case "pauseRecording":
      case "rate":
        return;
    }
  }

  /** How far it was, by the clock since the page fetched it. */
  #cut(): void {
    const { id, fromMs, since } = this.#sounding ?? {};
    this.#sounding = undefined;
    if (id === undefined || fromMs === undefined || since === undefined) return;
    this.#says.delete(id);
    this.#cutThere = { type: "playDone", id, reason: "cut", ms: fromMs + this.#d.clock.now() - since };
  }

  /** The input is over. */
  #unhear(id: string): void {
    this.#ears.get(id)?.();
    this.#ears.delete(id);
    this.#tell(4, id, {});
  }

  #listen(effect: Extract<FlowEffect, { do: "listen" }>): void {
    const { id, endSilenceMs, maxMs } = effect;
    const { isText } = this.#begin;
    this.#tell(3, id, {}, { isText, endSilenceMs, maxMs });
    if (isText) return;
    this.#d.listen(effect, {
      fork: async (heard) => {
        this.#forks.add(heard);
        return () => void this.#forks.delete(heard);
      },
      isOpen: () => !this.#ended && this.#state.open[id] === "listen",
      sounds: () => this.#state.playing !== null,
      tell: (event) => {
        if (event.type === "heard" || event.type === "nothingHeard") this.#unhear(id);
        this.#step(event);
      },
      keep: (close) => void this.#ears.set(id, close),
      failed: (reason) => this.#tell(13, id, { text: `语音识别不可用${reason === "" ? "" : `：${reason}`}` }),
    });
  }

  #ask({ id, ask }: Extract<FlowEffect, { do: "ask" }>): void {
    if (ask.what === "area") {
      this.#area = id;
      return this.#tell(8, id, { text: "请选择来电地区" });
    }
    if ((ask.what === "interface" || ask.what === "sms") && !this.#begin.real) {
      this.#tell(13, id, { text: ask.what === "sms" ? "短信未真实发送" : "接口未真实调用" });
      return this.#step({ type: "answered", id, answer: { ok: true, status: 200, values: {} } });
    }
    const nodeId = this.#state.frames.at(-1)?.node ?? "";
    const began = this.#d.clock.now();
    const failed = () => this.#step({ type: "askFailed", id, class: "interface", ms: this.#d.clock.now() - began });
    void this.#d
      .ask(id, ask, nodeId)
      .then(
        (answer) =>
          answer
            ? this.#step({ type: "answered", id, answer: { ...answer, ms: this.#d.clock.now() - began } })
            : failed(),
        failed,
      );
  }

  #load({ id, flowId, vars, masks = {} }: Extract<FlowEffect, { do: "load" }>): void {
    void this.#d.load(flowId).then(
      (found) => {
        if (this.#ended) return;
        if (!found) return this.#step({ type: "loaded", id, found: false });
        const { made, loads } = this.#state;
        const { program, prompts } = found;
        this.#program = program;
        this.#state = { ...begun(program, this.#begin.seed), made, ...(loads && { loads }) };
        this.#step({ type: "begin", vars: { ...vars, ...this.#begin.vars }, masks, prompts });
      },
      () => this.#step({ type: "loaded", id, found: false }),
    );
  }

  #note(note: FlowNote): void {
    const { action, nodeId, nodeName, nextNodeId, data } = note;
    if (action === "node") this.#showPanel(String(data?.["type"] ?? ""));
    const text = noteText(note, nodeIn(this.#program, nodeId));
    // Which of several exits to one node: the page marks it on its canvas.
    const exit = action === "branch" ? data?.["exit"] : undefined;
    const result = typeof exit === "string" ? { result: exit } : {};
    const entity = { nodeId, nodeName, action, text, ...(nextNodeId === undefined ? {} : { nextNodeId }), ...result };
    this.#tell(action === "branch" ? 14 : 13, "", entity);
  }

  #showPanel(nodeType: string): void {
    this.#hidePanel();
    this.#panel = panels[nodeType];
    if (this.#panel) this.#tell(this.#panel.show, "", {});
  }

  #hidePanel(): void {
    if (this.#panel) this.#tell(this.#panel.hide, "", {});
    this.#panel = undefined;
  }

  #tell(
    type: AuditionType,
    eventId: string,
    responseEntity: AuditionContent["responseEntity"],
    speechParams: AuditionContent["speechParams"] = {},
  ): void {
    const config =
      this.#program.subs[this.#state.frames.at(-1)?.sub ?? ""]?.nodes[this.#state.frames.at(-1)?.node ?? ""]?.config;
    const terminators = type === 5 && typeof config?.["terminator"] === "string" ? config["terminator"] : "";
    const areaCodes = type === 8 ? areaCodesOf(config ?? {}, this.#d.provinceOf) : [];
    this.#d.tell(type, {
      msgId: this.#begin.msgId,
      eventId,
      flowId: this.flowId,
      responseEntity,
      speechParams,
      terminators,
      areaCodes,
    });
  }
}
