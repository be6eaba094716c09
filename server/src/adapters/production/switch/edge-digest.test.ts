/** Digest of our edge towards Asterisk, against RFC 2617 section 3.2.2 computed here. */
import { createHash } from "node:crypto";
import { LoggerFactory, OutgoingRequestMessage } from "sip.js/lib/core/index.js";
import { uriOf } from "./edge-core.ts";
import { EdgeDigest } from "./edge-digest.ts";

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
const loggers = new LoggerFactory();
loggers.builtinEnabled = false;

const invite = (): OutgoingRequestMessage =>
  new OutgoingRequestMessage("INVITE", uriOf("liantai"), uriOf("edge"), uriOf("liantai"), {}, []);
const authorizationOf = (message: OutgoingRequestMessage): string | undefined =>
  /^Authorization: (.*)\r$/m.exec(message.toString())?.[1];
const challenge = { realm: "asterisk", nonce: "1795612592/abc", opaque: "5ccc", algorithm: "MD5", qop: ["auth"] };

test("a call after the first is signed with what was asked last, each time with another count; a new nonce begins at one", () => {
  const digest = new EdgeDigest(loggers, "edge", "a password");
  const first = invite();
  digest.sign(first);
  expect(authorizationOf(first)).toBeUndefined();

  const signed = (nonce: string, count: number): void => {
    const message = invite();
    digest.sign(message);
    const fields = Object.fromEntries(
      [...(authorizationOf(message) ?? "").matchAll(/(\w+)="?([^",]+)"?/g)].map(([, name, value]) => [name, value]),
    );
    const nc = String(count).padStart(8, "0");
    const ha1 = md5("edge:asterisk:a password");
    const ha2 = md5("INVITE:sip:liantai@asterisk");
    expect(fields).toMatchObject({ username: "edge", realm: "asterisk", nonce, opaque: "5ccc", qop: "auth", nc });
    expect(fields["response"]).toBe(md5([ha1, nonce, nc, fields["cnonce"], "auth", ha2].join(":")));
  };
  digest.answering().authenticate(first, challenge);
  signed("1795612592/abc", 2);
  signed("1795612592/abc", 3);
  digest.answering().authenticate(first, { ...challenge, nonce: "1795612999/def", stale: true });
  signed("1795612999/def", 2);
});
