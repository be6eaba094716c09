/** 举手求助 from the request to its end (docs/protocol.md K30). */
import {
  agentGroupApi,
  agentGroupMemberApi,
  assistanceApi,
  groupMonitorApi,
  operateLogApi,
} from "@liantai/api/contract/admin";
import type { AgentState, OutgoingMessage } from "@liantai/api/contract";
import { authApi } from "@liantai/api/contract";
import { createAudit } from "../audit/index.ts";
import { rightsChanged } from "../organisation/index.ts";
import { heardBy } from "./index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { demoEnterprise } from "../system/index.ts";
import { publish, subscribe, type MessageTarget } from "../topics.ts";

const compId = demoEnterprise.compId;
let office: Office;
let inCall = true;
let reply: object = { code: 1 };
const asked: unknown[] = [];
const sent: (readonly [MessageTarget, OutgoingMessage])[] = [];

beforeAll(async () => {
  office = await openOffice();
  const { broker } = office.ports;
  await broker.serve("telephony.engine", async (request) => {
    const { verb } = request as { readonly verb: string };
    if (verb === "inCall") return inCall;
    asked.push(request);
    return reply;
  });
  await subscribe(broker, "message.send", ({ to, message }) => void sent.push([to, message]));
});
afterAll(() => office?.close());
afterEach(async () => {
  await office.agent.call(assistanceApi.takeBack, { body: { callId: "c1" } });
  sent.length = 0;
  asked.length = 0;
});

const ask = (text = "客户要退款") => office.agent.call(assistanceApi.ask, { body: { callId: "c1", text } });
const list = (person = office.monitor) => person.call(assistanceApi.list, { body: {} });
const mine = () => office.agent.call(assistanceApi.mine, { body: { callId: "c1" } });
/** What the monitor's page, or the agent's, was told. */
const told = (agentId: string) =>
  sent.flatMap(([to, message]) => ("agentId" in to && to.agentId === agentId ? [message] : []));

test("K30 the monitors of the seat are told and see it; a second request is refused, outside a talk the first", async () => {
  await ask();
  const [asked] = await list();
  const about = { type: "assistanceChanged", id: asked?.id, agentId: "1001" };
  expect(told("1005")).toEqual([{ ...about, state: "asked", text: "客户要退款" }]);
  for (const person of [office.monitor, office.administrator])
    expect(await list(person)).toMatchObject([
      { agentId: "1001", name: "李晓雯", text: "客户要退款", answeredAt: null },
    ]);
  expect((await refused(ask())).msg).toBe("您已经求助，请等待班长应答");
  expect((await refused(list(office.agent))).status).toBe(403);
  await office.agent.call(assistanceApi.takeBack, { body: { callId: "c1" } });
  expect(told("1005").at(-1)).toMatchObject({ ...about, state: "over" });
  inCall = false;
  expect((await refused(ask())).msg).toBe("通话中才能求助");
  inCall = true;
  expect((await refused(ask("  "))).fields[0]?.path).toBe("text");
});

test("K30 answered by listening, whispering and with a line: the wait is the first one's and stands in the log", async () => {
  const { clock } = office.ports;
  await ask();
  const { id } = (await list())[0]!;
  await clock.advance(12_000);
  const answer = (body: object) =>
    office.monitor.call(assistanceApi.answer, { body: { id, ...body } as { id: string; way: "line"; line?: string } });
  reply = { code: -403, msg: "话机未注册，无法监听" };
  expect((await refused(answer({ way: "whisper" }))).msg).toBe("话机未注册，无法监听");
  reply = { code: 1 };
  await answer({ way: "whisper" });
  expect(asked.at(-1)).toEqual({ verb: "join", compId, own: "1005", agentId: "1001", mode: "whisper" });
  expect(await mine()).toMatchObject([{ answeredBy: "周敏", way: "whisper", line: "" }]);
  await clock.advance(5_000);
  expect((await refused(answer({ way: "line", line: " " }))).msg).toBe("请输入回复内容");
  await answer({ way: "line", line: "先安抚" });
  const [now] = await mine();
  expect(now).toMatchObject({ answeredBy: "周敏", way: "whisper", line: "先安抚" });
  expect(now!.answeredAt! - now!.askedAt).toBe(12_000);
  expect(told("1001")).toEqual([
    { type: "assistanceAnswered", by: "周敏", way: "密语", line: "" },
    { type: "assistanceAnswered", by: "周敏", way: "回复", line: "先安抚" },
  ]);
  const log = await office.administrator.call(operateLogApi.list, { body: { object: "assistance" } });
  expect(
    log.list.map(({ actionText, changes }) => [actionText, changes.some(({ field }) => field === "waitS")]),
  ).toEqual([
    ["应答求助", false],
    ["应答求助", true],
  ]);
  expect(log.list[1]!.changes).toContainEqual({ field: "waitS", label: "等待时长（秒）", before: null, after: "12" });
  const admin = { id, way: "listen" } as const;
  expect((await refused(office.administrator.call(assistanceApi.answer, { body: admin }))).msg).toBe(
    "没有坐席的账号请从话务工具条监听、密语或强插，这里可以回复一句话",
  );
});

test("K30 已处理 is an answer that needs no telephone, of an administrator too", async () => {
  await ask();
  const { id } = (await list())[0]!;
  asked.length = 0;
  await office.administrator.call(assistanceApi.answer, { body: { id, way: "done" } });
  expect(asked).toEqual([]);
  expect(await mine()).toMatchObject([{ way: "done", line: "", answeredAt: office.ports.clock.now() }]);
  expect(told("1001")).toMatchObject([{ type: "assistanceAnswered", way: "处理", line: "" }]);
  expect(told("1005").at(-1)).toMatchObject({ type: "assistanceChanged", id, state: "answered" });
});

