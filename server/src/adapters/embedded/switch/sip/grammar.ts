/**
 * Header fields as devices write them, read without sip.js' generated grammar, which builds its tables anew for every field
 * (0.1 to 0.5 ms each). A reader here knows the plain forms alone and says undefined to everything else; that goes to the
 * library's grammar, whose result is the truth: grammar.test.ts holds every reader against it. sip.js calls its grammar
 * through the property of one exported object, which is where `readQuickly` puts itself.
 */
import { Grammar, NameAddrHeader, URI } from "sip.js/lib/grammar/index.js";

/** -1: not what the rule says. */
export type Parsed = ReturnType<typeof Grammar.parse>;
type Params = Record<string, string | number | null>;

const TOKEN = "[A-Za-z0-9._~!%*+`'-]+";
/** A name whose last label begins with a letter: what an address of four numbers never does. */
const NAME = "(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\\.)*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
const IPV4 = `${OCTET}\\.${OCTET}\\.${OCTET}\\.${OCTET}`;
/** Names that the grammar treats in a way of their own, or that begin like one that it does. */
const OWN_URI_PARAM = /^(?:transport|user|method|ttl|maddr|lr)/i;
/** Of udp+ the grammar reads udp and stumbles over the rest: only whole names are plain. */
const TRANSPORT = /^(?:udp|tcp|sctp|tls|wss?)$/i;
const OWN_VIA_PARAM = /^(?:ttl|maddr|received|branch|rport)/i;

const URI_AT = new RegExp(
  `sip:(?:([A-Za-z0-9._~!*'+-]+)@)?(${NAME}|${IPV4})(?::([0-9]{1,5}))?((?:;[A-Za-z0-9-]+(?:=[A-Za-z0-9._~!*'+-]+)?)*)`,
  "y",
);
const PARAM_AT = new RegExp(`;(${TOKEN})(?:=(${TOKEN}|"[A-Za-z0-9 <>:._+-]*"))?`, "y");
const DISPLAY_AT = /"([A-Za-z0-9 ._+-]*)" ?/y;
const VIA = new RegExp(`^SIP/2\\.0/(${TOKEN}) (?:(${NAME})|(${IPV4}))(?::([0-9]{1,5}))?`);
/** The grammar stumbles over a method that begins like another one: only these are plain. */
const METHOD = "INVITE|ACK|OPTIONS|BYE|CANCEL|REGISTER|SUBSCRIBE|NOTIFY|REFER|PUBLISH|INFO|UPDATE|PRACK|MESSAGE";
const REQUEST = new RegExp(`^(${METHOD}) (sip:\\S+) SIP/2\\.0$`);
const STATUS = /^SIP\/2\.0 ([1-6][0-9]{2}) ([A-Za-z0-9 ./_-]*)$/;
const CSEQ = new RegExp(`^([0-9]{1,10}) (${METHOD})$`);
const CALL_ID = new RegExp(`^${TOKEN}(?:@${TOKEN})?$`);
const NUMBER = /^[0-9]{1,10}$/;
const MEDIA_TYPE = /^application\/[a-z][a-z0-9.+-]*$/;

/** Undefined: not plain. `at`: where it begins; the second value is where it ended. */
function uriAt(text: string, at: number): readonly [URI, number] | undefined {
  URI_AT.lastIndex = at;
  const match = URI_AT.exec(text);
  if (!match) return undefined;
  const [whole, user, host, port, rest] = match;
  const params: Params = {};
  for (const pair of rest ? rest.slice(1).split(";") : []) {
    const [name = "", value] = pair.split("=");
    if (name.toLowerCase() === "transport" && TRANSPORT.test(value ?? "")) params["transport"] = value!.toLowerCase();
    else if (OWN_URI_PARAM.test(name)) return undefined;
    else params[name.toLowerCase()] = value ?? null;
  }
  // An address without a user, a display name that is none: the library's grammar passes undefined, its types do not.
  const uri: URI = Reflect.construct(URI, ["sip", user, host, port === undefined ? undefined : Number(port), params]);
  return [uri, at + whole.length];
}

/** Parameters from `at` to the end of the text. */
function paramsAt(text: string, at: number): Params | undefined {
  const params: Params = {};
  for (PARAM_AT.lastIndex = at; at < text.length; at = PARAM_AT.lastIndex) {
    const match = PARAM_AT.exec(text);
    if (!match) return undefined;
    params[match[1]!.toLowerCase()] = match[2] ?? null;
  }
  return params;
}

interface NameAddr {
  readonly uri: URI;
  readonly name: string | undefined;
  readonly params: Params;
}

