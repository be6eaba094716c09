/** Header fields of our own, in and out. Pure. */
import type { IncomingRequestMessage } from "sip.js/lib/core/index.js";
import type { OriginateRequest } from "../../../../ports/switch.ts";

/** A header value must not bring a line of its own. */
export const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, " ").trim();

/** What a caller's INVITE says in X- fields. */
export const ownHeaders = (message: IncomingRequestMessage): Record<string, string> =>
  Object.fromEntries(
    Object.keys(message.headers)
      .filter((name) => /^X-/i.test(name))
      .map((name) => [name, message.getHeader(name) ?? ""]),
  );

/** Whole lines of an INVITE of ours. */
export function wantedHeaders({ headers = {}, autoAnswer }: OriginateRequest): readonly string[] {
  const lines = Object.entries(headers)
    .filter(([name]) => /^X-[A-Za-z0-9-]+$/.test(name))
    .map(([name, value]) => `${name}: ${oneLine(value)}`);
  return autoAnswer ? [...lines, "Alert-Info: <answer-after=0>", "X-Liantai-Auto-Answer: 1"] : lines;
}

/** RFC 3261 section 20.43: which part of a description it was. */
export const INCOMPATIBLE = 'Warning: 305 liantai "Incompatible media format"';