test("K30 C10 administrators who may supervise are told; whoever hears the seat by the link has answered, once", async () => {
  const { ports } = office;
  const { clock } = ports;
  const accounts = await ports.database.system((trx) =>
    trx.selectFrom("account").select(["id", "roleType"]).where("compId", "=", compId).execute(),
  );
  const administrators = accounts.filter(({ roleType }) => roleType === 1 || roleType === 4).map(({ id }) => id);
  const toAccounts = () =>
    sent.flatMap(([to, message]) => ("accountId" in to ? [[to.accountId, message] as const] : []));
  const { roleId, sessionId } = await office.administrator.call(authApi.getUser);
  const may = (value: 0 | 1) =>
    ports.database
      .system((trx) =>
        trx
          .insertInto("role_purview")
          .values({ compId, roleId, key: "monitor", value })
          .onConflict((c) => c.columns(["compId", "roleId", "key"]).doUpdateSet({ value }))
          .execute(),
      )
      .then(() => rightsChanged(ports.broker, { roleIds: [roleId] }));
  await may(0);
  await ask();
  expect(toAccounts()).toEqual([]);
  await may(1);
  await office.agent.call(assistanceApi.takeBack, { body: { callId: "c1" } });
  sent.length = 0;
  await ask();
  const id = (await list())[0]?.id;
  const message = { type: "assistanceChanged", id, agentId: "1001", state: "asked", text: "客户要退款" };
  expect(toAccounts()).toEqual(administrators.map((id) => [id, message]));
  await clock.advance(7_000);
  const caller = await office.composition.auth.sessions.byId(sessionId);
  if ("refused" in caller) throw new Error("the administrator is signed in");
  const hears = (way: "listen" | "whisper") =>
    heardBy(
      { ports, audit: createAudit(ports), organisation: office.composition.organisation },
      { caller, address: "", headers: {} },
      { compId, agentId: "1001", way },
    );
  await hears("listen");
  await hears("whisper");
  const [now] = await mine();
  expect(now).toMatchObject({ way: "listen", answeredBy: caller.nickName });
  expect(now!.answeredAt! - now!.askedAt).toBe(7_000);
  expect(told("1001")).toEqual([{ type: "assistanceAnswered", by: caller.nickName, way: "监听", line: "" }]);
  const log = await office.administrator.call(operateLogApi.list, { body: { object: "assistance" } });
  expect(log.list[0]?.changes).toContainEqual({ field: "waitS", label: "等待时长（秒）", before: null, after: "7" });
  await office.agent.call(assistanceApi.takeBack, { body: { callId: "c1" } });
  // Nobody asks any more: what is heard answers nothing.
  await hears("listen");
  expect(told("1001")).toHaveLength(1);
});

test("K30 who joins from 技能组监控 has answered: the wait ends there", async () => {
  const { clock } = office.ports;
  await ask();
  await clock.advance(9_000);
  const join = () => office.monitor.call(groupMonitorApi.join, { body: { agentId: "1001" } });
  reply = { code: -403, msg: "话机未注册，无法监听" };
  expect((await refused(join())).msg).toBe("话机未注册，无法监听");
  expect(await mine()).toMatchObject([{ answeredAt: null }]);
  reply = { code: 1 };
  await join();
  const [now] = await mine();
  expect(now).toMatchObject({ way: "insert", answeredBy: "周敏", line: "" });
  expect(now!.answeredAt! - now!.askedAt).toBe(9_000);
  expect(told("1001")).toEqual([{ type: "assistanceAnswered", by: "周敏", way: "强插", line: "" }]);
});

test("K30 it ends with the talk, whoever ends that, and is answered no more", async () => {
  await ask();
  const { id } = (await list())[0]!;
  const { broker } = office.ports;
  const state = (kind: object): Promise<void> =>
    publish(broker, "agent.changed", { compId, agentId: "1001", state: kind as AgentState, reason: "ended" });
  await state({ kind: "engaged", since: 0, callId: "c1", activity: "held" });
  expect(await list()).toHaveLength(1);
  await state({ kind: "wrapUp", since: 0, callId: "c1", endsAt: 0 });
  for (let i = 0; i < 200 && (await list()).length > 0; i += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await list()).toEqual([]);
  const late = office.monitor.call(assistanceApi.answer, { body: { id, way: "line", line: "晚了" } });
  expect((await refused(late)).msg).toBe("该求助已结束或已撤回");
});

test("a monitor of other groups neither sees nor answers it", async () => {
  const { administrator, monitor } = office;
  await ask();
  const { id } = (await list())[0]!;
  const home = (await administrator.call(agentGroupApi.list, { body: {} })).list.find(({ name }) => name === "客服部")!;
  const other = await administrator.call(agentGroupApi.add, { body: { name: "别组" } });
  await administrator.call(agentGroupMemberApi.add, { body: { groupId: other.id, agentIds: ["1001"] } });
  expect(await list()).toEqual([]);
  expect((await refused(monitor.call(assistanceApi.answer, { body: { id, way: "listen" } }))).code).toBe(404);
  await administrator.call(agentGroupMemberApi.add, { body: { groupId: home.id, agentIds: ["1001"] } });
});
