/**
 * K82: whatever stands in a field of a command, the answer names the field in Chinese, the connection stays, nothing fails in the server
 * and nothing is done. What each field must be is worked out by hand from realtime.md 4 and docs/protocol.md; the lines are made from it.
 */
import { ctiMaxLine, encodeCti, type AgentCallView } from "@liantai/api/contract";
import { taskCommands } from "@liantai/api/contract/admin";
import { ctiSocketEach, type CtiPage } from "../testing/cti-socket.ts";
import { commandNames } from "./commands/index.ts";
import { forwardCommands } from "./forwarding.ts";

const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
/** Texts of any kind that a field is not, named for the report. */
const hostile: Readonly<Record<string, string>> = {
  empty: "",
  words: "甲乙丙",
  "number below nothing": "-1",
  "number with an exponent": "1e9",
  "object as text": "{}",
  "list as text": "[]",
  "null as text": "null",
  "true as text": "true",
  "digits without end": "9".repeat(30),
  "long text": "字".repeat(1_500),
  "deep JSON": deep(2_000),
  "control characters": "\u0001\u001f\u007f",
  "SQL and patterns": "'\"\\%_;--(*+?[",
  "prototype's name": "__proto__",
  "name of every object": "constructor",
};

/** -400 and the field, or the code of what is not there. own: the values of `hostile` that the field takes. */
interface Field {
  readonly code?: number;
  readonly takes?: readonly string[];
  /** It may be left out. */
  readonly free?: true;
  /** What is named where it is not this field alone. */
  readonly says?: string;
}
const noCall: Field = { code: -404 };
const noAgent: Field = { code: -403 };
const whom: Field = { says: "number、agentId、skillGroup" };
const ids = ["null as text", "true as text", "digits without end", "prototype's name", "name of every object"];
/** Words between 1 and 20 or 50 characters are what a name or a mark is made of. */
const short = Object.keys(hostile).filter((name) => name !== "long text" && name !== "deep JSON");
const brief = short.filter((name) => name !== "digits without end");

/** Commands with the fields that are right, and what is wrong in each of them. */
const table: Readonly<
  Record<string, readonly [right: Readonly<Record<string, string>>, Readonly<Record<string, Field>>]>
