/** Sentences as they are compared (docs/protocol.md, I3): the same words said or typed another way are the same text. */
import { arabic } from "./numerals.ts";

/** Full-width ASCII and the ideographic space as their narrow signs; every character stays in its place. */
export const toHalfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replace(/\u3000/g, " ");

/** Said without meaning anything, wherever it stands. */
const fillers = /嗯+|呃+|啊+|哦+|噢+|唉+|哎+|呀|就是说|就是|那个|这个那个|然后呢|怎么说呢/g;
/** Only before a pause or at an end: 余额 is no 额, 网吧 no 吧, 人呢 no 呢. */
const before = /^(?:额+|喂+|那|这个)(?=[\s\p{P}])|^喂+/gu;
const after = /(?<=[^\s\p{P}]{2})(?:呢|吧|嘛|吗|哈|啦)+(?=[\s\p{P}]|$)/gu;
const greetings = /^(?:你好|您好|请问一下|请问|麻烦你?您?一?下?|打扰一下|我想问一?下?|想问一?下?)+/;

const signs = /[\s\p{P}\p{S}\p{C}]+/gu;
const bare = (text: string): string => text.replace(signs, "");

/** Lower case, narrow, numerals in digits, without signs. */
const plain = (text: string): string => arabic(toHalfWidth(text).toLowerCase());

/**
 * Without fillers, greetings, particles at ends and signs. What is nothing else (嗯, 你好) stays as it was said.
 */
export function normalise(text: string): string {
  const said = plain(text);
  const all = bare(said);
  const without = bare(said.replace(before, "").replace(fillers, "").replace(after, "")).replace(greetings, "");
  return without === "" ? all : without;
}
