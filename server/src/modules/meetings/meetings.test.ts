/** Rooms and members over HTTP: who sees which, what is typed, what the engine is asked. The meeting itself is in telephony/engine. */
import { accessNumApi, meetingMemberApi, meetingRoomApi, skillGroupApi } from "@liantai/api/contract/admin";
import type { CommandReply, LiveMeeting } from "../../ports/engine.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { demoEnterprise } from "../system/index.ts";

const page = { pageNo: 1, pageSize: 20 };
let office: Office;
let other: Person;
let held: LiveMeeting[] = [];
let asked: { verb: string; roomId?: string; order?: Record<string, unknown> }[] = [];
let answer: CommandReply = { code: 1 };

beforeAll(async () => {
  office = await openOffice();
  await office.ports.broker.serve("telephony.engine", async (request) => {
    const r = request as (typeof asked)[number];
    if (r.verb === "meetings") return held;
    asked.push(r);
    return answer;
  });
  other = await office.signIn({ code: demoEnterprise.compId, roleType: 2, account: "1002" });
});
afterAll(() => office?.close());
beforeEach(() => {
  held = [];
  asked = [];
  answer = { code: 1 };
});

const create = (code: string, more: object = {}, who = office.administrator) =>
  who.call(meetingRoomApi.create, { body: { name: `会议室${code}`, code, ...more } });
const names = async (who: Person) =>
  (await who.call(meetingRoomApi.list, { body: page })).list.map(({ name }) => name).sort();

test("a seat has its own rooms and those it is a member of; a room it does not see is none, for every verb", async () => {
  await create("80001");
  const { id } = await create("80002", {}, office.agent);
  expect(await names(office.administrator)).toEqual(["会议室80001", "会议室80002"]);
  expect(await names(office.agent)).toEqual(["会议室80002"]);
  expect(await names(other)).toEqual([]);
  const body = { id };
  const verbs = [
    () => other.call(meetingRoomApi.update, { body: { id, name: "改", code: "80003" } }),
    () => other.call(meetingRoomApi.delete, { params: { id }, query: {} }),
    () => other.call(meetingRoomApi.init, { body }),
    () => other.call(meetingRoomApi.invite, { body: { id, kind: "seat", value: "1003" } }),
    ...([meetingRoomApi.remove, meetingRoomApi.mute, meetingRoomApi.unmute] as const).map(
      (verb) => () => other.call(verb, { body: { id, member: "p2" } }),
    ),
    ...([meetingRoomApi.muteAll, meetingRoomApi.unmuteAll, meetingRoomApi.end, meetingRoomApi.live] as const).map(
      (verb) => () => other.call(verb, { body }),
    ),
    () => other.call(meetingMemberApi.create, { body: { roomId: id, kind: "seat", value: "1003" } }),
  ];
  for (const verb of verbs) expect(await refused(verb())).toMatchObject({ code: 404 });
  expect(asked).toEqual([]);
  // A member sees it and may not lead; a host of the seat may.
  const { id: member } = await office.agent.call(meetingMemberApi.create, {
    body: { roomId: id, kind: "seat", value: "1002" },
  });
  expect(await names(other)).toEqual(["会议室80002"]);
  expect(await refused(other.call(meetingRoomApi.init, { body }))).toMatchObject({ status: 403 });
  expect(await refused(other.call(meetingMemberApi.delete, { params: { id: member }, query: {} }))).toMatchObject({
    msg: "只有会议室的创建人可以操作",
  });
  await office.agent.call(meetingMemberApi.update, {
    body: { id: member, roomId: id, kind: "seat", value: "1002", host: 1 },
  });
  answer = { code: 1, fields: { meetingId: "m1", missed: "[]" } };
  expect(await other.call(meetingRoomApi.init, { body })).toEqual({ meetingId: "m1", missed: [] });
  await office.agent.call(meetingRoomApi.delete, { params: { id }, query: {} });
  expect(await names(other)).toEqual([]);
});