> = {
  setState: [{ state: "1" }, { state: {} }],
  // What failed, in words; without any it was passed.
  deviceCheck: [{ why: "" }, { why: { free: true, takes: short } }],
  makeCall: [
    { number: "1002", callType: "1", callData: "{}" },
    {
      number: { says: "号码" },
      callType: { takes: [] },
      callData: { free: true, takes: ["object as text"] },
      // Read by the gates of tasks and references, which know none here.
      taskId: { code: -404 },
      ref: { code: -403 },
    },
  ],
  hangup: [{}, { callId: noCall }],
  hold: [{}, { callId: noCall }],
  unhold: [{}, { callId: noCall }],
  dtmf: [{ digits: "1" }, { callId: noCall, digits: { takes: ["digits without end"] } }],
  consult: [{ agentId: "1002" }, { callId: noCall, then: { free: true } }],
  consultCancel: [{}, { callId: noCall }],
  tranfer: [{}, { callId: noCall }],
  transfer: [{ agentId: "1002" }, { callId: noCall }],
  meeting: [{}, { callId: noCall }],
  recordControl: [{ action: "mark" }, { callId: noCall, action: {}, text: { free: true, takes: short } }],
  secureEntry: [
    { action: "start" },
    {
      callId: noCall,
      action: {},
      name: { free: true, takes: brief },
      digits: { free: true },
      seconds: { free: true },
    },
  ],
  moveDevice: [{ to: "phone" }, { to: {} }],
  suspendTransfer: [
    { action: "start", target: "t1" },
    { callId: noCall, action: {}, target: { takes: [...ids, "number below nothing", "number with an exponent"] } },
  ],
  meetingInvite: [{ agentId: "1002" }, { callId: noCall }],
  meetingMute: [
    { member: "p1", muted: "1" },
    { callId: noCall, member: {}, muted: {} },
  ],
  meetingRemove: [{ member: "p1" }, { callId: noCall, member: {} }],
  meetingEnd: [{}, { callId: noCall }],
  setCallData: [{ callData: "{}" }, { callId: noCall, callData: { takes: ["object as text"] } }],
  getCallData: [{}, { callId: noCall }],
  acceptMessage: [{ id: "m" }, { id: { code: -404 } }],
  declineMessage: [{ id: "m" }, { id: { code: -404 } }],
  monitor: [{ agentId: "1002" }, { agentId: noAgent, callId: noCall, mode: { free: true } }],
  insert: [{ agentId: "1002" }, { agentId: noAgent, callId: noCall }],
  switch: [{ agentId: "1002" }, { agentId: noAgent, callId: noCall, target: noAgent }],
  pickup: [{ agentId: "1002" }, { agentId: noAgent, callId: noCall }],
  forceHangup: [{ agentId: "1002" }, { agentId: noAgent, callId: noCall }],
  assistRecord: [
    { agentId: "1002", action: "mark" },
    { agentId: noAgent, callId: noCall, action: {}, text: { free: true, takes: short } },
  ],
  forceReady: [{ agentId: "1002" }, { agentId: noAgent, callId: noCall }],
  forceBusy: [{ agentId: "1002" }, { agentId: noAgent, callId: noCall }],
  forceExit: [{ agentId: "1002" }, { agentId: noAgent, callId: noCall }],
  showAgentIds: [{}, { agentIds: { takes: [] } }],
  hideAgentIds: [{}, { agentIds: { takes: [] } }],
  setTransferNumber: [
    { mode: "always", number: "13900001111" },
    { mode: {}, number: {}, agentId: noAgent },
  ],
  cancelTransferNumber: [{}, { agentId: noAgent }],
};
/** Without a field; whom they are about stands in `whom`, and tasks answer by their own codes (C14). */
const bare = ["logout", "getAgentState", "finishWrapUp", "extendWrapUp", "recover", "takeMedia"];
const asking = ["consult", "transfer", "meetingInvite"] as const;

const g = ctiSocketEach();

test("the table has every command of the registry", () => {
  const known = [...commandNames, ...forwardCommands, "showAgentIds", "hideAgentIds"].sort();
  expect([...Object.keys(table), ...bare].sort()).toEqual(known);
  expect(taskCommands).toEqual(["taskStart", "taskStop", "taskJoin", "taskExit"]);
});

/** An agent who talks, and who may over 1002 as a monitor. */
async function talks(): Promise<{ readonly page: CtiPage; readonly callId: string }> {
  const { s } = g;
  s.sw.register(`${s.compId}1001`, "urn:tab-1001");
  const page = await g.login("1001");
  g.supervises = "s-1001 1002";
  await page.command("setState", { state: "1" });
  await s.customer();
  s.sw.pickUp(s.sw.at(`${s.compId}1001`)[0]!);
  const call = await page.until(() =>
    page.last("call")?.["json"]?.includes('"talking"') ? page.last("call") : undefined,
  );
  return { page, callId: (JSON.parse(call["json"]!) as AgentCallView).callId };
}

/** Every line at once, forty a second of the server's time; their answers in order. */
async function answers(page: CtiPage, lines: readonly (readonly [string, Readonly<Record<string, string>>])[]) {
  const said: (Readonly<Record<string, string>> | undefined)[] = [];
  for (let from = 0; from < lines.length; from += 40) {
    const seqs = lines.slice(from, from + 40).map(([name, fields], at) => {
      const seq = String(1_000 + from + at);
      page.ws.send(encodeCti({ type: "command", name, fields: { ...fields, seq } }));
      return seq;
    });
    const of = (seq: string) => page.lines.find(({ type, fields }) => type === "response" && fields["seq"] === seq);
    await page.until(() => seqs.every((seq) => of(seq)));
    said.push(...seqs.map((seq) => of(seq)?.fields));
    await g.s.ports.clock.advance(1_000);
  }
  return said;
}

const chinese = /\p{Script=Han}/u;

