import { agentGroupApi, agentGroupMemberApi } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office } from "../../../testing/office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const add = async (name: string, more: object = {}) =>
  (await office.administrator.call(agentGroupApi.add, { body: { name, ...more } })).id;
const update = (id: string, body: object) =>
  office.administrator.call(agentGroupApi.update, { body: { id, ...body } as never });
const groups = async (person = office.administrator) =>
  (await person.call(agentGroupApi.list, { body: { pageSize: 99_999 } })).list;

test("a tree with monitors: names are unique among siblings, nothing hangs under itself", async () => {
  const north = await add("华北", { monitorIds: ["1005"] });
  const first = await add("一组", { parentId: north });
  await add("一组");
  expect((await refused(add("一组", { parentId: north }))).msg).toBe("同级坐席组中已有此名称");
  expect((await refused(add("新组", { parentId: "nowhere" }))).msg).toBe("上级组不存在");
  expect((await refused(add("新组", { monitorIds: ["1001"] }))).msg).toBe("1001不是班长坐席");
  expect((await refused(update(north, { name: "华北", parentId: first }))).msg).toBe("上级组不能是自己或自己的下级");
  expect((await groups()).find((g) => g.id === north)).toMatchObject({
    parentId: null,
    members: 0,
    monitors: [{ agentId: "1005", name: "周敏" }],
  });
  expect((await groups(office.monitor)).map((g) => g.name)).toEqual(expect.arrayContaining(["客服部", "华北", "一组"]));
  await update(north, { name: "华北区" });
  expect((await groups(office.monitor)).map((g) => g.name)).toEqual(["客服部"]);
});

test("members: in, from another group, out; a group with seats or groups below stays", async () => {
  const group = await add("临时组");
  const demo = (await groups()).find((g) => g.name === "客服部")!;
  const move = (endpoint: typeof agentGroupMemberApi.add, groupId: string, agentIds: string[]) =>
    office.administrator.call(endpoint, { body: { groupId, agentIds } });
  const found = async (endpoint: typeof agentGroupMemberApi.findExist, groupId: string, name = "") =>
    (await office.administrator.call(endpoint, { body: { groupId, name, pageSize: 100 } })).list;
  expect(await found(agentGroupMemberApi.findNotExist, group)).toContainEqual({
    agentId: "1001",
    name: "李晓雯",
    roleType: 2,
    groupId: demo.id,
    groupName: "客服部",
  });
  expect(await move(agentGroupMemberApi.add, group, ["1001", "1002", "9999"])).toEqual({ count: 2 });
  expect((await found(agentGroupMemberApi.findExist, group)).map((s) => s.agentId)).toEqual(["1001", "1002"]);
  expect(await found(agentGroupMemberApi.findExist, group, "晓雯")).toHaveLength(1);
  const account = await office.ports.database.system((trx) =>
    trx.selectFrom("account").select("groupId").where("agentId", "=", "1001").executeTakeFirst(),
  );
  expect(account).toEqual({ groupId: group });
  expect((await refused(office.administrator.call(agentGroupApi.delete, { body: { ids: [group] } }))).msg).toBe(
    "坐席组中还有2个坐席，请先移出",
  );
  await move(agentGroupMemberApi.add, demo.id, ["1001"]);
  // Who is not in the group is not taken out of the one it is in.
  expect(await move(agentGroupMemberApi.delete, group, ["1001", "1002"])).toEqual({ count: 1 });
  expect((await found(agentGroupMemberApi.list, demo.id)).map((s) => s.agentId)).toContain("1001");
  expect(await office.administrator.call(agentGroupApi.delete, { body: { ids: [group] } })).toEqual({
    count: 1,
  });
  expect((await refused(found(agentGroupMemberApi.list, group))).msg).toBe("坐席组不存在");
});

test("a monitor reads the members of its groups only", async () => {
  const other = await add("他组");
  const read = (groupId: string) => office.monitor.call(agentGroupMemberApi.list, { body: { groupId } });
  expect((await read((await groups()).find((g) => g.name === "客服部")!.id)).total).toBeGreaterThan(0);
  expect((await refused(read(other))).msg).toBe("坐席组不存在");
});
