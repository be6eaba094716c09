/** RFC 3261 sections 9.1, 13.2.2.4, 15 and 17.1.1.3: what goes out on the wire for an INVITE of a process before. */
import { EventEmitter } from "node:events";
import { silentLogger } from "../options.ts";
import { endKept } from "./kept-invite.ts";
import { allowances, Bucket } from "./rate.ts";
import { SipSocket } from "./socket.ts";

class Wire extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  readonly sent: string[] = [];
  close(): void {}
  terminate(): void {}
  ping(): void {}
  send(text: string, done?: (error?: Error) => void): void {
    this.sent.push(text);
    done?.();
  }
}

let socket: SipSocket;
let wire: Wire;
beforeEach(() => {
  wire = new Wire();
  socket = new SipSocket(wire, {
    id: "s",
    remoteAddress: "127.0.0.1",
    realm: "liantai",
    logger: silentLogger,
    bucket: new Bucket(allowances.nameless, 0),
    addressBucket: new Bucket(allowances.nameless, 0),
    now: () => 0,
    delegate: () => ({}),
    onGone: () => undefined,
    onProven: () => undefined,
  });
});
afterEach(() => socket.close(1000, ""));

const invite = {
  target: "sip:abc@client.invalid;transport=ws",
  via: "SIP/2.0/WS first.invalid;branch=z9hG4bK4711",
  branch: "z9hG4bK4711",
  from: '"Li" <sip:4001@liantai>;tag=ours',
  to: "<sip:bob@liantai>",
  callId: "call-1",
  sequence: 7,
  local: "sip:4001@liantai",
  localTag: "ours",
  remote: "sip:bob@liantai",
};
const says = (status: string, method: string, ...more: string[]): void =>
  void wire.emit(
    "message",
    Buffer.from(
      [
        `SIP/2.0 ${status}`,
        `Via: ${invite.via}`,
        `From: ${invite.from}`,
        "To: <sip:bob@liantai>;tag=theirs",
        "Call-ID: call-1",
        `CSeq: 7 ${method}`,
        ...more,
        "Content-Length: 0",
        "\r\n",
      ].join("\r\n"),
    ),
    false,
  );
/** The first line and the headers by name. */
const read = (text = "") => {
  const [line, ...headers] = text.split("\r\n");
  return { line, ...Object.fromEntries(headers.filter(Boolean).map((h) => h.split(/:\s*(.*)/).slice(0, 2))) } as Record<
    string,
    string
  >;
};
const same = { Via: invite.via, From: invite.from, "Call-ID": "call-1", "Max-Forwards": "70" };

test("P22 CANCEL repeats the INVITE, and its 487 gets an ACK of the same transaction", () => {
  endKept(socket, { invite });
  expect(read(wire.sent[0])).toMatchObject({ ...same, line: `CANCEL ${invite.target} SIP/2.0`, CSeq: "7 CANCEL" });
  expect(read(wire.sent[0])["To"]).toBe("<sip:bob@liantai>");
  says("200 OK", "CANCEL");
  says("180 Ringing", "INVITE");
  expect(wire.sent).toHaveLength(1);
  says("487 Request Terminated", "INVITE");
  expect(read(wire.sent[1])).toMatchObject({ ...same, line: `ACK ${invite.target} SIP/2.0`, CSeq: "7 ACK" });
  expect(read(wire.sent[1])["To"]).toBe("<sip:bob@liantai>;tag=theirs");
  expect(wire.sent).toHaveLength(2);
});

test("P22 who answered before the CANCEL came gets an ACK and a BYE", () => {
  endKept(socket, { invite });
  says("200 OK", "INVITE", "Contact: <sip:xyz@client.invalid;transport=ws>");
  const [ack, bye] = wire.sent.slice(1).map(read);
  expect(ack).toMatchObject({ line: "ACK sip:xyz@client.invalid;transport=ws SIP/2.0", CSeq: "7 ACK" });
  expect(ack?.["Via"]).not.toBe(invite.via);
  expect(bye).toMatchObject({ line: "BYE sip:xyz@client.invalid;transport=ws SIP/2.0", "Call-ID": "call-1" });
  expect(bye?.["To"]).toMatch(/tag=theirs$/);
  expect(bye?.["From"]).toMatch(/tag=ours$/);
  expect(Number.parseInt(bye?.["CSeq"] ?? "", 10)).toBeGreaterThan(7);
});

test("P22 who answered and was not heard yet gets a BYE; who calls, the response that was kept; nonsense, nothing", () => {
  const { callId, local, remote, localTag, target } = invite;
  const dialogue = { callId, local, remote, localTag, remoteTag: "theirs", localSequence: 7, target, routes: [] };
  endKept(socket, { dialogue });
  expect(read(wire.sent[0])).toMatchObject({ line: `BYE ${target} SIP/2.0`, "Call-ID": "call-1" });
  endKept(socket, { refusal: "SIP/2.0 480 Temporarily Unavailable\r\n\r\n" });
  expect(wire.sent[1]).toBe("SIP/2.0 480 Temporarily Unavailable\r\n\r\n");
  endKept(socket, { dialogue: { callId } });
  expect(wire.sent).toHaveLength(2);
});