test("K82 every field of every command with every value that it is not", async () => {
  const failed: unknown[] = [];
  Object.assign(g.s.ports.logger, { error: (fields: unknown) => void failed.push(fields) });
  const { page, callId } = await talks();
  const asked = Object.entries(table).flatMap(([name, [right, fields]]) =>
    Object.entries(fields).flatMap(([field, rule]) =>
      Object.entries(hostile)
        .filter(([what]) => !rule.takes?.includes(what) && !(rule.free && what === "empty"))
        .map(([what, value]) => {
          const own: Readonly<Record<string, string>> = "callId" in fields && !("agentId" in fields) ? { callId } : {};
          return { name, field, what, rule, fields: { ...own, ...right, [field]: value } };
        }),
    ),
  );
  const before = { legs: g.s.sw.legs, log: g.s.sw.log.length, state: page.last("agentState") };
  const said = await answers(
    page,
    asked.map(({ name, fields }) => [name, fields]),
  );
  const wrong = asked.flatMap(({ name, field, what, rule }, at) => {
    const { code = "", msg = "" } = said[at] ?? {};
    const must = rule.code ?? -400;
    // What is empty is missing, and whom a command is about may then be the caller himself or nobody.
    const right = Number(code) === must || (what === "empty" && Number(code) < -1);
    // One that is missing is named as the line has it.
    const named =
      Number(code) !== -400 || msg.includes(rule.says ?? field) || (what === "empty" && msg.includes(field));
    return right && named && chinese.test(msg) ? [] : [`${name}.${field} ${what}: ${code} ${msg}`];
  });
  expect(wrong).toEqual([]);
  expect(failed).toEqual([]);
  expect(page.closed()).toBeUndefined();
  expect({ legs: g.s.sw.legs, log: g.s.sw.log.length, state: page.last("agentState") }).toEqual(before);
  expect(await page.command("hold", { callId })).toMatchObject({ code: "1" });
  expect(asked.length).toBeGreaterThan(900);
});

test("K82 whom a consultation, a transfer or an invitation names: nobody, two at once, or what is no such", async () => {
  const { page, callId } = await talks();
  for (const name of asking) {
    const all = name === "transfer" ? `${whom.says}、dispatchGroup` : whom.says;
    expect(await page.command(name, { callId })).toMatchObject({ code: "-400", msg: `命令有误：${all}` });
    expect(await page.command(name, { callId, number: "1002", agentId: "1003" })).toMatchObject({
      code: "-400",
      msg: "命令有误：number、agentId",
    });
    for (const [field, value] of [
      ["number", "10|02"],
      ["number", "9".repeat(21)],
      ["agentId", "一"],
      ["skillGroup", "甲 乙"],
    ] as const)
      expect(await page.command(name, { callId, [field]: value })).toMatchObject({
        code: "-400",
        msg: field === "number" ? "号码只能是数字，最多20位" : `命令有误：${field}`,
      });
  }
});

test("K82 a monitor's and an administrator's command that names neither agent nor call is told so, before any right is asked", async () => {
  const over = Object.entries(table).filter(([, [right, fields]]) => right["agentId"] === "1002" && fields["agentId"]);
  expect(over.map(([name]) => name).sort()).toEqual(
    [
      "assistRecord",
      "forceBusy",
      "forceExit",
      "forceHangup",
      "forceReady",
      "insert",
      "monitor",
      "pickup",
      "switch",
    ].sort(),
  );
  const { page } = await talks();
  const { compId } = g.s;
  const admin = await g.login(
    "1003",
    { type: "admin", userName: "admin" },
    {
      roleType: 1,
      agentId: null,
      userName: `${compId}1admin`,
    },
  );
  const named = { code: "-400", msg: "命令有误：agentId、callId" };
  for (const [name, [{ agentId: _, ...right }]] of over)
    for (const [who, asking] of Object.entries({ page, admin })) {
      expect([who, name, await asking.command(name, right)]).toMatchObject([who, name, named]);
      expect([who, name, await asking.command(name, { ...right, agentId: "" })]).toMatchObject([who, name, named]);
    }
  for (const name of forwardCommands)
    expect([name, await admin.command(name, table[name]![0])]).toMatchObject([name, named]);
});