test("K92 what is typed is held to its rules", async () => {
  const wrong = async (body: object) => (await refused(create("80010", body))).fields[0];
  for (const code of ["123", "123456789", "12a4"])
    expect(await wrong({ code })).toMatchObject({ path: "code", message: "会议号为4到6位数字" });
  expect(await wrong({ hostPin: "12" })).toMatchObject({ path: "hostPin", message: "主持人密码为4到8位数字" });
  expect(await wrong({ hostPin: "1234", memberPin: "1234" })).toMatchObject({
    path: "hostPin",
    message: "主持人密码和成员密码不能相同",
  });
  expect(await wrong({ maxMembers: 31 })).toMatchObject({ path: "maxMembers", message: "人数上限不能大于30" });
  expect(await wrong({ code: "1001" })).toMatchObject({ path: "code", message: "会议号与分机号码相同，请更换" });
  // K92: a colleague who dials it may mean somebody outside.
  for (const code of ["95588", "961234", "12345", "116114", "6234567", "62345678"])
    expect([code, await wrong({ code })]).toMatchObject([
      code,
      { path: "code", message: "会议号为4到6位数字，5、6位的不能以1、95或96开头，以免与外线号码相同" },
    ]);
  for (const code of ["9501", "1101", "94000"]) await create(code);
  const { id } = await create("80011");
  expect((await refused(create("80011"))).fields).toMatchObject([{ path: "code", message: "会议号已存在" }]);
  const member = async (body: { kind: "seat" | "number" | "contact" | "extension"; value: string }) =>
    (await refused(office.administrator.call(meetingMemberApi.create, { body: { roomId: id, ...body } }))).fields[0];
  expect(await member({ kind: "seat", value: "9999" })).toMatchObject({ path: "value", message: "坐席不存在" });
  expect(await member({ kind: "extension", value: "9999" })).toMatchObject({ message: "分机不存在" });
  expect(await member({ kind: "contact", value: "x" })).toMatchObject({ message: "联系人不存在" });
  expect(await member({ kind: "number", value: "12a" })).toMatchObject({ message: "请输入正确的电话号码" });
});

test("init rings the own seat and whoever is to be; the host's pin is for who leads; each act is in the operation log", async () => {
  const { id } = await create("80020", { hostPin: "4321", memberPin: "1111", enterMuted: 1 }, office.agent);
  const add = (body: { kind: "seat" | "number"; value: string; host?: number; autoInvite?: number; name?: string }) =>
    office.agent.call(meetingMemberApi.create, { body: { roomId: id, ...body } });
  await add({ kind: "seat", value: "1002" });
  await add({ kind: "number", value: "138-0013-8000".replaceAll("-", ""), name: "王总" });
  await add({ kind: "seat", value: "1003", autoInvite: 0 });
  answer = { code: 1, fields: { meetingId: "m2", missed: '["王总：对方正忙"]' } };
  expect(await office.agent.call(meetingRoomApi.init, { body: { id } })).toMatchObject({ missed: ["王总：对方正忙"] });
  expect(asked[0]).toMatchObject({
    roomId: id,
    order: {
      do: "init",
      own: "1001",
      room: { code: "80020", max: 10, enterMuted: true, tone: true },
      members: [{ agentId: "1002" }, { number: "13800138000", name: "王总" }],
    },
  });
  const [seen] = (await other.call(meetingRoomApi.list, { body: page })).list;
  expect(seen).toMatchObject({ hostPin: "", memberPin: "1111", mine: false, leads: false, state: 0 });
  const member = { id: "p3", number: "13800138000", agentId: "", name: "王总", host: false, muted: false } as const;
  held = [
    {
      roomId: id,
      meetingId: "m2",
      startedAt: 1,
      recording: { state: "off", auto: false },
      members: [{ ...member, state: "in" as const, since: 2 }],
    },
  ];
  answer = { code: 1 };
  await office.agent.call(meetingRoomApi.mute, { body: { id, member: "p3" } });
  expect(asked.at(-1)?.order).toEqual({ do: "mute", by: "1001", member: "p3", muted: true });
  expect(await refused(office.agent.call(meetingRoomApi.mute, { body: { id, member: "p9" } }))).toMatchObject({
    code: 404,
  });
  expect(await other.call(meetingRoomApi.live, { body: { id } })).toMatchObject({
    meetingId: "m2",
    members: [{ id: "p3", name: "王总", state: "in" }],
  });
  expect(await refused(office.agent.call(meetingRoomApi.delete, { params: { id }, query: {} }))).toMatchObject({
    msg: "该会议室正在开会，不能删除",
  });
  const log = await office.ports.database.system((trx) =>
    trx
      .selectFrom("operation_log")
      .select("action")
      .where("object", "=", "meetingRoom")
      .where("objectId", "=", id)
      .orderBy("at")
      .execute(),
  );
  expect(log.map(({ action }) => action)).toEqual(["add", "meetingInit", "meetingMute"]);
});

