/** 接入方式 over HTTP, and what its sites keep from being deleted. */
import { operateLogApi, skillGroupApi, timeRuleApi } from "@liantai/api/contract/admin";
import { flowApi } from "@liantai/api/contract/flow-editor";
import { chatSiteApi } from "@liantai/api/contract/im";
import { flowTypes, type FlowType } from "@liantai/api/flows";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";
import { demoChatSite } from "../../system/index.ts";
import { siteByKey } from "./found-repository.ts";

const compId = "100001";
const page = { pageNo: 1, pageSize: 20 };
let office: Office;
let admin: Person;
let groupId = "";
let flowId = "";
beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
  const [demo] = (await admin.call(chatSiteApi.list, { body: page })).list;
  flowId = demo!.targetId;
  groupId = (await admin.call(skillGroupApi.list, { body: page })).list[0]!.id;
});
afterAll(() => office?.close());

/** Published or not; its own checks are not what is asked here. */
async function flowNamed(name: string, flowType: FlowType, more: { version?: number; enabled?: number } = {}) {
  const id = office.ports.random.id();
  const at = new Date(office.ports.clock.now());
  const { version = 1, enabled = 1 } = more;
  await office.ports.database.tenant(compId, (trx) =>
    trx
      .insertInto("voice_flow")
      .values({
        ...{ compId, id, name, flowType, draft: "{}", version, versionId: version > 0 ? "v1" : "", enabled },
        ...{ createdAt: at, updatedAt: at },
      })
      .execute(),
  );
  return id;
}
const setFlow = (id: string, enabled: number) =>
  office.ports.database.tenant(compId, (trx) =>
    trx.updateTable("voice_flow").set({ enabled }).where("id", "=", id).execute(),
  );

let made = 0;
const body = (more: object = {}) => ({
  ...{ webName: `网站${(made += 1)}`, title: "在线客服", targetKind: "flow" as const, targetId: flowId },
  ...more,
});
const add = (more: object = {}) => admin.call(chatSiteApi.add, { body: body(more) });
const find = async (id: string) =>
  (await admin.call(chatSiteApi.list, { body: { ...page, pageSize: 200 } })).list.find((row) => row.id === id)!;

/** A conversation of a site, as somebody's page began it. */
async function converse(siteId: string, status: "talking" | "closed") {
  const [id, visitorId] = [office.ports.random.id(), office.ports.random.id()];
  const at = new Date(office.ports.clock.now());
  await office.ports.database.tenant(compId, async (trx) => {
    await trx
      .insertInto("chat_visitor")
      .values({ compId, id: visitorId, secretHash: visitorId, nick: "访客", firstAt: at, lastAt: at })
      .execute();
    await trx
      .insertInto("chat_session")
      .values({ compId, id, siteId, visitorId, status, startedAt: at, heardAt: at, lastAt: at })
      .execute();
  });
  return id;
}

test("J35 the demonstration has a site, whose key is the same everywhere and which leads where 4001 does", async () => {
  const { list } = await admin.call(chatSiteApi.list, { body: { ...page, webName: "官网", level: 0 } });
  expect(list).toMatchObject([
    { webName: "官网在线咨询", webKey: demoChatSite.webKey, targetKind: "flow", targetName: "演示导航", open: 0 },
  ]);
  expect(demoChatSite.webKey).toMatch(/^[\w-]{22}$/);
  expect(await siteByKey(office.ports.database, demoChatSite.webKey)).toMatchObject({ compId, id: list[0]!.id });
});

test("J36 a site has a key of its own, which no change alters, and its defaults", async () => {
  const { id } = await add({ webName: "商城" });
  const row = await find(id);
  expect(row).toMatchObject({
    ...{ webName: "商城", color: "#1f6feb", idleMinutes: 10, maxWaiting: 50, enable: 1, timeRuleId: "" },
    ...{ timeRuleName: null, offWords: "您好，现在是非服务时间，请在服务时间内联系我们。" },
  });
  expect(row.webKey).toMatch(/^[\w-]{22}$/);
  await admin.call(chatSiteApi.update, { body: { ...body(), id, webName: "新商城", color: "#ABCDEF", enable: 0 } });
  expect(await find(id)).toMatchObject({ webName: "新商城", webKey: row.webKey, color: "#abcdef", enable: 0 });
  expect(await siteByKey(office.ports.database, row.webKey)).toBeUndefined();
  const off = await admin.call(chatSiteApi.list, { body: { ...page, enabled: 0 } });
  expect(off.list.map(({ webName }) => webName)).toEqual(["新商城"]);
  expect(await refused(add({ webName: "新商城" }))).toMatchObject({
    msg: "网站名称已存在",
    fields: [{ path: "webName" }],
  });
  const { list } = await admin.call(operateLogApi.list, { body: page });
  const said = (name: string) => {
    const { objectText, actionText, changes } = list.find(({ objectName }) => objectName === name)!;
    return { objectText, actionText, ...Object.fromEntries(changes!.map(({ label, after }) => [label, after])) };
  };
  expect(said("商城")).toMatchObject({
    ...{ objectText: "聊天网站", actionText: "新增", 接待方式: "流程", 接待目标: "演示导航", 排队上限: "50" },
  });
  expect(said("新商城")).toEqual({
    ...{ objectText: "聊天网站", actionText: "编辑", 网站名称: "新商城", 主题色: "#abcdef", 启用: "否" },
  });
});

