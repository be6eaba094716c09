/** docs/protocol.md P17: every message of RFC 4475 gets the reply that the RFC gives it, and hurts nobody. */
import { EventEmitter } from "node:events";
import type { WebSocket } from "ws";
import { createEmbeddedSwitch } from "../index.ts";
import { invalid } from "./testing/rfc4475-invalid.ts";
import { semantics } from "./testing/rfc4475-semantics.ts";
import { valid, type Torture } from "./testing/rfc4475-syntax.ts";

/** What the switch needs of a WebSocket; keeps what it is sent. */
class Wire extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  readonly sent: string[] = [];
  closed: number | undefined;
  send(text: string, done?: () => void): void {
    this.sent.push(text);
    done?.();
  }
  ping(): void {}
  terminate(): void {}
  close(code: number): void {
    this.closed ??= code;
  }
}

const it = createEmbeddedSwitch({ directory: { credentials: async () => [] }, realm: "liantai", workers: 1 });
const events: string[] = [];
let addresses = 0;
beforeAll(async () => {
  it.on(({ type }) => events.push(type));
  await it.start();
});
afterAll(() => it.stop());

/** All replies to one message on a socket of its own; 100 is on the way to another. */
async function replies(text: string): Promise<{ readonly wire: Wire; readonly all: readonly string[] }> {
  const wire = new Wire();
  addresses += 1;
  it.acceptSocket(wire as Wire & WebSocket, { remoteAddress: `192.0.2.${addresses}` });
  wire.emit("message", Buffer.from(text), false);
  // Who is asked for a password waits for the directory: a few turns, no time.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  return { wire, all: wire.sent.filter((reply) => !reply.startsWith("SIP/2.0 100 ")) };
}

const field = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`^${name}: (.*)\\r$`, "gm"))].map(([, value]) => value!);
const all: readonly Torture[] = [...valid, ...invalid, ...semantics];

test.each(all)("P17 %s", async (_name, text, expected) => {
  const { wire, all: got } = await replies(text);
  expect(wire.closed).toBeUndefined();
  expect(got.map((reply) => Number(reply.split(" ")[1]))).toEqual(expected === "silence" ? [] : [expected]);
  for (const reply of got) {
    // RFC 3261 section 8.2.6.2: the reply finds its way back and its transaction.
    expect(field(reply, "Via")).not.toEqual([]);
    expect(reply).toMatch(/\r\nContent-Length: \d+\r\n\r\n/);
    for (const name of ["From", "Call-ID", "CSeq"]) expect(field(reply, name)).not.toContain("undefined");
  }
  expect(events).toEqual([]);
});

test("P17 a refusal says what would have been taken", async () => {
  const of = async (name: string): Promise<string> =>
    (await replies(all.find(([each]) => each.includes(` ${name}:`))![1])).all[0] ?? "";
  expect(field(await of("bext01"), "Unsupported")).toEqual(["nothingSupportsThis, nothingSupportsThisEither"]);
  expect(field(await of("invut"), "Accept")).toEqual(["application/sdp"]);
  for (const name of ["intmeth", "mpart01", "semiuri"])
    expect(
      field(await of(name), "Allow")
        .join()
        .split(/,\s*/)
        .sort(),
    ).toEqual(["ACK", "BYE", "CANCEL", "INFO", "INVITE", "OPTIONS", "REGISTER", "UPDATE"]);
  // Nothing is made up where the request has nothing.
  expect(field(await of("insuf"), "From")).toEqual([]);
  expect(field(await of("quotbal"), "To")[0]).toMatch(/^"Mr\. J\. User <sip:j\.user@example\.com>;tag=[0-9a-f]{8}$/);
});

test("P17 an ACK is never answered, nor is what is no request", async () => {
  const [, insuf] = semantics.find(([name]) => name.includes("insuf"))!;
  for (const text of [
    insuf.replaceAll("INVITE", "ACK"),
    "nonsense\r\n\r\n",
    "\u0000\u0001",
    "GET / HTTP/1.1\r\n\r\n",
    `A${" ".repeat(8_000)}x\r\n\r\n`,
  ])
    expect((await replies(text)).all).toEqual([]);
});
