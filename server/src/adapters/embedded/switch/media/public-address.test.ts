/** docs/protocol.md P24: what the outside is told where this machine stands behind NAT. */
import { withPublicAddress } from "./public-address.ts";

const description = (...candidates: readonly string[]): string =>
  [
    "v=0",
    "o=- 1 1 IN IP4 0.0.0.0",
    "s=-",
    "t=0 0",
    "m=audio 4000 UDP/TLS/RTP/SAVPF 0",
    "c=IN IP4 10.0.0.5",
    "a=rtcp:4000 IN IP4 10.0.0.5",
    ...candidates,
    "m=video 0 UDP/TLS/RTP/SAVPF 96",
    "",
  ].join("\r\n");
const loop = "a=candidate:1 1 udp 2130706431 127.0.0.1 4001 typ host";
const own = "a=candidate:2 1 udp 2130706431 10.0.0.5 4000 typ host generation 0";
const six = "a=candidate:3 1 udp 2130706431 fd00::5 4002 typ host";
const relayed = "a=candidate:4 1 udp 100 198.51.100.7 4003 typ relay raddr 10.0.0.5 rport 4000";
const linesOf = (sdp: string): string[] => sdp.split("\r\n");
const mapped = (base: string, port: number, n = 1) =>
  expect.stringMatching(
    new RegExp(`^a=candidate:P${n} 1 udp \\d+ 203\\.0\\.113\\.10 ${port} typ srflx raddr ${base} rport ${port}$`),
  );

test("P24 each own address is mapped to the public one, which is the default; loopback and IPv6 are not", () => {
  const lines = linesOf(withPublicAddress(description(loop, own, six), "203.0.113.10"));
  expect(lines).toEqual([
    ...linesOf(description()).slice(0, 4),
    "m=audio 4000 UDP/TLS/RTP/SAVPF 0",
    "c=IN IP4 203.0.113.10",
    "a=rtcp:4000 IN IP4 203.0.113.10",
    loop,
    own,
    mapped("10.0.0.5", 4_000),
    six,
    "m=video 0 UDP/TLS/RTP/SAVPF 96",
    "",
  ]);
});

test("P24 two own addresses are two candidates of which the first comes first, and RFC 8445 orders them behind our own", () => {
  const second = own.replace("10.0.0.5 4000", "10.0.0.6 4004");
  const lines = linesOf(withPublicAddress(description(own, second), "203.0.113.10"));
  const priorities = lines.flatMap((line) => /^a=candidate:P\d 1 udp (\d+)/.exec(line)?.[1] ?? []).map(Number);
  expect(lines).toEqual(expect.arrayContaining([mapped("10.0.0.5", 4_000), mapped("10.0.0.6", 4_004, 2)]));
  expect(priorities[0]).toBeGreaterThan(priorities[1]!);
  expect(priorities[0]).toBeLessThan(2_130_706_431);
});

test("P24 a relayed address stays the default; loopback alone is mapped; without an address, or with our own, nothing is", () => {
  expect(withPublicAddress(description(own, relayed), "203.0.113.10")).toContain("c=IN IP4 198.51.100.7");
  expect(linesOf(withPublicAddress(description(loop), "203.0.113.10"))).toContainEqual(mapped("127.0.0.1", 4_001));
  for (const address of [undefined, "10.0.0.5"])
    expect(withPublicAddress(description(own, loop), address)).toBe(description(own, loop));
});