test("K87 the recording is ordered by who leads the room; the log says which order; a refusal is told", async () => {
  const { id } = await create("80040", {}, office.agent);
  held = [{ roomId: id, meetingId: "m3", startedAt: 1, recording: { state: "paused", auto: true }, members: [] }];
  const control = (who: Person, action: "start" | "pause") =>
    who.call(meetingRoomApi.recordControl, { body: { id, action } });
  await control(office.agent, "pause");
  expect(asked.at(-1)?.order).toEqual({ do: "record", by: "1001", action: "pause" });
  expect(await office.agent.call(meetingRoomApi.live, { body: { id } })).toMatchObject({
    ...{ recording: true, paused: true, autoRecord: true },
  });
  expect(await refused(control(other, "start"))).toMatchObject({ code: 404 });
  await office.agent.call(meetingMemberApi.create, { body: { roomId: id, kind: "seat", value: "1002" } });
  expect(await refused(control(other, "start"))).toMatchObject({ msg: "只有会议室的创建人和主持人可以操作" });
  answer = { code: -403, msg: "会议正在录音" };
  expect(await refused(control(office.administrator, "start"))).toMatchObject({ msg: "会议正在录音" });
  const log = await office.ports.database.system((trx) =>
    trx.selectFrom("operation_log").select("action").where("objectId", "=", id).orderBy("at").execute(),
  );
  expect(log.map(({ action }) => action)).toEqual(["add", "meetingRecordPause"]);
});

test("K91 a room that waits for a host is opened only where somebody can be one: by a pin, as a member, at an own seat", async () => {
  answer = { code: 1, fields: { meetingId: "m9", missed: "[]" } };
  const { id } = await create("80050", { waitForHost: 1 });
  const open = (who = office.administrator, room = id) => who.call(meetingRoomApi.init, { body: { id: room } });
  expect(await refused(open())).toMatchObject({
    code: 0,
    msg: "会议室设置了等待主持人，但没有人能成为主持人：请设置主持人密码，或将一名成员设为主持人",
  });
  expect(asked).toEqual([]);
  const host = { roomId: id, kind: "number", value: "13800138000", host: 1 } as const;
  const { id: member } = await office.administrator.call(meetingMemberApi.create, { body: { ...host, autoInvite: 0 } });
  // He is a host, but nobody rings him, and he has no seat to dial from.
  expect(await refused(open())).toMatchObject({ code: 0 });
  await office.administrator.call(meetingMemberApi.update, { body: { ...host, id: member, autoInvite: 1 } });
  expect(await open()).toMatchObject({ meetingId: "m9" });
  await office.administrator.call(meetingMemberApi.delete, { params: { id: member }, query: {} });
  expect(await refused(open())).toMatchObject({ code: 0 });
  const pins = { hostPin: "4321", memberPin: "1111" };
  await office.administrator.call(meetingRoomApi.update, {
    body: { id, name: "会议室80050", code: "80050", waitForHost: 1, ...pins },
  });
  expect(await open()).toMatchObject({ meetingId: "m9" });
  const own = await create("80051", { waitForHost: 1 }, office.agent);
  expect(await open(office.agent, own.id)).toMatchObject({ meetingId: "m9" });
  expect(await open(office.administrator, own.id)).toMatchObject({ meetingId: "m9" });
});

test("K41 a number may lead to a room, which is then not deleted; no overflow may", async () => {
  const { administrator } = office;
  const { id } = await create("80030", { memberPin: "4321" });
  const choices = await administrator.call(accessNumApi.choices, { body: {} });
  expect(choices.meetingRoom).toContainEqual({ id, label: "会议室80030（80030）" });
  const before = await administrator.call(accessNumApi.getSetting, { body: { id: "4001" } });
  const lead = (room: string) =>
    ({ target: { kind: "meetingRoom", id: room }, greeting: "", greetingVoice: "" }) as const;
  const save = (room: string) =>
    administrator.call(accessNumApi.saveSetting, { body: { id: "4001", rules: [], fallback: lead(room) } });
  expect((await refused(save("nowhere"))).fields).toMatchObject([{ path: "fallback.target.id" }]);
  await save(id);
  const { list } = await administrator.call(accessNumApi.list, { body: { ...page, number: "4001" } });
  expect(list).toMatchObject([{ leadsTo: "会议室：会议室80030" }]);
  const gone = await refused(administrator.call(meetingRoomApi.delete, { params: { id }, query: {} }));
  expect(gone.msg).toContain("正在使用，不能删除：接入号码4001");
  const { list: groups } = await administrator.call(skillGroupApi.list, { body: page });
  const overflow = { ...groups[0]!, overflowWait: { kind: "meetingRoom", id } };
  expect((await refused(administrator.call(skillGroupApi.update, { body: overflow as never }))).code).toBe(400);
  await administrator.call(accessNumApi.saveSetting, {
    body: { id: "4001", rules: [], fallback: before.fallback as ReturnType<typeof lead> },
  });
  await administrator.call(meetingRoomApi.delete, { params: { id }, query: {} });
});
