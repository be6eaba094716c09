/** Puts PCMU (payload 0) and telephone-event first in the audio section: the switch speaks nothing else. */
export function preferPcmu(sdp: string): string {
  const events = new Set([...sdp.matchAll(/^a=rtpmap:(\d+) telephone-event\/8000/gim)].map((m) => m[1]!));
  const rank = (payload: string) => (payload === "0" ? 0 : events.has(payload) ? 1 : 2);
  return sdp.replace(/^(m=audio \d+ \S+)((?: \d+)+)/m, (_line, head: string, list: string) => {
    const payloads = list.trim().split(" ");
    return `${head} ${payloads.sort((a, b) => rank(a) - rank(b)).join(" ")}`;
  });
}
