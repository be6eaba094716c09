import { telephonyApi, type ReplyOf } from "@liantai/api/contract";
import { agentGroupApi, seatStatusApi } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const call = <K extends keyof typeof seatStatusApi>(verb: K, body: object, who: Person = office.administrator) =>
  who.call(seatStatusApi[verb], { body } as never) as Promise<ReplyOf<(typeof seatStatusApi)[K]>>;
const names = async (who: Person) => (await call("list", { pageSize: 100 }, who)).list.map((s) => s.statusName);

test("added, changed, limited; a name stands once; the demonstration has three", async () => {
  expect(await names(office.administrator)).toEqual(["休息", "用餐", "培训"]);
  const { id } = await call("add", { statusName: "会议", sort: 9 });
  expect((await refused(call("add", { statusName: "会议" }))).msg).toBe("状态名称已存在");
  expect((await refused(call("add", { statusName: "超过十个字的状态名称啊" }))).msg).toBe("状态名称：最多输入10个字符");
  await call("restrict", {
    id,
    maxAtOnce: 3,
    maxAtOnceGroup: 2,
    maxMinutes: 45,
    maxPerDay: 4,
    overEntry: "warn",
    overTime: "ready",
  });
  await call("update", { id, statusName: "例会", enable: 0, sort: 9, remark: "每周一" });
  expect((await call("list", { name: "例" })).list).toMatchObject([
    {
      statusName: "例会",
      enable: 0,
      remark: "每周一",
      everyone: 1,
      maxAtOnce: 3,
      maxAtOnceGroup: 2,
      maxMinutes: 45,
      maxPerDay: 4,
      overEntry: "warn",
      overTime: "ready",
      inUse: 0,
    },
  ]);
  expect(await names(office.agent)).not.toContain("例会");
  expect((await office.agent.call(telephonyApi.seatStatuses)).map((s) => s.statusName)).toEqual([
    "休息",
    "用餐",
    "培训",
  ]);
  expect(await call("delete", { ids: [id] })).toEqual({ count: 1 });
});

test("allotted to groups (those below included) and seats: others do not see it", async () => {
  const group = (await office.administrator.call(agentGroupApi.list, { body: { pageSize: 100 } })).list[0]!;
  const { id: above } = await office.administrator.call(agentGroupApi.add, { body: { name: "总部" } });
  const { id } = await call("add", { statusName: "外勤" });
  await call("allocate", { id, everyone: 0, agentIds: ["1002"] });
  expect(await names(office.agent)).not.toContain("外勤");
  await call("allocate", { id, everyone: 0, agentIds: ["1002", "1001"] });
  expect(await names(office.agent)).toContain("外勤");
  await call("allocate", { id, everyone: 0, groupIds: [above] });
  expect(await names(office.agent)).not.toContain("外勤");
  await office.administrator.call(agentGroupApi.update, {
    body: { id: group.id, name: group.name, parentId: above, monitorIds: ["1005"] },
  });
  expect(await names(office.agent)).toContain("外勤");
  expect((await refused(call("allocate", { id, everyone: 0, groupIds: ["nowhere"] }))).msg).toBe(
    "所选坐席组不存在或已被删除",
  );
  expect((await call("list", { name: "外勤" })).list[0]).toMatchObject({
    everyone: 0,
    groups: [{ id: above, name: "总部" }],
    seats: [],
  });
  expect((await call("list", { name: "外勤" }, office.agent)).list[0]).toMatchObject({ groups: [], seats: [] });
});

test("the statuses that another seat may use are told to who may put it into one, and to nobody else", async () => {
  const { id } = await call("add", { statusName: "只限1002" });
  await call("allocate", { id, everyone: 0, agentIds: ["1002"] });
  const of = async (agentId: string, person?: Person) =>
    (await call("list", { agentId, pageSize: 100 }, person)).list.map(({ statusName }) => statusName);
  expect(await of("1002", office.monitor)).toContain("只限1002");
  expect(await of("1001", office.monitor)).not.toContain("只限1002");
  expect(await of("1002")).toContain("只限1002");
  expect(await of("1001")).not.toContain("只限1002");
  expect(await of("1001", office.agent)).not.toContain("只限1002");
  expect((await refused(of("1002", office.agent))).msg).toBe("坐席不存在");
  expect((await refused(of("7777", office.monitor))).msg).toBe("坐席不存在");
});

test("binding: own, by a monitor of the group, by nobody else; a seat must be signed in", async () => {
  const { id } = (await call("list", {})).list[0]!;
  expect((await refused(call("bindCustomStatus", { agentId: "1001", customStatus: id }, office.agent))).msg).toBe(
    "坐席未签入，不能设置状态",
  );
  expect((await refused(call("bindCustomStatus", { agentId: "1002", customStatus: id }, office.agent))).msg).toBe(
    "坐席不存在",
  );
  expect((await refused(call("bindCustomStatus", { agentId: "1002", customStatus: id }, office.monitor))).msg).toBe(
    "坐席未签入，不能设置状态",
  );
  expect((await refused(call("bindCustomStatus", { agentId: "7777", customStatus: id }))).msg).toBe("坐席不存在");
});
