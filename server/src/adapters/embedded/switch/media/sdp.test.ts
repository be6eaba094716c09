/** docs/protocol.md P3 and P16: what of a device's description we take, what we answer, and where we say that we are. */
import { accepted, holds, meet, reachable, SdpRefused } from "./sdp.ts";

const lines = (...all: readonly string[]): string => `${all.join("\r\n")}\r\n`;
const session = ["v=0", "o=- 1 1 IN IP4 0.0.0.0", "s=-", "t=0 0"];
const ice = ["a=ice-ufrag:abcd", "a=ice-pwd:abcdefghijklmnopqrstuv", "a=fingerprint:sha-256 AA:BB", "a=setup:actpass"];
const talk = ["a=rtpmap:111 opus/48000/2", "a=fmtp:111 x=1", "a=rtpmap:126 telephone-event/8000"];
const audio = (formats: string, more: readonly string[] = []): string[] => [
  `m=audio 9 UDP/TLS/RTP/SAVPF ${formats}`,
  "c=IN IP4 0.0.0.0",
  ...ice,
  ...more,
];
const browser = lines(
  ...session,
  "a=group:BUNDLE 0",
  ...audio("111 8 0 126 110", [
    "a=extmap:1 urn:x",
    "a=mid:0",
    "a=rtcp-mux",
    "a=sendrecv",
    ...talk,
    "a=rtpmap:110 telephone-event/48000",
  ]),
);
const answered = lines(
  ...session,
  "a=group:BUNDLE 0",
  "m=audio 4000 UDP/TLS/RTP/SAVPF 0 126",
  "a=mid:0",
  "a=rtpmap:0 PCMU/8000",
);

test("P3 an offer is narrowed to what we talk: PCMU, and PCMA only where there is no PCMU", () => {
  const { sdp } = meet(browser);
  expect(sdp).toContain("SAVPF 0 126\r\n");
  expect(sdp).not.toMatch(/opus|fmtp:111|extmap|48000|PCMA/);
  expect(sdp).toContain("a=rtpmap:0 PCMU/8000");
  expect(sdp).toContain("a=rtpmap:126 telephone-event/8000");
  const alone = meet(browser.replace("111 8 0 126", "111 8 126")).sdp;
  expect(alone).toContain("SAVPF 8 126\r\n");
  expect(alone).toContain("a=rtpmap:8 PCMA/8000");
});

test.each([
  ["nothing", ""],
  ["no media", lines(...session)],
  ["no codec that we talk", browser.replace("111 8 0 126", "111 126")],
  ["plain RTP", browser.replace("UDP/TLS/RTP/SAVPF", "RTP/AVP")],
  ["SDES", browser.replace("UDP/TLS/RTP/SAVPF", "RTP/SAVP")],
  ["no fingerprint", browser.replace(/a=fingerprint.*\r\n/, "")],
  ["no ICE", browser.replace(/a=ice-.*\r\n/g, "")],
  ["audio that is switched off", browser.replace("m=audio 9", "m=audio 0")],
  ["video alone", browser.replace("m=audio", "m=video")],
  [
    "0 that is another codec",
    browser.replace("8 0 126", "0 126").replace("a=mid:0", "a=mid:0\r\na=rtpmap:0 G723/8000"),
  ],
])("P3 what we cannot meet is refused: %s", (_what, sdp) => expect(() => meet(sdp)).toThrow(SdpRefused));

test("P16 what the session says for all sections counts for the audio", () => {
  const { sdp } = meet(lines(...session, ...ice, "a=sendonly", "m=audio 9 UDP/TLS/RTP/SAVPF 0", "a=rtcp-mux"));
  for (const line of ice) expect(sdp).toContain(line);
  expect(holds(sdp)).toBe(true);
});

test("P16 a section without a name gets one for us, and the answer has none", () => {
  const bare = browser.replace(/a=(?:mid|group).*\r\n/g, "");
  const { sdp, complete } = meet(bare, "7");
  expect(sdp).toContain("a=mid:7\r\n");
  expect(complete(answered)).not.toMatch(/a=(?:mid|group)/);
  expect(meet(browser).complete(answered)).toMatch(/a=group:BUNDLE 0\r\n[^]*a=mid:0\r\n/);
});

