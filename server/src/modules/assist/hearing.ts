/** One talk that is listened to: two recognised lines become entries, warnings and steps of the process, told and kept. */
import {
  type AssistCustomer,
  type AssistMessage,
  type AssistProcess,
  type AssistSide,
  type AssistWarning,
  type DialogueEntry,
} from "@liantai/api/contract/assist";
import type { Ports } from "../../ports/index.ts";
import type { Trx } from "../../ports/database.ts";
import type { Hearing, Talk } from "../telephony/index.ts";
import { publish } from "../topics.ts";
import {
  afterPause,
  beforePause,
  beginDialogue,
  muteDuration,
  said,
  silence,
  started,
  type Dialogue,
} from "./dialogue.ts";
import { frameMs, Levels } from "./levels.ts";
import { beginProcess, follow, present, type AssistFlow, type Position, type Understand } from "./process.ts";
import { phrasesOf, type Line, type Recognised, type Recogniser } from "./recogniser.ts";
import { insertEntry, insertWarning, saveProcess, type KnowledgeRow, type Setting } from "./repository.ts";
import { badWordsIn, silenceWarning, warningsOf, type Rules, type Warned } from "./warnings.ts";

export interface HearingDeps {
  readonly ports: Pick<Ports, "broker" | "clock" | "database" | "logger" | "random">;
  readonly recogniser: Recogniser;
  readonly setting: Setting;
  readonly customer: AssistCustomer;
  readonly knowledge: readonly KnowledgeRow[];
  readonly flow?: AssistFlow | undefined;
  readonly understand?: Understand | undefined;
}

/** A breath is shorter; the sentence is on the page this much after its end. */
const endSilenceMs = 600;
const maxMs = 15_000;
const lookMs = 1_000;
/** A line whose audio falls behind the clock by more had a gap. */
const gapMs = 500;
const quiet = new Int16Array(160);

/** A robot's sentences are known by their text: it has no line. Each line takes a place of the engine. */
const voices = ["customer", "agent"] as const satisfies readonly AssistSide[];

interface Ear {
  readonly line: Line;
  /** Nothing more comes of it. */
  readonly closed: Promise<void>;
  /** When its audio began, epoch ms; undefined: nothing came yet. */
  began: number | undefined;
  readonly levels: Levels;
}

export class TalkHearing implements Hearing {
  readonly #d: HearingDeps;
  readonly #talk: Talk;
  readonly #rules: Rules;
  readonly #ears = new Map<AssistSide, Ear>();
  #dialogue: Dialogue;
  #position: Position | undefined;
  /** Both voices are listened to: a talk that is refused has nothing more to tell. */
  #begun = false;
  #paused = false;
  #over = false;
  /** The silence that goes on was noticed. */
  #noticed = false;
  #kept: Promise<unknown> = Promise.resolve();
  readonly #looking: { cancel(): void };

  private constructor(deps: HearingDeps, talk: Talk) {
    this.#d = deps;
    this.#talk = talk;
    const { silenceS, speed, chipin, words } = deps.setting;
    this.#rules = { silenceS, speed, chipin: chipin === 1, words };
    this.#dialogue = beginDialogue(deps.ports.clock.now());
    this.#position = deps.flow && beginProcess(deps.flow);
    this.#looking = deps.ports.clock.every(lookMs, () => this.#look());
  }

