/** What a sentence says of one kind: a number, a telephone number, a date, a sum, yes or no, anything (docs/protocol.md, I4 to I8). */
import { understandingLimits } from "@liantai/api/contract/flow-editor";
import { readAmount } from "./language/amounts.ts";
import { readDate } from "./language/dates.ts";
import { toHalfWidth } from "./language/normalise.ts";
import { findNumerals } from "./language/numerals.ts";
import { readTelephone } from "./language/telephone.ts";
import { readYesNo } from "./language/yes-no.ts";

export const slotKinds = ["number", "phone", "date", "amount", "yesNo", "text"] as const;
export type SlotKind = (typeof slotKinds)[number];

/** `value`: a number, digits, yyyy-MM-dd, yuan, true or false, the text itself; `said`: the words it stood in. */
export interface Slot {
  readonly value: string | number | boolean;
  readonly said: string;
}

/** The longest text that a variable of a flow takes (console.md 3). */
const longest = 290;

/** `now`: epoch ms, what 今天 is reckoned from. undefined: the sentence says nothing of the kind. */
export function readSlot(kind: SlotKind, sentence: string, now: number): Slot | undefined {
  const text = toHalfWidth(sentence.slice(0, understandingLimits.sentence)).trim();
  switch (kind) {
    case "number": {
      const [first] = findNumerals(text);
      return first && { value: first.value, said: text.slice(first.start, first.end) };
    }
    case "phone":
      return readTelephone(text);
    case "date":
      return readDate(text, now);
    case "amount":
      return readAmount(text);
    case "yesNo": {
      const value = readYesNo(text);
      return value === undefined ? undefined : { value, said: text };
    }
    case "text":
      return text === "" ? undefined : { value: [...text].slice(0, longest).join(""), said: text };
  }
}
