/** docs/protocol.md P34: how many calls a device may begin. */
import { mostOfNetwork, tooManyCalls } from "./call-limits.ts";

const device = (remoteAddress: string, single = true) => ({ remoteAddress, single });
const begun = (user: string, socket: ReturnType<typeof device>, direction: "in" | "out" = "in") => ({
  user,
  direction,
  sip: { socket },
});
const page = { user: "g1", single: true } as const;

test("P34 a page has one call and the one that takes its place, on whatever sockets; what comes to it is none of them", () => {
  const [before, now] = [device("192.0.2.1"), device("192.0.2.9")];
  expect(tooManyCalls([begun("g1", before), begun("g2", now)], page, now)).toBeUndefined();
  expect(tooManyCalls([begun("g1", before), begun("g1", now, "out")], page, now)).toBeUndefined();
  expect(tooManyCalls([begun("g1", before), begun("g1", now)], page, now)).toBe(486);
});

test("P34 twenty calls of pages from one network, of IPv6 a /64; telephones of the enterprise and machines nearby are not counted", () => {
  const pages = (address: (n: number) => string) =>
    Array.from({ length: mostOfNetwork }, (_, n) => begun(`g${n + 2}`, device(address(n))));
  const v6 = pages((n) => `2001:db8::${n + 1}`);
  expect(tooManyCalls(v6, page, device("2001:db8::ffff"))).toBe(503);
  expect(tooManyCalls(v6, page, device("2001:db8:0:1::1"))).toBeUndefined();
  expect(tooManyCalls(v6.slice(1), page, device("2001:db8::ffff"))).toBeUndefined();
  expect(tooManyCalls(v6, { user: "1000011001" }, device("2001:db8::ffff", false))).toBeUndefined();
  expect(
    tooManyCalls(
      pages(() => "192.168.1.5"),
      page,
      device("192.168.1.5"),
    ),
  ).toBeUndefined();
});

test("a telephone of the enterprise has thirty-two on a socket", () => {
  const own = device("192.0.2.1", false);
  const legs = Array.from({ length: 32 }, () => begun("1000011001", own));
  expect(tooManyCalls(legs, { user: "1000011001" }, own)).toBe(486);
  expect(tooManyCalls(legs.slice(1), { user: "1000011001" }, own)).toBeUndefined();
});
