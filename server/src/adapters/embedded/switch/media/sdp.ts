/** The little of SDP that we must read ourselves: what we can talk at all, and who holds whom. Pure. */

export class SdpRefused extends Error {}

interface Codec {
  readonly pt: number;
  readonly name: string;
}

const codecsOf = (lines: readonly string[], offered: readonly number[]): Codec[] => {
  const named = new Map<number, string>([[0, "pcmu/8000"]]);
  for (const line of lines) {
    const match = /^a=rtpmap:(\d+) +([^/ ]+\/\d+)/i.exec(line);
    if (match) named.set(Number(match[1]), (match[2] as string).toLowerCase());
  }
  return offered.map((pt) => ({ pt, name: named.get(pt) ?? "" }));
};

/**
 * An offer reduced to PCMU, telephone-event/8000 and no header extensions, so that neither side spends bytes on more.
 * Throws SdpRefused when it is not one audio section over DTLS-SRTP with PCMU (the answer is then 488).
 */
export function narrow(sdp: string): string {
  const lines = sdp.split(/\r?\n/).filter((line) => line !== "");
  const sections = lines.filter((line) => line.startsWith("m="));
  const audio = /^m=audio (\d+) (UDP\/TLS\/RTP\/SAVPF?) ([\d ]+)$/.exec(sections[0] ?? "");
  if (sections.length !== 1 || !audio) throw new SdpRefused("not exactly one audio section over DTLS-SRTP");
  const kept = codecsOf(lines, (audio[3] as string).trim().split(/ +/).map(Number)).filter(
    ({ name }) => name === "pcmu/8000" || name === "telephone-event/8000",
  );
  const talk = kept.find(({ name }) => name === "pcmu/8000");
  if (!talk) throw new SdpRefused("no PCMU");
  const pts = new Set(kept.map(({ pt }) => pt));
  const out: string[] = [];
  for (const line of lines) {
    const owner = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d+|\*)/.exec(line);
    if (line.startsWith("m=")) out.push(`m=audio ${audio[1]} ${audio[2]} ${kept.map(({ pt }) => pt).join(" ")}`);
    else if (line.startsWith("a=extmap")) continue;
    else if (!owner || pts.has(Number(owner[1]))) out.push(line);
  }
  if (!lines.some((line) => line.startsWith(`a=rtpmap:${talk.pt} `))) out.push(`a=rtpmap:${talk.pt} PCMU/8000`);
  return `${out.join("\r\n")}\r\n`;
}

/**
 * RFC 3264 section 8.4: the sender of this description wants to hear nothing. The address 0.0.0.0, once a sign of hold,
 * is what every WebRTC description carries and means nothing.
 */
export const holds = (sdp: string): boolean => /^a=(sendonly|inactive)\s*$/m.test(sdp);

/** The far side can only take the DTLS role of a server. */
export const wantsPassive = (sdp: string): boolean => /^a=setup:passive\s*$/m.test(sdp);
