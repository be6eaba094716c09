import { readChatFrame, readExtra } from "./frames.ts";

const data = { sessionId: "s", guid: "g", content: "您好" };

test.each([
  [{ cmd: 13 }],
  [{ cmd: 17 }],
  [{ cmd: 11, data }],
  [{ cmd: 11, data: { ...data, key: true } }],
  [{ cmd: 19, data: { sessionId: "s" } }],
  [{ cmd: 19, data: { sessionId: "s", after: 0 } }],
  [{ cmd: 19, data: { sessionId: "s", before: 21 } }],
  [{ cmd: 21, data: { sessionId: "s", seq: 3 } }],
])("J22 %j is a frame, without what it does not know", (frame) => {
  expect(readChatFrame(JSON.stringify({ ...frame, more: 1 }))).toEqual(frame);
});

test.each([
  "",
  "{",
  "null",
  "[]",
  '"13"',
  "{}",
  '{"cmd":"13"}',
  '{"cmd":15}',
  '{"cmd":6,"code":10007}',
  '{"cmd":11}',
  '{"cmd":11,"data":[]}',
  '{"cmd":19,"data":{}}',
  ...[
    { cmd: 11, data: { ...data, guid: "" } },
    { cmd: 11, data: { ...data, guid: "x".repeat(65) } },
    { cmd: 11, data: { ...data, guid: "\0" } },
    { cmd: 11, data: { ...data, content: 5 } },
    { cmd: 11, data: { ...data, key: "1" } },
    { cmd: 19, data: { sessionId: "s", after: 1, before: 2 } },
    { cmd: 19, data: { sessionId: "s", after: -1 } },
    { cmd: 19, data: { sessionId: "s", before: 1.5 } },
    { cmd: 19, data: { sessionId: "s", before: null } },
    { cmd: 19, data: { sessionId: { length: 1 }, after: 1 } },
    { cmd: 21, data: { sessionId: "s", seq: 2 ** 31 } },
    { cmd: 21, data: { sessionId: "s", seq: "1" } },
    { cmd: 21, data: { sessionId: "s\ud800", seq: 1 } },
  ].map((frame) => JSON.stringify(frame)),
])("J22 %s is none", (text) => {
  expect(readChatFrame(text)).toBeUndefined();
});

test("J20 extra is base64 of JSON with an agentId, or nothing", () => {
  const of = (text: string) => readExtra(Buffer.from(text).toString("base64"));
  expect(of('{"agentName":"李晓雯","agentId":"1001"}')).toEqual({ agentId: "1001" });
  for (const text of ["", "{", "[]", '{"agentId":1001}', "null"]) expect(of(text)).toBeUndefined();
  expect(readExtra("%%%")).toBeUndefined();
});