test("J35 a site leads to a flow or a group that is there and in service; what it led to before may be switched off", async () => {
  const [satisfaction, draft, off] = [
    await flowNamed("评价流程", flowTypes.satisfaction),
    await flowNamed("草稿流程", flowTypes.ivr, { version: 0 }),
    await flowNamed("停用流程", flowTypes.ivr, { enabled: 0 }),
  ];
  const refusals = [
    [{ targetId: "nowhere" }, "流程不存在或已被删除"],
    [{ targetId: satisfaction }, "流程“评价流程”不是IVR流程或机器人流程，不能用于聊天网站"],
    [{ targetId: draft }, "流程“草稿流程”尚未发布"],
    [{ targetId: off }, "流程“停用流程”已停用"],
    [{ targetKind: "skillGroup", targetId: flowId }, "技能组不存在或已被删除"],
  ] as const;
  for (const [more, message] of refusals)
    expect(await refused(add(more))).toMatchObject({ fields: [{ path: "targetId", label: "接待目标", message }] });
  expect(await refused(add({ timeRuleId: "nowhere" }))).toMatchObject({
    fields: [{ path: "timeRuleId", label: "服务时间", message: "时间规则不存在或已被删除" }],
  });
  const robot = await flowNamed("机器人流程", flowTypes.robot);
  const { id } = await add({ targetId: robot });
  await setFlow(robot, 0);
  await admin.call(chatSiteApi.update, { body: { ...body({ targetId: robot }), id } });
  const choices = await admin.call(chatSiteApi.choices, { body: {} });
  const flows = Object.fromEntries(choices.flows.map((flow) => [flow.name, flow.off]));
  expect(flows).toEqual({ 演示导航: 0, 草稿流程: 1, 停用流程: 1, 机器人流程: 1 });
  expect(choices.skillGroups).toContainEqual({ id: groupId, name: "客服一组", off: 0 });
});

test("J37 a site is not deleted while conversations are open; those that ended stay", async () => {
  const { id } = await add({ webName: "旧站" });
  const [open, ended] = [await converse(id, "talking"), await converse(id, "closed")];
  const remove = () => admin.call(chatSiteApi.delete, { body: { ids: [id] } });
  expect((await find(id)).open).toBe(1);
  expect((await refused(remove())).msg).toBe("“旧站”正在被1个进行中的会话使用，不能删除");
  await office.ports.database.tenant(compId, (trx) =>
    trx.updateTable("chat_session").set({ status: "closed" }).where("id", "=", open).execute(),
  );
  expect(await remove()).toEqual({ count: 1 });
  const kept = await office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("chat_session").select("id").where("siteId", "=", id).execute(),
  );
  expect(kept.map((row) => row.id).toSorted()).toEqual([open, ended].toSorted());
});

test("J38 what a site leads to, and its hours, are not deleted, and its group is not switched off", async () => {
  const [like] = (await admin.call(skillGroupApi.list, { body: page })).list;
  const group = { ...like!, name: "在线组" };
  const { id: own } = await admin.call(skillGroupApi.add, { body: group });
  const rule = await admin.call(timeRuleApi.add, {
    body: {
      ...{ name: "在线时间", remark: "", holidays: [], specials: [] },
      weekly: [{ days: [1], ranges: [{ from: "09:00", to: "12:00" }] }],
    },
  });
  const flow = await flowNamed("被用流程", flowTypes.ivr);
  const { id: first } = await add({ webName: "甲站", targetId: flow, timeRuleId: rule.id });
  const { id: second } = await add({ webName: "乙站", targetKind: "skillGroup", targetId: own });
  const deletions = {
    flow: () => admin.call(flowApi.delete, { params: { id: flow } }),
    rule: () => admin.call(timeRuleApi.delete, { body: { ids: [rule.id] } }),
    group: () => admin.call(skillGroupApi.delete, { body: { ids: [own] } }),
  };
  expect((await refused(deletions.flow())).msg).toBe("流程「被用流程」正在使用，不能删除：聊天网站「甲站」");
  expect((await refused(deletions.rule())).msg).toBe("时间规则“在线时间”正在使用，不能删除。使用它的聊天网站：甲站");
  expect((await refused(deletions.group())).msg).toBe("技能组「在线组」正在使用，不能删除：聊天网站「乙站」");
  const off = admin.call(skillGroupApi.update, { body: { ...group, id: own, enabled: 0 } });
  expect((await refused(off)).msg).toBe("技能组「在线组」有聊天网站转入，不能停用：聊天网站「乙站」。请先修改接入方式");
  const { list } = await admin.call(flowApi.list, { body: { ...page, pageSize: 200 } });
  expect(list.find(({ id }) => id === flow)?.usedBy).toEqual(["聊天网站「甲站」"]);
  await admin.call(chatSiteApi.delete, { body: { ids: [first, second] } });
  for (const remove of Object.values(deletions)) await remove();
});

test("seats see no sites, and another enterprise's are not reached", async () => {
  expect(await refused(office.agent.call(chatSiteApi.list, { body: page }))).toMatchObject({ status: 403 });
  expect(await refused(admin.call(chatSiteApi.list, { body: { ...page, companyId: "100002" } }))).toMatchObject({
    status: 403,
  });
});

test("J39 in an enterprise without the module IM nobody has the pages, and its sites are as if they were not there", async () => {
  const set = (moduleIm: number) =>
    office.ports.database.system((trx) =>
      trx.updateTable("enterprise").set({ moduleIm }).where("compId", "=", compId).execute(),
    );
  const { webKey } = demoChatSite;
  await set(0);
  await office.composition.organisation.menus.changed({ compId });
  expect(await refused(admin.call(chatSiteApi.list, { body: page }))).toMatchObject({ status: 403 });
  expect(await siteByKey(office.ports.database, webKey)).toBeUndefined();
  await set(1);
  await office.composition.organisation.menus.changed({ compId });
  expect((await admin.call(chatSiteApi.list, { body: page })).total).toBeGreaterThan(0);
  expect(await siteByKey(office.ports.database, webKey)).toMatchObject({ webKey });
});