  /** Rejects where the recogniser takes no line. */
  static async begin(deps: HearingDeps, talk: Talk): Promise<TalkHearing> {
    const hearing = new TalkHearing(deps, talk);
    try {
      for (const side of voices) await hearing.#listen(side);
    } catch (error) {
      hearing.end();
      throw error;
    }
    hearing.#begun = true;
    if (hearing.#position) hearing.#show(present(hearing.#position));
    return hearing;
  }

  async #listen(side: AssistSide): Promise<void> {
    const { recogniser, knowledge } = this.#d;
    const phrases = phrasesOf(this.#rules.words, knowledge);
    let close = (): void => undefined;
    const closed = new Promise<void>((resolve) => (close = resolve));
    const line = await recogniser.listen(
      this.#talk.compId,
      { phrases, endSilenceMs, maxMs, continuous: true },
      (event) => {
        this.#heard(side, event);
        if (event.type === "ended" || event.type === "failed") close();
      },
    );
    this.#ears.set(side, { line, closed, began: undefined, levels: new Levels() });
  }

  push(side: AssistSide, samples: Int16Array): void {
    const ear = this.#ears.get(side);
    if (!ear || this.#over) return;
    const now = this.#d.ports.clock.now();
    ear.began ??= now - frameMs;
    const heard = this.#paused ? quiet : samples;
    ear.levels.push(heard);
    const behind = now - (ear.began + ear.levels.frames * frameMs);
    if (behind > gapMs) ear.began += behind;
    ear.line.push(heard);
  }

  pause(on: boolean): void {
    if (on === this.#paused) return;
    this.#paused = on;
    const now = this.#d.ports.clock.now();
    this.#dialogue = on ? beforePause(this.#dialogue, now) : afterPause(this.#dialogue, now);
    this.#noticed = false;
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#looking.cancel();
    if (this.#begun) this.#tellMute();
    for (const { line } of this.#ears.values()) line.end();
  }

  /** After the end: resolves when the last sentence of both is kept. */
  async done(): Promise<void> {
    await Promise.all([...this.#ears.values()].map(({ closed }) => closed));
    await this.#kept;
  }

  #at(side: AssistSide, ms: number): number {
    return Math.round((this.#ears.get(side)?.began ?? this.#d.ports.clock.now() - ms) + ms);
  }

  /** The last sentence of a talk comes when its line is ended: it counts. */
  #heard(side: AssistSide, event: Recognised): void {
    switch (event.type) {
      case "started":
        if (this.#paused) return;
        this.#dialogue = started(this.#dialogue, side, this.#at(side, event.atMs));
        this.#noticed = false;
        return;
      case "final":
        return this.#final(side, event);
      case "failed":
        return this.#warn([{ kind: "listening", text: `语音识别中断：${event.reason}` }]);
      case "partial":
      case "ended":
        return;
    }
  }

  #final(side: AssistSide, { text, confidence, fromMs, toMs }: Extract<Recognised, { type: "final" }>): void {
    const { random } = this.#d.ports;
    const [from, to] = this.#ears.get(side)?.levels.trim(fromMs, toMs) ?? [fromMs, toMs];
    const span = { side, from: this.#at(side, from), to: this.#at(side, to) };
    const [dialogue, measures] = said(this.#dialogue, span, text);
    this.#dialogue = dialogue;
    this.#noticed = false;
    const badWords = badWordsIn(text, this.#rules.words);
    const entry: DialogueEntry = {
      id: random.id(),
      type: side,
      text,
      startTime: span.from,
      endTime: span.to,
      ...measures,
      badWords,
      badWord: badWords.length > 0 ? 1 : 0,
    };
    this.#tell({ type: "CHAT", ...this.#of(), dialogueData: entry });
    const warnings = warningsOf(side, measures, badWords, this.#rules).map((each) => this.#warning(each, entry));
    for (const warningData of warnings) this.#tell({ type: "WARN", ...this.#of(), warningData });
    this.#keep((trx) => insertEntry(trx, this.#talk, entry, confidence, warnings));
    this.#lead(side, text);
  }

  #lead(side: AssistSide, text: string): void {
    const found = text === "" ? undefined : this.#d.knowledge.find(({ sentence }) => text.includes(sentence));
    if (found)
      this.#show({
        flowId: "",
        flowData: { name: "知识推荐", steps: [] },
        nodeData: { nodeId: found.id, content: found.content },
      });
    if (!this.#position) return;
    const next = follow(this.#position, side, text, this.#d.understand);
    // Another place may have the same node: of a process that is gone through twice.
    if (next === this.#position) return;
    this.#position = next;
    this.#show(present(next));
  }

  #look(): void {
    if (this.#paused || this.#noticed) return;
    const warned = silenceWarning(silence(this.#dialogue, this.#d.ports.clock.now()), this.#rules);
    if (!warned) return;
    this.#noticed = true;
    this.#warn([warned]);
    this.#tellMute();
  }

  #tellMute(): void {
    const now = this.#d.ports.clock.now();
    const ms = this.#paused ? this.#dialogue.quietMs : muteDuration(this.#dialogue, now);
    this.#tell({ type: "CUSTOMER", ...this.#of(), customer: { ...this.#d.customer, muteDuration: ms } });
  }

  #warn(warned: readonly Warned[]): void {
    for (const each of warned) {
      const warningData = this.#warning(each);
      this.#tell({ type: "WARN", ...this.#of(), warningData });
      this.#keep((trx) => insertWarning(trx, this.#talk, warningData));
    }
  }

  #warning({ kind, text }: Warned, entry?: DialogueEntry): AssistWarning {
    const { clock, random } = this.#d.ports;
    return { id: random.id(), kind, text, time: entry?.startTime ?? clock.now(), entryId: entry?.id ?? "" };
  }

  #show(process: AssistProcess): void {
    this.#tell({ type: "PROCESS", ...this.#of(), ...process });
    // Of a talk one is kept: what was recommended for a sentence is not what is followed.
    if (process.flowId !== "") this.#keep((trx) => saveProcess(trx, this.#talk, process));
  }

  #of() {
    return { callId: this.#talk.callId, agentId: this.#talk.agentId };
  }

  #tell(message: AssistMessage): void {
    const { compId, agentId } = this.#talk;
    const { broker, logger } = this.#d.ports;
    publish(broker, "assist.told", { compId, agentId, message }).catch((error: unknown) =>
      logger.warn({ error }, "what was said in a talk was not told"),
    );
  }

  #keep(write: (trx: Trx) => Promise<unknown>): void {
    const { database, logger } = this.#d.ports;
    const { compId, callId } = this.#talk;
    this.#kept = this.#kept
      .then(() => database.tenant(compId, write))
      .catch((error: unknown) => logger.warn({ error, callId }, "what was said in a talk was not kept"));
  }
}
