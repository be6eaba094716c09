/** Whether what was heard is an expected phrase. Pure. */
import type { Phrase } from "../../../../ports/speech.ts";

/** Without punctuation, spaces and width: what is said alike. */
const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, "");

/** The expected phrase that it is, word for word. */
export function samePhrase(text: string, phrases: readonly Phrase[] = []): string | undefined {
  const said = plain(text);
  return said === "" ? undefined : phrases.find((phrase) => plain(phrase.text) === said)?.id;
}

/** Recognisers write a space between words: there is none in Chinese. */
export const withoutGaps = (text: string): string =>
  text.replace(/(?<=[\p{sc=Han}\p{P}])\s+(?=[\p{sc=Han}\p{P}])/gu, "").trim();
