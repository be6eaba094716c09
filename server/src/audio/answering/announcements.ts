/**
 * Carriers say 空号, 关机, 停机 in sound, with the same recording each time: a store of recordings that somebody named, and what is
 * heard on a line compared with them by fingerprint. Pure.
 */
import { lay, printOf, weight, type Print } from "./fingerprint.ts";

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
}

/** Of the recording that is compared, so much has to be heard: a second without pauses. */
const leastWindows = 60;
/** More is another recording. Of the same sentence in other voices 0.27 at least was measured, by chance 0.5 (docs/decisions/091). */
const mostErrors = 0.25;
/** One carrier's recordings share sentences, 请稍后再拨: what weighs nearly as much and means something else leaves it open. */
const near = 0.92;

/** From a recording of 8,000 Hz, cut out of a call or uploaded. undefined: too short to be told from others. */
export function learnAnnouncement(id: string, code: number, samples: Int16Array): Announcement | undefined {
  const print = printOf(samples);
  const heard = print.heard.reduce((sum, one) => sum + one, 0);
  return heard < leastWindows ? undefined : { id, code, print };
}

/** The recording that is heard, from wherever it begins; undefined: none of the store, or more than one that say different things. */
export function matchAnnouncement(samples: Int16Array, store: readonly Announcement[]): AnnouncementMatch | undefined {
  const heard = printOf(samples);
  const found = store.flatMap(({ id, code, print }) => {
    const laid = lay(print, heard, leastWindows);
    return laid && laid.errors <= mostErrors ? [{ id, code, errors: laid.errors, weight: weight(laid) }] : [];
  });
  const [best, ...others] = found.sort((a, b) => b.weight - a.weight);
  if (!best || others.some(({ code, weight }) => code !== best.code && weight > near * best.weight)) return undefined;
  return { id: best.id, code: best.code, errors: best.errors };
}