test("P16 sections that we do not take are answered in their places with port 0", () => {
  const [head, rest] = browser.split("m=audio");
  const offer = `${head}m=video 9 UDP/TLS/RTP/SAVPF 96 97\r\na=mid:v\r\na=sendonly\r\nm=audio${rest}${lines(
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    "m=audio 9 UDP/TLS/RTP/SAVPF 0",
    ...ice,
  )}`;
  const { sdp, complete } = meet(offer);
  expect(sdp.match(/^m=.*/gm)).toEqual(["m=audio 9 UDP/TLS/RTP/SAVPF 0 126"]);
  // The video's direction is no hold.
  expect(holds(sdp)).toBe(false);
  expect(complete(answered).match(/^m=.*/gm)).toEqual([
    "m=video 0 UDP/TLS/RTP/SAVPF 96 97",
    "m=audio 4000 UDP/TLS/RTP/SAVPF 0 126",
    "m=application 0 UDP/DTLS/SCTP webrtc-datachannel",
    "m=audio 0 UDP/TLS/RTP/SAVPF 0",
  ]);
  expect(complete(answered)).toContain("a=mid:v");
});

test("P16 without candidates the address of the connection counts, unless it is none", () => {
  const at = browser
    .replace("IN IP4 0.0.0.0\r\na=ice", "IN IP4 192.0.2.7\r\na=ice")
    .replace("m=audio 9 ", "m=audio 4002 ");
  expect(meet(at).sdp).toMatch(/a=candidate:\S+ 1 udp \d+ 192\.0\.2\.7 4002 typ host/);
  expect(meet(browser).sdp).not.toContain("a=candidate");
  const own = at.replace(
    "a=mid",
    "a=candidate:1 1 UDP 5 192.0.2.8 5000 typ host\r\na=candidate:1 2 UDP 5 192.0.2.8 5001 typ host\r\na=mid",
  );
  expect(meet(own).sdp.match(/^a=candidate.*/gm)).toEqual(["a=candidate:1 1 UDP 5 192.0.2.8 5000 typ host"]);
});

test("P16 the answer to our own offer may keep both laws", () => {
  const sdp = accepted(browser.replace("111 8 0 126 110", "8 0 126"), "0");
  expect(sdp).toContain("SAVPF 0 8 126");
  expect(() => accepted(answered.replace("4000", "0"), "0")).toThrow(SdpRefused);
});

test("P16 our default address is a candidate: the relayed, else the mapped, else our own, the loopback last", () => {
  const candidate = (address: string, port: number, type: string) =>
    `a=candidate:x 1 udp 1 ${address} ${port} typ ${type}`;
  const ours = (...candidates: readonly string[]) =>
    lines(...session, "m=audio 9 UDP/TLS/RTP/SAVPF 0", "c=IN IP4 0.0.0.0", ...candidates, "a=rtcp:9 IN IP4 0.0.0.0");
  const where = (sdp: string) => [
    /m=audio (\d+)/.exec(sdp)?.[1],
    /c=(.*)\r/.exec(sdp)?.[1],
    /a=rtcp:(.*)\r/.exec(sdp)?.[1],
  ];
  const loop = candidate("127.0.0.1", 1_001, "host");
  const six = candidate("2001:db8::1", 1_002, "host");
  const four = candidate("192.0.2.2", 1_003, "host");
  const mapped = candidate("203.0.113.1", 1_004, "srflx");
  const relayed = candidate("203.0.113.2", 1_005, "relay");
  expect(where(reachable(ours(loop)))).toEqual(["1001", "IN IP4 127.0.0.1", "1001 IN IP4 127.0.0.1"]);
  expect(where(reachable(ours(loop, six)))[1]).toBe("IN IP6 2001:db8::1");
  expect(where(reachable(ours(loop, six, four)))[1]).toBe("IN IP4 192.0.2.2");
  expect(where(reachable(ours(four, mapped)))[0]).toBe("1004");
  expect(where(reachable(ours(mapped, relayed, four)))[0]).toBe("1005");
  expect(reachable(ours())).toBe(ours());
});

test("P3 hold is read from the direction", () => {
  expect(holds(browser)).toBe(false);
  expect(holds(browser.replace("sendrecv", "sendonly"))).toBe(true);
  expect(holds(browser.replace("sendrecv", "inactive"))).toBe(true);
  expect(holds(browser.replace("sendrecv", "recvonly"))).toBe(false);
});
