import { createHash } from "node:crypto";
import { NonceBook, parseDigest, proves, type DigestAnswer } from "./digest.ts";
import { Throttle } from "./throttle.ts";

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
const answer = (nc: string, nonce = "n1"): DigestAnswer => ({
  username: "u",
  realm: "r",
  nonce,
  uri: "sip:r",
  response: "0".repeat(32),
  qop: { cnonce: "c", nc },
});

describe("digest", () => {
  test("the example of RFC 2617 section 3.5 is proven, another password is not", () => {
    const header =
      'Digest username="Mufasa", realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", ' +
      'uri="/dir/index.html", qop=auth, nc=00000001, cnonce="0a4f113b", ' +
      'response="6629fae49393a05397450978507c4ef1", opaque="5ccc069c403ebaf9f0171e9517f40e41"';
    const parsed = parseDigest(header);
    expect(parsed && proves(parsed, "GET", "Circle Of Life")).toBe(true);
    expect(parsed && proves(parsed, "GET", "circle of life")).toBe(false);
    expect(parsed && proves(parsed, "POST", "Circle Of Life")).toBe(false);
  });

  test("the old digest without qop is proven", () => {
    const response = md5(`${md5("u:r:p")}:n:${md5("REGISTER:sip:r")}`);
    const parsed = parseDigest(`Digest username="u", realm="r", nonce="n", uri="sip:r", response="${response}"`);
    expect(parsed && proves(parsed, "REGISTER", "p")).toBe(true);
  });

  test.each([
    "Basic dTpw",
    "Digest",
    'Digest username="u"',
    `Digest username="u", realm="r", nonce="n", uri="x", response="short"`,
    `Digest username="u", realm="r", nonce="n", uri="x", response="${"a".repeat(32)}", algorithm=SHA-512`,
    `Digest username="u", realm="r", nonce="n", uri="x", response="${"a".repeat(32)}", qop=auth`,
    `Digest username="u", username="v", realm="r", nonce="n", uri="x", response="${"a".repeat(32)}"`,
    `Digest ${'a="b", '.repeat(1_000)}`,
  ])("what is no digest is none: %.40s", (header) => expect(parseDigest(header)).toBeUndefined());

  test("a nonce serves each count once, in rising order, for five minutes, on its own socket", () => {
    const book = new NonceBook();
    book.issue("n1", 0);
    expect(book.use(answer("00000001"), 10)).toBe("ok");
    expect(book.use(answer("00000001"), 10)).toBe("replay");
    expect(book.use(answer("00000003"), 10)).toBe("ok");
    expect(book.use(answer("00000002"), 10)).toBe("replay");
    expect(new NonceBook().use(answer("00000004"), 10)).toBe("stale");
    expect(book.use(answer("00000004"), 5 * 60_000 + 1)).toBe("stale");
  });

  test("a socket holds eight nonces at most", () => {
    const book = new NonceBook();
    for (let i = 1; i <= 9; i++) book.issue(`n${i}`, 0);
    expect(book.use(answer("00000001", "n1"), 1)).toBe("stale");
    expect(book.use(answer("00000001", "n2"), 1)).toBe("ok");
  });
});

describe("throttle", () => {
  test("three failures are free, then each try waits longer, then it is refused; success forgives", () => {
    const throttle = new Throttle();
    for (let i = 0; i < 3; i++) {
      expect(throttle.admit("k", 0)).toBe(0);
      throttle.failed("k", 0);
    }
    expect(throttle.admit("k", 0)).toBe(500);
    throttle.failed("k", 500);
    expect(throttle.admit("k", 500)).toBe(1_000);
    expect(throttle.admit("other", 500)).toBe(0);
    throttle.succeeded("k");
    expect(throttle.admit("k", 500)).toBe(0);
  });

  test("tries at once queue up behind each other until they are refused", () => {
    const throttle = new Throttle();
    for (let i = 0; i < 6; i++) throttle.failed("k", 0);
    const waits = Array.from({ length: 6 }, () => throttle.admit("k", 0));
    expect(waits[0]).toBe(4_000);
    expect(waits[1]).toBe(8_000);
    expect(waits.slice(2)).toEqual([undefined, undefined, undefined, undefined]);
    expect(throttle.admit("k", 11 * 60_000)).toBe(0);
  });
});
