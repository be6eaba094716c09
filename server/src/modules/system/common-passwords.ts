/**
 * Passwords that everybody tries first: the common and breached ones of @zxcvbn-ts/language-common (some 45,000, lower case).
 * The console's rules make people dress such a word up, so a password is undressed the ways people do it before it is looked
 * for. The list is read at first need, by servers alone.
 */
let listed: Promise<ReadonlySet<string>> | undefined;

const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
};

/** Symbols for letters. */
const letters: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  "5": "s",
  $: "s",
  "7": "t",
};
/** The digit under a symbol of the keyboard: 1qaz@WSX is 1qaz2wsx. */
const digits: Readonly<Record<string, string>> = {
  "!": "1",
  "@": "2",
  "#": "3",
  $: "4",
  "%": "5",
  "^": "6",
  "&": "7",
  "*": "8",
  "(": "9",
  ")": "0",
};
const replaced = (text: string, by: Readonly<Record<string, string>>): string =>
  [...text].map((character) => by[character] ?? character).join("");
const trimmed = (text: string): string => text.replace(/^[^a-z]+|[^a-z]+$/g, "");

/** A word this short with digits and symbols round it says nothing about the rest. */
const shortestWord = 4;

function* undressed(password: string): Generator<string> {
  const lower = password.toLowerCase();
  yield lower;
  yield lower.replace(/[^a-z0-9]/g, "");
  yield replaced(lower, digits);
  const words = [trimmed(lower), trimmed(replaced(lower, letters)), replaced(trimmed(lower), letters)];
  for (const word of words) if (word.length >= shortestWord) yield word;
}

/** Whether an attacker's list has it, as it is or dressed up. */
export async function isCommonPassword(password: string): Promise<boolean> {
  listed ??= load();
  const known = await listed;
  for (const each of undressed(password)) if (known.has(each)) return true;
  return false;
}

export const commonPasswordMessage = "该密码过于常见或已泄露，请更换";
