/** The address book and robot lines through the whole server. */
import { companyApi } from "@liantai/api/contract/admin";
import { robotApi } from "@liantai/api/contract/flow-editor";
import { contactsApi } from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { demoEnterprise } from "../system/index.ts";

const compId = demoEnterprise.compId;
const page = { pageNo: 1, pageSize: 20 };
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

describe("address book", () => {
  const names = async (person: Person) =>
    (await person.call(contactsApi.list, { body: page })).list.map((row) => [row.name, row.editable]);

  test("agents see the shared entries and their own, change their own; administrators all", async () => {
    const { agent, monitor, administrator } = office;
    const { id: shared } = await administrator.call(contactsApi.add, {
      body: { name: "前台", phone: "020-12345678", shared: 1, groupName: "公司" },
    });
    const { id: own } = await agent.call(contactsApi.add, { body: { name: "私人", phone: "13912345678" } });
    // 12345 is no telephone; what was written with a hyphen is kept as it is dialled.
    expect((await refused(agent.call(contactsApi.add, { body: { name: "错", phone: "12345" } }))).msg).toBe(
      "电话应为手机号码、带区号的座机号码、400、800、95、96开头的号码或+开头的国际号码",
    );
    expect((await agent.call(contactsApi.list, { body: { ...page, phone: "02012345678" } })).list).toHaveLength(1);
    expect(await names(agent)).toEqual(
      expect.arrayContaining([
        ["前台", false],
        ["私人", true],
      ]),
    );
    expect(await names(monitor)).toEqual([["前台", false]]);
    expect(await names(administrator)).toHaveLength(2);
    const change = (person: Person, id: string, more: object = {}) =>
      person.call(contactsApi.update, { body: { id, name: "改", shared: 0, ...more } });
    expect(await refused(change(agent, shared))).toMatchObject({ code: 404 });
    expect(await refused(monitor.call(contactsApi.delete, { body: { ids: [own] } }))).toMatchObject({ code: 404 });
    // Without a phone, or with its mask, the stored one stays.
    await change(agent, own);
    await change(administrator, own, { phone: "139****5678", remark: "管理员改" });
    const found = async (person: Person, phone: string) =>
      (await person.call(contactsApi.list, { body: { ...page, phone } })).list;
    expect(await found(administrator, "1391234")).toMatchObject([
      { name: "改", phone: "13912345678", remark: "管理员改", ownerName: "李晓雯", editable: true },
    ]);
    // The enterprise hides numbers from its agents, who find them whole only.
    expect(await found(agent, "1391234")).toEqual([]);
    expect(await found(agent, "13912345678")).toMatchObject([{ name: "改", phone: "139****5678", editable: true }]);
    expect(await refused(agent.call(contactsApi.add, { body: { name: "无号" } }))).toMatchObject({
      msg: "请输入电话",
    });
    expect(await agent.call(contactsApi.delete, { body: { ids: [own] } })).toEqual({ count: 1 });
  });

  test("who sees no numbers gets them masked and finds them whole only", async () => {
    await office.ports.database.system((trx) =>
      trx
        .updateTable("account")
        .set({ isHiddenNum: 1 })
        .where("compId", "=", compId)
        .where("account", "=", "1002")
        .execute(),
    );
    const blind = await office.signIn({ code: compId, roleType: 2, account: "1002" });
    expect((await blind.call(contactsApi.list, { body: page })).list).toMatchObject([
      { name: "前台", phone: "020****5678" },
    ]);
    expect((await blind.call(contactsApi.list, { body: { ...page, phone: "0201234" } })).list).toEqual([]);
    expect((await blind.call(contactsApi.list, { body: { ...page, phone: "02012345678" } })).list).toHaveLength(1);
  });
});

describe("robot lines", () => {
  const line = (name: string, more: object = {}) =>
    office.operator.call(robotApi.add, { body: { compId, name, concurrency: 5, ...more } });

  test("operators give them within what the enterprise may have; its administrators read", async () => {
    const limit = (maxRobots: number) =>
      office.ports.database.system((trx) =>
        trx.updateTable("enterprise").set({ maxRobots }).where("compId", "=", compId).execute(),
      );
    await limit(2);
    const { id } = await line("机器人一", { expiresOn: "2026-03-02" });
    await line("机器人二", { expiresOn: "2026-03-01", enabled: 0 });
    expect(await refused(line("机器人三"))).toMatchObject({ msg: "机器人数已达上限（2个）" });
    await limit(0);
    expect(await refused(line("机器人一"))).toMatchObject({ msg: "线路名称已存在" });
    const { list } = await office.administrator.call(robotApi.list, { body: { ...page, sortBy: "name" } });
    // 2026-03-02 is today.
    expect(list).toMatchObject([
      { name: "机器人一", concurrency: 5, expired: false, enabled: 1 },
      { name: "机器人二", expired: true, enabled: 0 },
    ]);
    expect(
      await refused(office.administrator.call(robotApi.update, { body: { id, name: "x", concurrency: 9 } })),
    ).toMatchObject({ status: 403 });
    expect(await refused(office.agent.call(robotApi.list, { body: page }))).toMatchObject({ status: 403 });
    await office.operator.call(robotApi.update, { body: { compId, id, name: "机器人一", concurrency: 9 } });
    expect(
      await refused(office.operator.call(robotApi.update, { body: { id, name: "机器人一", concurrency: 9 } })),
    ).toMatchObject({ msg: "请选择企业" });
    const { compId: other } = (await office.operator.call(companyApi.getNextCompId, { body: {} })) as {
      compId: string;
    };
    expect(await refused(line("无", { compId: other }))).toMatchObject({ msg: "企业不存在" });
    const all = (await office.operator.call(robotApi.list, { body: { ...page, name: "机器人" } })).list;
    expect(all.map((row) => [row.compId, row.compName, row.concurrency, row.expiresOn])).toEqual(
      expect.arrayContaining([[compId, demoEnterprise.name, 9, ""]]),
    );
    expect(await office.operator.call(robotApi.delete, { body: { compId, ids: all.map((row) => row.id) } })).toEqual({
      count: 2,
    });
  });
});