test("K82 call data: JSON that is deep, of another kind, with a NUL or half a character in it", async () => {
  const { page, callId } = await talks();
  for (const callData of [
    deep(2_500),
    `{"k":${deep(2_000)}}`,
    '{"k":1}',
    '{"k":null}',
    '["k"]',
    '{"k":"\\u0000"}',
    '{"k":"\\ud800"}',
    '{"\\udc00":"v"}',
    '{"__proto__":"v"}',
    `{"k":"${"字".repeat(700)}"}`,
  ])
    for (const [name, fields] of [
      ["setCallData", { callId, callData }],
      ["makeCall", { number: "1002", callData }],
    ] as const)
      expect([callData.slice(0, 20), await page.command(name, fields)]).toMatchObject([
        callData.slice(0, 20),
        { code: "-400", msg: "命令有误：callData" },
      ]);
  expect(await page.command("setCallData", { callId, callData: '{"k":"好 👍"}' })).toMatchObject({ code: "1" });
  expect(await page.command("getCallData", { callId })).toMatchObject({ code: "1", callData: '{"k":"好 👍"}' });
});

test("C1 K82 lines that cannot be read name their field, and nothing happens", async () => {
  const { page } = await talks();
  const before = page.last("agentState");
  const lines: readonly (readonly [string, string])[] = [
    ["command|setState|seq=1&state=%00", "命令有误：state"],
    ["command|setState|seq=1&state=%ED%A0%80", "命令有误：state"],
    ["command|setState|seq=1&state=%E4", "命令有误：state"],
    ["command|setState|seq=1&state=1&state=2", "命令有误：state"],
    ["command|setState|state=1", "命令有误：seq"],
    ["command|setState|seq=-1&state=1", "命令有误：seq"],
    ["command|setState|seq=%7B%7D&state=1", "命令有误：seq"],
    [`command|setState|seq=1&state=1&x=${"y".repeat(ctiMaxLine)}`, "命令有误"],
    [`command|${"a".repeat(65)}|seq=1`, "命令有误"],
    ["command|设|seq=1", "命令有误"],
    ['{"type":"command","name":"setState"}', "命令有误"],
  ];
  for (const [line] of lines) page.ws.send(line);
  const said = () => page.lines.filter(({ name }) => name === "syntax").map(({ fields }) => fields["msg"]);
  await page.until(() => said().length === lines.length);
  expect(said()).toEqual(lines.map(([, msg]) => msg));
  expect([page.closed(), page.last("agentState")]).toEqual([undefined, before]);
});

test("K82 a command twice at once is answered twice and done once", async () => {
  const { page, callId } = await talks();
  const twice = async (name: string, fields: Record<string, string>) =>
    (await Promise.all([page.command(name, fields), page.command(name, fields)])).map(({ code }) => code);
  expect(await twice("hold", { callId })).toEqual(["1", "1"]);
  expect(await twice("unhold", { callId })).toEqual(["1", "1"]);
  const track = await g.s.track(callId);
  expect(track.filter((each) => each === "held" || each === "resumed")).toEqual(["held", "resumed"]);
  expect(await twice("hangup", { callId })).toEqual(["1", "-404"]);
  expect((await g.s.track(callId)).filter((each) => each.startsWith("ended"))).toEqual(["ended:completed"]);
  expect(await twice("finishWrapUp", {})).toEqual(["1", "-403"]);
  g.s.sw.register(`${g.s.compId}1002`, "urn:tab-1002");
  expect(await twice("makeCall", { number: "1002" })).toEqual(["1", "-403"]);
  expect(await g.s.records()).toHaveLength(2);
  // The same seq twice is two commands.
  const line = encodeCti({ type: "command", name: "getAgentState", fields: { seq: "77777" } });
  page.ws.send(line);
  page.ws.send(line);
  await page.until(() => page.lines.filter(({ fields }) => fields["seq"] === "77777").length === 2);
});
