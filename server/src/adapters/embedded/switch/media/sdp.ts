/** The little of SDP that we must read ourselves: what we can talk at all, who holds whom, where we are reached. Pure. */
import { isIP } from "node:net";

export class SdpRefused extends Error {}

/** An offer as werift gets it, and the way back. */
export interface MetOffer {
  /** One audio section of what we talk. */
  readonly sdp: string;
  /** The answer to the whole offer, made of the answer to `sdp`: what we do not take is answered with port 0. */
  complete(answer: string): string;
}

interface Description {
  readonly session: readonly string[];
  readonly sections: readonly (readonly string[])[];
}

interface Codec {
  readonly pt: number;
  readonly name: string;
}

const PCMU = "PCMU/8000";
const PCMA = "PCMA/8000";
const EVENT = "telephone-event/8000";
/** RFC 3551 table 4: known without a line that names them. */
const STATIC: readonly (readonly [number, string])[] = [
  [0, PCMU.toLowerCase()],
  [8, PCMA.toLowerCase()],
];
const AUDIO = /^m=audio ([1-9]\d{0,4}) (UDP\/TLS\/RTP\/SAVPF?) (\d{1,3}(?: \d{1,3})*) *$/;
const ANY = /^m=(\S+) \S+ (\S+) (.+)$/;
/** What the two halves of a description say to a WebRTC connection; the rest is nothing to us. */
const OF_SESSION = /^(?:[vost]=|a=(?:fingerprint|setup|ice-ufrag|ice-pwd|ice-lite|ice-options)\b)/;
const OF_SECTION =
  /^a=(?:fingerprint|setup|ice-(?:ufrag|pwd|lite|options)|end-of-candidates|rtcp-mux|mid|msid|ssrc|(?:send|recv)only|sendrecv|inactive)\b/;
const DIRECTION = /^a=(?:sendrecv|sendonly|recvonly|inactive)$/;
/** Of RTP over UDP: we multiplex RTCP. */
const CANDIDATE = /^a=candidate:\S+ 1 udp (\d{1,10}) (\S+) (\d{1,5}) typ (host|srflx|prflx|relay)\b/i;
const END = "a=end-of-candidates";
const CONNECTION = /^c=IN IP[46] ([^\s/]+)/;
const NOWHERE = /^(?:0\.0\.0\.0|::)$/;
/** Only of a description that names its sections must the answer name them. */
const NAMES = /^a=(?:mid|msid|group|msid-semantic):/;

function read(sdp: string): Description {
  const session: string[] = [];
  const sections: string[][] = [];
  for (const line of sdp.split(/\r?\n/)) {
    if (line === "") continue;
    if (line.startsWith("m=")) sections.push([line]);
    else (sections.at(-1) ?? session).push(line);
  }
  return { session, sections };
}

const written = (lines: readonly string[]): string => `${lines.join("\r\n")}\r\n`;
const valueOf = (lines: readonly string[], start: string): string | undefined =>
  lines.find((line) => line.startsWith(start))?.slice(start.length);

function codecsOf(section: readonly string[], offered: string): Codec[] {
  const names = new Map(STATIC);
  for (const line of section) {
    const match = /^a=rtpmap:(\d{1,3}) +([^/ ]+\/\d+)/i.exec(line);
    if (match) names.set(Number(match[1]), match[2]!.toLowerCase());
  }
  return offered.split(" ").map((pt) => ({ pt: Number(pt), name: names.get(Number(pt)) ?? "" }));
}

const named = (codecs: readonly Codec[], name: string): Codec[] =>
  codecs.filter((codec) => codec.name === name.toLowerCase()).slice(0, 1);

/** The section is audio that we can talk: over DTLS-SRTP with ICE, in PCMU or PCMA. */
function talkable({ session, sections }: Description, at: number): { readonly head: RegExpExecArray } | undefined {
  const section = sections[at]!;
  const head = AUDIO.exec(section[0]!);
  const both = [...session, ...section];
  if (!head || !["a=fingerprint:", "a=ice-ufrag:", "a=ice-pwd:"].every((each) => valueOf(both, each))) return undefined;
  return codecsOf(section, head[3]!).some(({ name }) => STATIC.some(([, known]) => known === name))
    ? { head }
    : undefined;
}

/** A candidate that was passed over: there is more to come than the description says, by the device's own checks. */
const namesItsPlace = (line: string): boolean => CANDIDATE.test(line) && isIP(CANDIDATE.exec(line)![2]!) === 0;

/**
 * Where a description without candidates is reached, by its own word; a browser's says nowhere. A name is no address (RFC 8839
 * section 5.1): werift would look it up, or ask the whole network for one of mDNS, whatever a device may have written there.
 */
function candidates({ session, sections }: Description, at: number, port: string): string[] {
  const section = sections[at]!;
  const given = section.filter((line) => CANDIDATE.test(line) && !namesItsPlace(line));
  if (given.length > 0) return given;
  const address = [...section, ...session].map((line) => CONNECTION.exec(line)?.[1]).find(Boolean);
  return address === undefined || isIP(address) === 0 || NOWHERE.test(address)
    ? []
    : [`a=candidate:1 1 udp 2130706431 ${address} ${port} typ host`];
}

