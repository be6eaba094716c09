import { copied, refusalIn } from "./copies.ts";

function chunk(type: number, payload: string, vendor = 0): Buffer {
  const body = Buffer.from(payload);
  const head = Buffer.alloc(6);
  head.writeUInt16BE(vendor, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(6 + body.length, 4);
  return Buffer.concat([head, body]);
}
function packet(...chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat(chunks);
  const head = Buffer.from("HEP3\0\0");
  head.writeUInt16BE(6 + body.length, 4);
  return Buffer.concat([head, body]);
}
const refusal = (...more: readonly string[]) =>
  ["SIP/2.0 480 Gone", "Via: SIP/2.0/UDP 127.0.0.1:5060", "Call-ID: a@b", "CSeq: 7 INVITE", ...more, "", ""].join(
    "\r\n",
  );

test("a copy is read where it carries our key, and nothing of a broken one", () => {
  const sip = refusal();
  expect(copied(packet(chunk(0x0e, "key"), chunk(0x0f, sip)), "key")).toBe(sip);
  expect(copied(packet(chunk(0x0e, "other"), chunk(0x0f, sip)), "key")).toBeUndefined();
  expect(copied(packet(chunk(0x0f, sip)), "key")).toBeUndefined();
  expect(copied(packet(chunk(0x0e, "key", 9), chunk(0x0f, sip)), "key")).toBeUndefined();
  const whole = packet(chunk(0x0e, "key"), chunk(0x0f, sip));
  for (let length = 0; length < whole.length - 1; length++)
    expect(copied(whole.subarray(0, length), "key")).toBeUndefined();
  const endless = Buffer.from(whole);
  endless.writeUInt16BE(0, 10);
  expect(copied(endless, "key")).toBeUndefined();
});

test("the Q.850 cause of a refused INVITE is told with its Call-ID", () => {
  expect(refusalIn(refusal('Reason: Q.850;cause=20;text="absent"'))).toEqual({ callId: "a@b", q850: 20 });
  expect(refusalIn(refusal("Reason: SIP;cause=480", "reason:Q.850 ; cause=34"))).toEqual({ callId: "a@b", q850: 34 });
  expect(refusalIn(refusal())).toEqual({ callId: "a@b", q850: undefined });
  expect(refusalIn(refusal().replace("480 Gone", "183 Progress"))).toBeUndefined();
  expect(refusalIn(refusal().replace("7 INVITE", "7 OPTIONS"))).toBeUndefined();
  expect(refusalIn("")).toBeUndefined();
});
