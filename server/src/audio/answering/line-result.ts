/** Why a dialled line was not answered, by the best witness there is (inventory/dialling.md C7), and which one said it. Pure. */
import type { Release } from "../../ports/switch.ts";
import type { AnnouncementMatch } from "./announcements.ts";
import type { NetworkTone } from "./network-tones.ts";
import { codeOfRelease } from "./release.ts";
import { codeOfWords } from "./words.ts";

export type Witness = "sample" | "words" | "signal";

export interface LineResult {
  /** Call result code, console.md section 9; 0: nobody knows. */
  readonly code: number;
  readonly witness: Witness;
  /** The sample's id, the words, the tone, or what the network signalled. */
  readonly detail: string;
}

export interface LineEvidence {
  readonly announcement?: AnnouncementMatch;
  /** What a recogniser understood before the answer. */
  readonly words?: string;
  readonly tone?: NetworkTone;
  readonly release: Release;
}

const toneCodes: Readonly<Partial<Record<NetworkTone, number>>> = { busy: 588, congestion: 593, unobtainable: 582 };

const signalled = ({ q850, sipCode, rang }: Release): string =>
  [q850 !== undefined && `Q.850 ${q850}`, sipCode !== undefined && `SIP ${sipCode}`, rang && "180"]
    .filter(Boolean)
    .join(", ");

/**
 * Recording, words, signal. Among signals a Q.850 cause is the exchange's own word; a tone says more than the SIP status.
 */
export function lineResult({ announcement, words, tone, release }: LineEvidence): LineResult {
  if (announcement) return { code: announcement.code, witness: "sample", detail: announcement.id };
  const said = words === undefined ? undefined : codeOfWords(words);
  if (said !== undefined) return { code: said, witness: "words", detail: words! };
  const { sipCode: _sip, ...exchange } = release;
  const caused = codeOfRelease(exchange);
  if (caused !== undefined)
    return { code: caused, witness: "signal", detail: signalled(exchange) || release.earlyMedia! };
  const beeped = tone && toneCodes[tone];
  if (beeped !== undefined) return { code: beeped, witness: "signal", detail: tone! };
  return { code: codeOfRelease(release) ?? 0, witness: "signal", detail: signalled(release) };
}