const headerOf = ({ uri, name, params }: NameAddr): NameAddrHeader =>
  Reflect.construct(NameAddrHeader, [uri, name, params]);

function nameAddr(text: string): NameAddr | undefined {
  DISPLAY_AT.lastIndex = 0;
  const display = DISPLAY_AT.exec(text);
  const at = display ? DISPLAY_AT.lastIndex : 0;
  if (text[at] !== "<") return undefined;
  const found = uriAt(text, at + 1);
  if (!found || text[found[1]] !== ">") return undefined;
  const params = paramsAt(text, found[1] + 1);
  return params && { uri: found[0], name: display?.[1], params };
}

/** From and To: the tag comes last, whatever its place. */
function party(text: string): NameAddrHeader | undefined {
  const found = nameAddr(text);
  if (!found) return undefined;
  const { tag, ...params } = found.params;
  if ("tag" in found.params && (typeof tag !== "string" || tag.startsWith('"'))) return undefined;
  const header = headerOf({ ...found, params });
  if (tag !== undefined) header.setParam("tag", tag);
  return header;
}

/** A quality, a life that is no plain number, and several contacts at once are left to the grammar. */
function address(text: string): NameAddrHeader | undefined {
  const found = nameAddr(text);
  if (!found || "q" in found.params) return undefined;
  const { expires } = found.params;
  if (expires === undefined) return headerOf(found);
  if (typeof expires !== "string" || !/^[0-9]{1,9}$/.test(expires)) return undefined;
  return headerOf({ ...found, params: { ...found.params, expires: Number(expires) } });
}

function via(text: string): object | undefined {
  const match = VIA.exec(text);
  if (!match) return undefined;
  const params = paramsAt(text, match[0].length);
  if (!params) return undefined;
  const [, transport, name, ip, port] = match;
  const { branch, rport, ...rest } = params;
  if (Object.keys(rest).some((key) => OWN_VIA_PARAM.test(key)) || (rport ?? null) !== null) return undefined;
  if ("branch" in params && (typeof branch !== "string" || branch.startsWith('"'))) return undefined;
  const generic = Object.fromEntries(
    Object.entries("rport" in params ? { rport, ...rest } : rest).map(([key, value]) => [key, value ?? undefined]),
  );
  return {
    protocol: "SIP",
    transport,
    host_type: name === undefined ? "IPv4" : "domain",
    host: name ?? ip,
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(Object.keys(generic).length > 0 ? { params: generic } : {}),
    ...(branch === undefined ? {} : { branch }),
  };
}

function firstLine(text: string): object | undefined {
  const status = STATUS.exec(text);
  if (status) return { sip_version: "SIP/2.0", status_code: Number(status[1]), reason_phrase: status[2] };
  const request = REQUEST.exec(text);
  const uri = request && uriAlone(request[2]!);
  return uri ? { method: request[1], uri, sip_version: "SIP/2.0" } : undefined;
}

function uriAlone(text: string): URI | undefined {
  const found = uriAt(text, 0);
  return found && found[1] === text.length ? found[0] : undefined;
}

function cseq(text: string): object | undefined {
  const match = CSEQ.exec(text);
  return match ? { value: Number(match[1]), method: match[2] } : undefined;
}

const number = (text: string): number | undefined => (NUMBER.test(text) ? Number(text) : undefined);

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  Request_Response: firstLine,
  Via: via,
  From: party,
  To: party,
  Name_Addr_Header: address,
  Contact(text) {
    const parsed = address(text);
    return parsed && [{ position: text.length, offset: 0, parsed }];
  },
  SIP_URI: uriAlone,
  CSeq: cseq,
  Call_ID: (text) => (CALL_ID.test(text) ? text : undefined),
  Content_Length: number,
  Max_Forwards: number,
  Content_Type: (text) => (MEDIA_TYPE.test(text) ? text : undefined),
};

/** The library's own, which knows everything. */
export const grammarOf = Grammar.parse;
let slow = 0;

/** Undefined: not a plain form of this rule. */
export const quickly = (text: string, rule: string): Parsed | undefined =>
  Object.hasOwn(readers, rule) ? readers[rule]!(text) : undefined;

/** How many fields the library's grammar had to read so far: what a sender makes it do counts against the sender. */
export const slowReadings = (): number => slow;

/** From now on all of sip.js reads plain fields quickly. A second time changes nothing. */
export function readQuickly(): void {
  const parse = (text: string, rule: string): Parsed => {
    const parsed = quickly(text, rule);
    if (parsed !== undefined) return parsed;
    slow += 1;
    return grammarOf(text, rule);
  };
  Object.assign(Grammar, { parse });
}
