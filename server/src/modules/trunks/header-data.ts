/** 随路数据 by X- headers of a call over a trunk (docs/protocol.md, N7). Pure. */
import { callDataFits, type CallData } from "@liantai/api/contract";

type Headers = Readonly<Record<string, string>>;

/** Of a text that travels. */
const mostText = 500;

/** X-Order-Id is order-id: names of header fields know no case. */
const keyOf = (header: string): string => header.slice(2).toLowerCase();

/** X-Order-Id, X-Crm-*: whole names, or how they begin. */
const allows = (list: string, header: string): boolean =>
  list
    .toLowerCase()
    .split(",")
    .map((entry) => entry.trim())
    .some((entry) => (entry.endsWith("*") ? header.startsWith(entry.slice(0, -1)) : header === entry));

/** In one line, without what no screen shows. */
const sanitised = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, mostText);

/** What does not fit any more is left out, and so is what is empty. */
export function dataOf(headers: Headers, list: string): CallData {
  let data: CallData = {};
  for (const [name, value] of Object.entries(headers)) {
    const text = sanitised(value);
    if (text === "" || !/^x-[a-z0-9]/i.test(name) || /^x-liantai-/i.test(name)) continue;
    if (!allows(list, name.toLowerCase())) continue;
    const more = { ...data, [keyOf(name)]: text };
    if (callDataFits(more)) data = more;
  }
  return data;
}

/** A token is for the enterprise's own systems. */
const kept = new Set(["secureToken"]);

/** Keys that a header can be called; texts beyond ASCII, and percent signs, percent-encoded. */
export const headersOf = (data: CallData): Headers =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([key]) => /^[A-Za-z0-9][A-Za-z0-9-]{0,59}$/.test(key) && !/^liantai-/i.test(key) && !kept.has(key))
      .map(([key, text]) => [
        `X-${key}`,
        sanitised(text).replace(/[^\x20-\x7e]+|%/g, (part) => encodeURIComponent(part.toWellFormed())),
      ])
      .filter(([, text]) => text !== ""),
  );
