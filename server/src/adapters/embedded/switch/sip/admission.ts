/** What is wrong with a request before anybody looks at what it wants (RFC 3261 sections 8.2 and 21): the reply that it gets. Pure. */
import type { IncomingRequestMessage } from "sip.js/lib/core/index.js";
import { ALLOW, isKnown } from "./methods.ts";

export interface Refusal {
  readonly statusCode: 400 | 406 | 415 | 416 | 420 | 501 | 505;
  /** Instead of the usual words: what is wrong. */
  readonly reasonPhrase: string;
  readonly extraHeaders?: readonly string[];
}

/** The head of a message by its lines, before it is parsed. */
export interface Survey {
  readonly lines: number;
  /** A field that may be there once is there twice. */
  readonly twice: boolean;
  /** Where the body begins; undefined: the head has no end. */
  readonly bodyAt: number | undefined;
}

const SDP = "application/sdp";
/** CSeq is below 2^31 (RFC 3261 section 8.1.1.5). */
const CSEQ_END = 2 ** 31;
/** Fields that there is one of, by the name that two spellings share. sip.js keeps the last and says nothing. */
const SINGLE = new Map([
  ["from", 1],
  ["f", 1],
  ["to", 2],
  ["t", 2],
  ["call-id", 4],
  ["i", 4],
  ["cseq", 8],
  ["max-forwards", 16],
  ["content-length", 32],
  ["l", 32],
  ["content-type", 64],
  ["c", 64],
]);
const EXTENSIONS: readonly string[] = ["outbound", "timer"];

/** Looks at no more than `most` lines. */
export function survey(text: string, most: number): Survey {
  const end = text.indexOf("\r\n\r\n");
  let lines = 0;
  let seen = 0;
  let twice = false;
  for (let at = text.indexOf("\r\n"); at !== -1 && (end === -1 || at < end) && lines <= most; lines++) {
    const next = text.indexOf("\r\n", at + 2);
    const colon = text.indexOf(":", at + 2);
    const bit =
      colon === -1 || colon - at > 24
        ? undefined
        : SINGLE.get(
            text
              .slice(at + 2, colon)
              .trim()
              .toLowerCase(),
          );
    if (bit !== undefined) {
      twice ||= (seen & bit) !== 0;
      seen |= bit;
    }
    at = next;
  }
  return { lines, twice, bodyAt: end === -1 ? undefined : end + 4 };
}

const bad = (reasonPhrase: string): Refusal => ({ statusCode: 400, reasonPhrase });
const tokens = (values: readonly string[]): string[] =>
  values.flatMap((value) => value.split(",")).flatMap((each) => each.trim() || []);
const typeOf = (value: string | undefined): string => (value?.split(";")[0] ?? "").trim().toLowerCase();

/** A request that the parser understood. Undefined: it may go on. */
export function refusalOf(
  message: IncomingRequestMessage,
  text: string,
  { twice, bodyAt }: Survey,
): Refusal | undefined {
  const { method, ruri, cseq } = message;
  const line = text.slice(0, text.indexOf("\r\n"));
  if (!ruri || !line.endsWith(" SIP/2.0")) return refusalOfLine(line) ?? bad("Bad Request");
  if (twice) return bad("A Single Header Field Is There Twice");
  if (!message.via || !message.callId || !message.from || !message.to) return bad("A Required Header Field Is Missing");
  if (!message.fromTag) return bad("From Has No Tag");
  if (!Number.isInteger(cseq) || cseq < 0 || cseq >= CSEQ_END) return bad("CSeq Is No Number Below 2^31");
  if (message.getHeader("cseq")?.trim().split(/\s+/)[1] !== method) return bad("CSeq Names Another Method");
  if (ruri.scheme !== "sip") return { statusCode: 416, reasonPhrase: "Unsupported URI Scheme" };
  if (Object.keys(ruri.headers).length > 0) return bad("Header Fields In The Request-URI");
  const length = Number(message.getHeader("content-length") ?? 0);
  if (length > 0 && (bodyAt === undefined || length > Buffer.byteLength(text.slice(bodyAt))))
    return bad("The Body Is Shorter Than Content-Length");
  if (!isKnown(method)) return { statusCode: 501, reasonPhrase: "Not Implemented", extraHeaders: [ALLOW] };
  if (method === "ACK" || method === "CANCEL") return undefined;
  const unsupported = tokens(message.getHeaders("require")).filter((tag) => !EXTENSIONS.includes(tag));
  if (unsupported.length > 0)
    return { statusCode: 420, reasonPhrase: "Bad Extension", extraHeaders: [`Unsupported: ${unsupported.join(", ")}`] };
  return method === "INVITE" || method === "UPDATE" ? contentOf(message) : undefined;
}

