/**
 * Indexes of the enterprises, built when they are asked for and dropped on every change; sentences matched beside the main thread
 * (docs/protocol.md, I10 and I11).
 */
import { minuteMs } from "@liantai/api/contract";
import { IdleThread } from "../../../adapters/embedded/thread.ts";
import type { Ports } from "../../../ports/index.ts";
import type { Trx } from "../../../ports/database.ts";
import { subscribe } from "../../topics.ts";
import type { Compared, Trial } from "../learning/changes.ts";
import type { Asking, Confusion } from "../learning/confusion.ts";
import { questionsOf } from "../inner/repository.ts";
import type { Intent, IntentIndex } from "./index-build.ts";
import type { Match, MatchOptions } from "./match.ts";
import type { MatchTask } from "./matching.ts";
import { intentsToMatch } from "./repository.ts";
import type { TrainerAnswer, TrainerTask } from "./trainer.ts";

/** 20,000 samples are indexed in a second; 5,000 sentences tried twice take some ten. */
const trainMs = 2 * minuteMs;
const matchMs = 10_000;
/** Indexes kept beside those of the thread: megabytes each. */
const mostKept = 100;

type What = "intents" | "questions";
interface Kept {
  readonly key: string;
  readonly index: Promise<IntentIndex>;
}

export type Understander = ReturnType<typeof createUnderstander>;

/** Each question with its similar ones is an intent of samples alone. */
const questionIntents = async (trx: Trx, compId: string): Promise<Intent[]> =>
  (await questionsOf(trx, compId)).map(({ id, question, similar }) => ({
    id,
    name: question,
    priority: 0,
    keywords: [],
    rules: [],
    samples: [question, ...similar],
  }));

export function createUnderstander({ clock, database, broker }: Pick<Ports, "clock" | "database" | "broker">) {
  const thread = <In, Out>(file: string, lateMs: number) =>
    new IdleThread<In, Out>(clock, new URL(file, import.meta.url), file.slice(2, -3), lateMs);
  const trainer = thread<TrainerTask, TrainerAnswer>("./trainer.ts", trainMs);
  const matching = thread<MatchTask, Match | null>("./matching.ts", matchMs);
  const kept = new Map<string, Kept>();
  let stamp = 0;
  let unsubscribe: (() => Promise<void>) | undefined;
  let stopped = false;

  /** What was begun ahead of callers goes on when nobody waits for it: it starts no thread behind the end. */
  function stillOn(): void {
    if (stopped) throw new Error("the understanding of sentences has stopped");
  }

  const train = async (intents: readonly Intent[]): Promise<IntentIndex> => {
    stillOn();
    return (await trainer.ask({ kind: "build", intents })) as IntentIndex;
  };

  const forget = (compId: string): void => {
    for (const what of ["intents", "questions"] satisfies What[]) kept.delete(`${what}/${compId}`);
  };

  function indexOf(what: What, compId: string): Kept {
    const place = `${what}/${compId}`;
    const known = kept.get(place);
    if (known) return known;
    const read = what === "intents" ? intentsToMatch : questionIntents;
    const index = database.tenant(compId, (trx) => read(trx, compId)).then(train);
    const made = { key: `${place}/${(stamp += 1)}`, index };
    kept.set(place, made);
    index.catch(() => kept.get(place) === made && kept.delete(place));
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return made;
  }

  /** The thread keeps the index; one that began anew is given it again. */
  async function matchOn(
    { key, index }: Kept,
    sentence: string,
    ids: readonly string[] | undefined,
    options: MatchOptions,
  ): Promise<Match> {
    const ready = await index;
    const task = { key, sentence: sentence.slice(0, 1_000), ids, options };
    const match = (await matching.ask(task)) ?? (await matching.ask({ ...task, index: ready }));
    if (!match) throw new Error("the matching thread lost its index");
    return match;
  }

  return {
    train,
    forget,
    /** What callers are matched on is built anew, in the thread, and lies with who matches. */
    async prepare(compId: string): Promise<void> {
      forget(compId);
      for (const what of ["intents", "questions"] satisfies What[]) {
        const { key, index: made } = indexOf(what, compId);
        const index = await made;
        stillOn();
        await matching.ask({ key, index, sentence: "", ids: [], options: {} });
      }
    },
    understand: (compId: string, ids: readonly string[] | undefined, sentence: string, options: MatchOptions = {}) =>
      matchOn(indexOf("intents", compId), sentence, ids, options),
    nearestQuestion: (
      compId: string,
      ids: readonly string[] | undefined,
      sentence: string,
      options: MatchOptions = {},
    ) => matchOn(indexOf("questions", compId), sentence, ids, options),
    /** Matches on an index that the caller holds: that of a flow's version. `key` names it and nothing else. */
    matchOn: (key: string, index: IntentIndex, sentence: string, ids?: readonly string[], options: MatchOptions = {}) =>
      matchOn({ key: `given/${key}`, index: Promise.resolve(index) }, sentence, ids, options),
    compare: async (before: readonly Intent[], after: readonly Intent[], trials: readonly Trial[]) =>
      (await trainer.ask({ kind: "compare", before, after, trials })) as readonly Compared[],
    confusion: async (intents: readonly Intent[], nodes: readonly Asking[]) =>
      (await trainer.ask({ kind: "confusion", intents, nodes })) as Confusion,
    async start(): Promise<void> {
      stopped = false;
      unsubscribe = await subscribe(broker, "understanding.changed", ({ compId }) => forget(compId));
    },
    async stop(): Promise<void> {
      stopped = true;
      await unsubscribe?.();
      await Promise.all([trainer.close(), matching.close()]);
    },
  };
}
