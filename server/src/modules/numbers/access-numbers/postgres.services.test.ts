/** The statements of access numbers, their owners and time rules on PostgreSQL. */
import { accessNumApi, timeRuleApi } from "@liantai/api/contract/admin";
import { openOffice } from "../../../testing/office.ts";
import { openOwnDatabase } from "../../../testing/services.ts";
import { demoEnterprise } from "../../system/index.ts";

test("a number is given, led by a time rule, made a default, listed and taken back", async () => {
  const { compId } = demoEnterprise;
  const { database, close } = await openOwnDatabase();
  const office = await openOffice({ database });
  try {
    const inside = await office.enter(compId);
    await office.operator.call(accessNumApi.add, {
      body: { number: "4009", title: "售前", enabled: 1, price: 0.1, concurrency: 3 },
    });
    await office.operator.call(accessNumApi.allocate, { body: { ids: ["4009"], toCompId: compId } });
    const { id } = await inside.call(timeRuleApi.add, {
      body: {
        name: "全天",
        remark: "",
        weekly: [{ days: [1, 2, 3, 4, 5, 6, 7], ranges: [{ from: "00:00", to: "24:00" }] }],
        holidays: [],
        specials: [],
      },
    });
    const lead = { greeting: "", greetingVoice: "" };
    await inside.call(accessNumApi.saveSetting, {
      body: {
        id: "4009",
        rules: [{ timeRuleId: id, target: { kind: "seat", id: "1001" }, ...lead }],
        fallback: { target: { kind: "hangup", id: "" }, ...lead },
      },
    });
    await inside.call(accessNumApi.addOwners, { body: { id: "4009", kind: "seat", ownerIds: ["1001"] } });
    await inside.call(accessNumApi.setDefault, { body: { id: "4009", kind: "seat", ownerId: "1001", isDefault: 1 } });
    expect(await inside.call(accessNumApi.getDefaultGroup, { query: { userId: "1001", isAcc: 0 } })).toMatchObject({
      number: "4009",
      source: "seat",
    });
    expect((await inside.call(accessNumApi.testSetting, { body: { id: "4009" } })).text).toBe("坐席：李晓雯（1001）");
    const { list } = await inside.call(accessNumApi.list, {
      body: { pageNo: 1, pageSize: 10, number: "4009" },
    });
    expect(list).toEqual([
      expect.objectContaining({
        number: "4009",
        price: 0.1,
        seats: 1,
        groups: 0,
        rules: 1,
        activeCalls: 0,
        state: "idle",
        leadsTo: "直接挂断",
      }),
    ]);
    expect(
      (await inside.call(timeRuleApi.list, { body: { pageNo: 1, pageSize: 10, name: "全天" } })).list[0],
    ).toMatchObject({
      name: "全天",
      usedBy: ["4009"],
    });
    await office.operator.call(accessNumApi.allocate, { body: { ids: ["4009"], toCompId: "" } });
    expect(
      (await office.operator.call(accessNumApi.list, { body: { pageNo: 1, pageSize: 10, allocated: "0" } })).list,
    ).toEqual([expect.objectContaining({ number: "4009", compId: null, rules: 0, seats: 0 })]);
  } finally {
    await office.close();
    await close();
  }
}, 60_000);