/** RFC 3261 section 8.2.3, and Accept, which must leave room for our description. */
function contentOf(message: IncomingRequestMessage): Refusal | undefined {
  const unsupported = { statusCode: 415, reasonPhrase: "Unsupported Media Type" } as const;
  const accept = message.hasHeader("accept") ? tokens(message.getHeaders("accept")).map(typeOf) : [SDP];
  if (!accept.some((type) => type === SDP || type === "application/*" || type === "*/*"))
    return { statusCode: 406, reasonPhrase: "Not Acceptable" };
  if (!message.body) return undefined;
  if (typeOf(message.getHeader("content-type")) !== SDP) return { ...unsupported, extraHeaders: [`Accept: ${SDP}`] };
  if (tokens(message.getHeaders("content-encoding")).some((coding) => coding.toLowerCase() !== "identity"))
    return { ...unsupported, extraHeaders: ["Accept-Encoding: identity"] };
  // sip.js takes a description for one only by this very name.
  message.setHeader("content-type", SDP);
  return undefined;
}

/** A request that the parser did not understand, by its first line. Undefined: it is no request, or nothing answers it. */
export function refusalOfLine(line: string): Refusal | undefined {
  // By hand: a pattern with three runs of spaces takes a line of nothing else for hours.
  const text = line.trimEnd();
  const [first, last] = [text.indexOf(" "), text.lastIndexOf(" ")];
  const version = /^SIP\/(\d{1,5}\.\d{1,5})$/.exec(text.slice(last + 1))?.[1];
  const uri = text.slice(first, last).trim();
  if (first <= 0 || uri === "" || version === undefined || text.slice(0, first) === "ACK") return undefined;
  if (version !== "2.0") return { statusCode: 505, reasonPhrase: "Version Not Supported" };
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(uri)?.[1]?.toLowerCase();
  return scheme === undefined || scheme === "sip"
    ? bad("Bad Request")
    : { statusCode: 416, reasonPhrase: "Unsupported URI Scheme" };
}

const COPIED = new Map([
  ["via", "Via"],
  ["v", "Via"],
  ["from", "From"],
  ["f", "From"],
  ["to", "To"],
  ["t", "To"],
  ["call-id", "Call-ID"],
  ["i", "Call-ID"],
  ["cseq", "CSeq"],
]);

/**
 * The reply to a request that nobody could read whole: what it has of the fields that a reply copies, as they were written
 * (RFC 3261 section 8.2.6.2); nothing is made up. Undefined without a Via: a reply has no way back.
 */
export function replyTo(
  text: string,
  { statusCode, reasonPhrase, extraHeaders = [] }: Omit<Refusal, "statusCode"> & { readonly statusCode: number },
  tag: string,
): string | undefined {
  const head = text.slice(0, text.indexOf("\r\n\r\n") + 1 || undefined).replace(/\r\n[ \t]+/g, " ");
  const copied: string[] = [];
  const done = new Set<string>();
  for (const line of head.split("\r\n").slice(1)) {
    const colon = line.indexOf(":");
    const name = COPIED.get(line.slice(0, Math.max(0, colon)).trim().toLowerCase());
    if (name === undefined || (name !== "Via" && done.has(name))) continue;
    done.add(name);
    const value = line.slice(colon + 1).trim();
    copied.push(`${name}: ${value}${name === "To" && !/;\s*tag\s*=/i.test(value) ? `;tag=${tag}` : ""}`);
  }
  if (!done.has("Via")) return undefined;
  return [
    `SIP/2.0 ${statusCode} ${reasonPhrase}`,
    ...copied,
    ...extraHeaders,
    "Server: Liantai",
    "Content-Length: 0",
    "\r\n",
  ].join("\r\n");
}
