/**
 * Lines before their answer, of one enterprise: its recordings of announcements first, then words where it has a recogniser (decision
 * 093). Where it has neither nobody listens.
 */
import {
  announcementOf,
  codeOfWords,
  createAnnouncementEar,
  holdsOn,
  lineResult,
  unpackPrint,
  type AnnouncementMatch,
} from "../../../audio/answering/index.ts";
import type { Ports } from "../../../ports/index.ts";
import type { Announced } from "../../event-log/index.ts";
import type { SpeechFor } from "../../engines/index.ts";
import type { EarlyEar, KnownEarly } from "../../telephony/index.ts";
import { readPrints } from "./repository.ts";
import { createWords, type Words } from "./words.ts";

export interface Listeners {
  ear(known: KnownEarly): Promise<EarlyEar | undefined>;
  /** The recordings are others now: lines from now on are compared with those. */
  changed(): void;
}

interface ListenersDeps {
  readonly ports: Pick<Ports, "database" | "logger">;
  readonly speechFor?: SpeechFor | undefined;
}

const longestText = 100;

async function readSamples({ database }: ListenersDeps["ports"], compId: string) {
  const rows = await database.tenant(compId, (trx) => readPrints(trx, compId));
  const used = rows.filter(({ enabled }) => enabled === 1);
  return {
    store: used.flatMap(({ id, code, print }) => {
      const one = announcementOf(id, code, unpackPrint(Buffer.from(print, "base64")));
      return one ? [one] : [];
    }),
    rows: new Map(used.map((row) => [row.id, row])),
  };
}
type Samples = Awaited<ReturnType<typeof readSamples>>;

function createEar({ store, rows }: Samples, known: KnownEarly, wordsFor: (heard: () => void) => Words | undefined) {
  const ear = store.length > 0 ? createAnnouncementEar(store) : undefined;
  let over = false;
  const named = (match: AnnouncementMatch): AnnouncementMatch => ({
    ...match,
    id: rows.get(match.id)?.name ?? match.id,
  });
  /** The better witness of both. */
  const result = (announcement: AnnouncementMatch | undefined, words: string): Announced | undefined => {
    const of = { ...(announcement ? { announcement: named(announcement) } : {}), ...(words ? { words } : {}) };
    const { code, witness, detail } = lineResult({ ...of, release: {} });
    return witness === "signal" ? undefined : { result: code, by: witness, text: detail.slice(0, longestText) };
  };
  const words = wordsFor(() => {
    const text = words?.text() ?? "";
    const said = over || codeOfWords(text) === undefined ? undefined : result(undefined, text);
    if (said) known(said, !holdsOn(text));
  });
  const close = (): void => {
    over = true;
    words?.close();
  };
  return {
    hear(samples) {
      if (over) return;
      words?.hear(samples);
      const match = ear?.hear(samples);
      const said = match && result(match, "");
      if (!said) return;
      close();
      known(said, rows.get(match.id)?.hangsUp === 1);
    },
    end: () => result(ear?.end(), words?.text() ?? ""),
    close,
  } satisfies EarlyEar;
}

export function createListeners({ ports, speechFor }: ListenersDeps, compId: string): Listeners {
  let kept: Promise<Samples> | undefined;
  function samples(): Promise<Samples> {
    if (kept) return kept;
    const reading = readSamples(ports, compId);
    kept = reading;
    reading.catch(() => {
      if (kept === reading) kept = undefined;
    });
    return reading;
  }
  return {
    async ear(known) {
      const speech = speechFor?.(compId);
      const [own, hears] = await Promise.all([samples(), speech?.hears() ?? false]);
      if (own.store.length === 0 && !hears) return undefined;
      return createEar(own, known, (heard) =>
        speech && hears ? createWords({ speech, logger: ports.logger }, heard) : undefined,
      );
    },
    changed() {
      kept = undefined;
    },
  };
}
