/**
 * Speech as an enterprise has it: the engines that operators allotted to it, the next where one fails or is full; without any the
 * built-in ones (docs/protocol.md, Y11 to Y14). Concurrency is counted in this process.
 */
import { SpeechFailed } from "../../ports/speech.ts";
import type { Listen, ListeningEvent, ListeningSession, Phrase, SpeechEngine, Voice } from "../../ports/speech.ts";
import type { Ports } from "../../ports/index.ts";
import type { EngineKind } from "@liantai/api/contract/flow-editor";
import type { Sealer } from "../system/index.ts";
import { openEngine } from "./keys.ts";
import { allottedEngines, builtInRows } from "./repository.ts";

/** Operators' changes are heard of after so long, ms. */
const keptMs = 5_000;
/** An engine that failed is not asked for so long, ms, where there is another. */
const restMs = 10_000;

/** engineId: is asked first, where the enterprise has it. */
type ListenHere = Omit<Listen, "engine"> & { readonly engineId?: string };

export interface EnterpriseSpeech {
  /** Path of a WAV file, as ports.speech; never rejects for want of an engine. */
  speak(text: string, voice?: Voice): Promise<string>;
  /** Rejects with SpeechFailed when no engine takes it: its reason is Chinese. */
  listen(options: ListenHere, heard: (event: ListeningEvent) => void): Promise<ListeningSession>;
  /** Whether a recogniser of any words is allotted to it: the built-in one knows its phrases alone. */
  hears(): Promise<boolean>;
  /** Before the first caller: what the closed grammar needs for these phrases. */
  prepare(phrases: readonly Phrase[]): Promise<void>;
}

interface Chosen {
  readonly engine: SpeechEngine;
  readonly kind: EngineKind;
  readonly concurrency: number;
  /** Its voice where nothing else says how. */
  readonly voice: Voice;
}

export type SpeechFor = (compId: string) => EnterpriseSpeech;

export interface SpeechForDeps {
  readonly ports: Pick<Ports, "database" | "speech" | "clock" | "logger">;
  readonly sealer: Sealer;
}

const full = "语音引擎并发已满，请稍后再试";

class Engines {
  readonly #d: SpeechForDeps;
  readonly #kept = new Map<string, { readonly at: number; readonly chosen: Promise<readonly Chosen[]> }>();
  readonly #busy = new Map<string, number>();
  readonly #failedAt = new Map<string, number>();

  constructor(deps: SpeechForDeps) {
    this.#d = deps;
  }

  /** In the order in which they are tried: those that failed just now last. */
  async inOrder(compId: string, kind: EngineKind, first?: string): Promise<readonly Chosen[]> {
    const all = (await this.#chosen(compId)).filter((each) => each.kind === kind);
    const now = this.#d.ports.clock.now();
    const rank = ({ engine: { id } }: Chosen): number =>
      (now - (this.#failedAt.get(id) ?? -Infinity) < restMs ? 2 : 0) + (id === first ? 0 : 1);
    return all.toSorted((a, b) => rank(a) - rank(b));
  }

  /** Undefined: it is full. */
  take({ engine: { id }, concurrency }: Chosen): (() => void) | undefined {
    const busy = this.#busy.get(id) ?? 0;
    if (concurrency > 0 && busy >= concurrency) return undefined;
    this.#busy.set(id, busy + 1);
    let held = true;
    return () => {
      if (held) this.#busy.set(id, (this.#busy.get(id) ?? 1) - 1);
      held = false;
    };
  }

  failed({ engine }: Chosen, error: unknown): SpeechFailed {
    const failure = error instanceof SpeechFailed ? error : new SpeechFailed(error);
    this.#failedAt.set(engine.id, this.#d.ports.clock.now());
    this.#d.ports.logger.warn({ error: failure.cause, engine: engine.id }, `speech engine failed: ${failure.reason}`);
    return failure;
  }

  worked({ engine }: Chosen): void {
    this.#failedAt.delete(engine.id);
  }

  #chosen(compId: string): Promise<readonly Chosen[]> {
    const now = this.#d.ports.clock.now();
    const kept = this.#kept.get(compId);
    if (kept && now - kept.at < keptMs) return kept.chosen;
    const chosen = this.#read(compId);
    this.#kept.set(compId, { at: now, chosen });
    chosen.catch(() => this.#kept.delete(compId));
    return chosen;
  }

  async #read(compId: string): Promise<readonly Chosen[]> {
    const { ports, sealer } = this.#d;
    // system: engines belong to the installation, and an enterprise cannot read their keys.
    const rows = await ports.database.system(async (trx) => {
      const own = (await allottedEngines(trx, [compId])).filter(({ enabled }) => enabled === 1);
      const builtIn = (await builtInRows(trx)).filter(({ kind }) => !own.some((row) => row.kind === kind));
      return [...own, ...builtIn.map((row) => ({ ...row, voice: "", speed: 100, volume: 100, pitch: 50 }))];
    });
    return rows.flatMap((row): readonly Chosen[] => {
      const { id, kind, concurrency, voice, speed, volume, pitch } = row;
      try {
        const engine = openEngine(sealer, row);
        return [{ engine, kind, concurrency, voice: { engineId: id, voice, speed, volume, pitch } }];
      } catch (error) {
        // A key of another installation is the fault of this engine alone.
        ports.logger.warn({ error, engine: id }, "the key of a speech engine cannot be opened");
        return [];
      }
    });
  }
}

/** Of another engine than it was chosen for only the manner is left of a voice. */
const voiceFor = ({ engine, voice }: Chosen, asked: Voice | undefined): Voice =>
  !asked
    ? voice
    : asked.engineId === engine.id || !asked.engineId
      ? { ...asked, voice: asked.voice || voice.voice }
      : { ...asked, voice: voice.voice };

export function createSpeechFor(deps: SpeechForDeps): SpeechFor {
  const engines = new Engines(deps);
  const { speech, logger } = deps.ports;
  return (compId) => ({
    async speak(text, asked) {
      const inOrder = await engines.inOrder(compId, "tts", asked?.engineId).catch((error: unknown) => {
        logger.warn({ error }, "speech engines could not be read; the built-in one speaks");
        return [];
      });
      for (const chosen of inOrder) {
        const free = engines.take(chosen);
        if (!free) continue;
        try {
          const path = await speech.synthesise(text, voiceFor(chosen, asked), chosen.engine);
          engines.worked(chosen);
          return path;
        } catch (error) {
          // Nothing to say is no fault of the engine.
          if (text.trim() !== "") engines.failed(chosen, error);
        } finally {
          free();
        }
      }
      return speech.speak(text);
    },
    async listen({ engineId, ...options }, heard) {
      let failure: SpeechFailed | undefined;
      for (const chosen of await engines.inOrder(compId, "asr", engineId)) {
        const free = engines.take(chosen);
        if (!free) continue;
        try {
          const session = await speech.listen({ ...options, engine: chosen.engine }, (event) => {
            if (event.type === "failed") engines.failed(chosen, new SpeechFailed(undefined, event.reason));
            if (event.type === "failed" || event.type === "ended") free();
            heard(event);
          });
          engines.worked(chosen);
          return session;
        } catch (error) {
          free();
          failure = engines.failed(chosen, error);
        }
      }
      throw failure ?? new SpeechFailed(undefined, full);
    },
    hears: async () => (await engines.inOrder(compId, "asr")).some(({ engine }) => engine.address !== ""),
    async prepare(phrases) {
      const [first] = await engines.inOrder(compId, "asr");
      if (first) await speech.prepare({ engine: first.engine, phrases });
    },
  });
}
