/**
 * Carriers say 空号, 关机, 停机 in sound, with the same recording each time: a store of recordings that somebody named, and what is
 * heard on a line compared with them by fingerprint. Pure.
 */
import { frameMs } from "../../ports/speech-listening.ts";
import { createFrameJudge } from "./frame-voice.ts";
import { answerParameters } from "./parameters.ts";
import { createPrinter, lay, printOf, weight, type Print } from "./fingerprint.ts";

export interface Announcement {
  readonly id: string;
  /** Call result code, console.md section 9. */
  readonly code: number;
  readonly print: Print;
}

export interface AnnouncementMatch {
  readonly id: string;
  readonly code: number;
  /** Bits of the fingerprint that differ, of 1. */
  readonly errors: number;
  /** How much of the recording was heard, pauses left out, of 1. */
  readonly share: number;
}

/** How near a recording came, whether or not it is the one. */
interface Nearness extends Omit<AnnouncementMatch, "errors" | "share"> {
  /** Absent: too little of it could be laid on what was heard. */
  readonly errors?: number;
  readonly share?: number;
}

/** Of the recording that is compared, so much has to be heard: a second without pauses. */
const leastWindows = 60;
/** More is another recording. Of the same sentence in other voices 0.27 at least was measured, by chance 0.5 (docs/decisions/091). */
const mostErrors = 0.25;
/** One carrier's recordings share sentences, 请稍后再拨: what weighs nearly as much and means something else leaves it open. */
const near = 0.92;
/** While a line goes on, so much of a recording is heard before it is believed: others may begin with the same words. */
const wholeShare = 0.8;
/** After so much of its sound a line is compared, ms; no longer than the last of them. */
const asks = [1_500, 2_000, 3_000, 4_000, 5_000, 6_000, 8_000, 11_000, 15_000] as const;
/** Voice before it is printed at all: telephones ring for long, and a tone is no announcement. ms */
const voiceMs = 60;

const sounding = ({ heard }: Print): number => heard.reduce((sum, one) => sum + one, 0);

/** From a recording of 8,000 Hz, cut out of a call or uploaded. undefined: too short to be told from others. */
export const learnAnnouncement = (id: string, code: number, samples: Int16Array): Announcement | undefined =>
  announcementOf(id, code, printOf(samples));

/** The same of a print that was kept. */
export const announcementOf = (id: string, code: number, print: Print): Announcement | undefined =>
  sounding(print) < leastWindows ? undefined : { id, code, print };

interface Laying extends AnnouncementMatch {
  readonly weight: number;
}

function layings(heard: Print, store: readonly Announcement[]): readonly Laying[] {
  return store
    .flatMap(({ id, code, print }) => {
      const laid = lay(print, heard, leastWindows);
      if (!laid) return [];
      return [{ id, code, errors: laid.errors, share: laid.windows / sounding(print), weight: weight(laid) }];
    })
    .sort((a, b) => b.weight - a.weight);
}

export function matchPrint(heard: Print, store: readonly Announcement[]): AnnouncementMatch | undefined {
  const [best, ...others] = layings(heard, store).filter(({ errors }) => errors <= mostErrors);
  if (!best || others.some(({ code, weight }) => code !== best.code && weight > near * best.weight)) return undefined;
  const { id, code, errors, share } = best;
  return { id, code, errors, share };
}

/** The recording that is heard, from wherever it begins; undefined: none of the store, or more than one that say different things. */
export const matchAnnouncement = (samples: Int16Array, store: readonly Announcement[]): AnnouncementMatch | undefined =>
  matchPrint(printOf(samples), store);

/** All of the store, the nearest first. */
export function compareAnnouncements(heard: Print, store: readonly Announcement[]): readonly Nearness[] {
  const laid = layings(heard, store);
  const far = store.filter(({ id }) => !laid.some((one) => one.id === id));
  return [
    ...laid.map(({ id, code, errors, share }) => ({ id, code, errors, share })),
    ...far.map(({ id, code }) => ({ id, code })),
  ];
}

interface AnnouncementEar {
  /** 20 ms. What it is, as soon as most of it was heard. */
  hear(samples: Int16Array): AnnouncementMatch | undefined;
  /** The line is gone: what it was, by what was heard. */
  end(): AnnouncementMatch | undefined;
}

/** On one line, before its answer. */
export function createAnnouncementEar(store: readonly Announcement[]): AnnouncementEar {
  const printer = createPrinter();
  const judge = createFrameJudge(answerParameters.silenceThreshold);
  let voice = 0;
  let ms = 0;
  let asked = 0;
  let known: AnnouncementMatch | undefined;
  const ask = (): AnnouncementMatch | undefined => {
    if (ms > asked) known = matchPrint(printer.print(), store);
    asked = ms;
    return known;
  };
  return {
    hear(samples) {
      if (voice < voiceMs && judge(samples).kind === "voice") voice += frameMs;
      if (voice < voiceMs || ms >= asks.at(-1)!) return undefined;
      printer.push(samples);
      ms += frameMs;
      if (!asks.some((at) => at > asked && at <= ms)) return undefined;
      const found = ask();
      return found && found.share >= wholeShare ? found : undefined;
    },
    end: ask,
  };
}