/** One section for werift, which must have a name and each codec its line. */
function narrowed(description: Description, at: number, head: RegExpExecArray, codecs: readonly Codec[], mid: string) {
  const { session, sections } = description;
  const section = sections[at]!;
  const both = [...session, ...section];
  const fmtp = (pt: number) => section.filter((line) => line.startsWith(`a=fmtp:${pt} `)).slice(0, 1);
  return written([
    ...session.filter((line) => OF_SESSION.test(line)),
    `a=group:BUNDLE ${mid}`,
    `m=audio ${head[1]} ${head[2]} ${codecs.map(({ pt }) => pt).join(" ")}`,
    "c=IN IP4 0.0.0.0",
    ...candidates(description, at, head[1]!),
    ...section.filter((line) => OF_SECTION.test(line) && !(line === END && section.some(namesItsPlace))),
    ...(valueOf(section, "a=mid:") === undefined ? [`a=mid:${mid}`] : []),
    ...(section.some((line) => DIRECTION.test(line)) ? [] : session.filter((line) => DIRECTION.test(line))),
    // RFC 4145 section 4: who does not say is active.
    ...(valueOf(both, "a=setup:") === undefined ? ["a=setup:active"] : []),
    ...codecs.flatMap(({ pt, name }) => [`a=rtpmap:${pt} ${name === EVENT ? EVENT : name.toUpperCase()}`, ...fmtp(pt)]),
  ]);
}

/**
 * Of an offer the one section that we take, reduced to PCMU (PCMA where there is no PCMU) and telephone-event/8000 without
 * header extensions, so that neither side spends bytes on more. `mid` names it where the offer does not. Throws SdpRefused
 * when there is none (the answer is then 488).
 */
export function meet(offer: string, mid = "0"): MetOffer {
  const description = read(offer);
  const { session, sections } = description;
  const { at, head } = taken(description);
  const offered = codecsOf(sections[at]!, head[3]!);
  const [talk] = [...named(offered, PCMU), ...named(offered, PCMA)];
  const own = valueOf(sections[at]!, "a=mid:");
  const bundled = session.some((line) => line.startsWith("a=group:BUNDLE"));
  return {
    sdp: narrowed(description, at, head, [talk!, ...named(offered, EVENT)], own ?? mid),
    complete(answer) {
      const ours = read(answer);
      const unwanted = (section: readonly string[]): string[] => {
        const [, media, proto, formats] = ANY.exec(section[0]!) ?? [undefined, "audio", "RTP/AVP", "0"];
        const name = valueOf(section, "a=mid:");
        return [`m=${media} 0 ${proto} ${formats}`, ...(name === undefined ? [] : [`a=mid:${name}`])];
      };
      const taken = ours.sections[0]!.filter((line) => own !== undefined || !NAMES.test(line));
      return written([
        ...ours.session.filter((line) => (bundled && own !== undefined) || !NAMES.test(line)),
        ...sections.flatMap((section, i) => (i === at ? taken : unwanted(section))),
      ]);
    },
  };
}

export function canMeet(offer: string): boolean {
  try {
    meet(offer);
    return true;
  } catch {
    return false;
  }
}

/** The section that can be met; SdpRefused without one. */
function taken(description: Description): { readonly at: number; readonly head: RegExpExecArray } {
  const at = description.sections.findIndex((_, i) => talkable(description, i));
  const head = at < 0 ? undefined : talkable(description, at)?.head;
  if (!head) throw new SdpRefused("no audio section over DTLS-SRTP and ICE with PCMU or PCMA");
  return { at, head };
}

/** The answer to our own offer: it may keep both laws, and then speak either. */
export function accepted(answer: string, mid: string): string {
  const description = read(answer);
  const { at, head } = taken(description);
  const codecs = codecsOf(description.sections[at]!, head[3]!);
  const kept = [PCMU, PCMA, EVENT].flatMap((name) => named(codecs, name));
  return narrowed(description, at, head, kept, mid);
}

/**
 * The default address of a description of ours is one of its candidates (RFC 8839 section 4.2.1): the relayed one, else what a
 * STUN server saw, else our own, IPv4 before IPv6 and the loopback last. Devices take 0.0.0.0 and port 9 for no ICE at all.
 */
export function reachable(sdp: string): string {
  const lines = sdp.split("\r\n");
  const places = lines.flatMap((line) => {
    const [, priority, address = "", port = "", kind = ""] = CANDIDATE.exec(line) ?? [];
    if (priority === undefined) return [];
    const six = address.includes(":");
    const own = /^(?:127\.|::1$)/.test(address) ? 2 : six ? 1 : 0;
    const rank = ["relay", "srflx", "prflx", "host"].indexOf(kind) * 3 + own;
    return [{ rank, port, at: `IN ${six ? "IP6" : "IP4"} ${address}` }];
  });
  const best = places.sort((a, b) => a.rank - b.rank)[0];
  if (!best) return sdp;
  return lines
    .map((line) =>
      line
        .replace(/^m=audio [1-9]\d* /, `m=audio ${best.port} `)
        .replace(/^c=IN IP[46] .*/, `c=${best.at}`)
        .replace(/^a=rtcp:\d+ .*/, `a=rtcp:${best.port} ${best.at}`),
    )
    .join("\r\n");
}

/**
 * A description of ours that runs, as an offer. RFC 8842 section 5.5: an offer leaves the roles open, and who answers keeps them.
 */
export const asOffer = (sdp: string): string =>
  sdp.replace(/^a=setup:\w+/m, "a=setup:actpass").replace(/^a=(?:sendonly|recvonly|inactive)(?=\r?$)/m, "a=sendrecv");

/**
 * RFC 3264 section 8.4: the sender of this description wants to hear nothing. The address 0.0.0.0, once a sign of hold,
 * is what every WebRTC description carries and means nothing.
 */
export const holds = (sdp: string): boolean => /^a=(sendonly|inactive)\s*$/m.test(sdp);

/** The far side can only take the DTLS role of a server. */
export const wantsPassive = (sdp: string): boolean => /^a=setup:passive\s*$/m.test(sdp);
