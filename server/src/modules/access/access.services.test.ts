/** Roles and menus on PostgreSQL, where transactions really run side by side. */
import { menuApi, roleApi } from "@liantai/api/contract/admin";
import type { Database } from "../../ports/database.ts";
import { openOffice, Refusal, type Office } from "../../testing/office.ts";
import { openOwnDatabase, type OwnDatabase } from "../../testing/services.ts";
import { nextRevision, syncMenus } from "../organisation/index.ts";

const own = "100001";
let postgres: OwnDatabase;
let database: Database;
let office: Office;

beforeAll(async () => {
  postgres = await openOwnDatabase();
  ({ database } = postgres);
  office = await openOffice({ database });
}, 120_000);
afterAll(async () => {
  await office?.close();
  await postgres?.close();
});

const outcomes = async (tries: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(tries))
    .map((each) =>
      each.status === "fulfilled"
        ? "done"
        : each.reason instanceof Refusal
          ? each.reason.envelope.msg
          : String(each.reason),
    )
    .sort();
const seatRole = async () =>
  (await office.operator.call(roleApi.listComp, { body: { pageNo: 1, pageSize: 100, compId: own } })).list.find(
    (role) => role.name === "坐席",
  )!.id;

test("processes that start together make one tree", async () => {
  await database.system((trx) => trx.deleteFrom("menu").where("category", "=", 1).execute());
  await Promise.all([1, 2, 3].map(() => database.system(syncMenus)));
  const ids = (await database.system((trx) => trx.selectFrom("menu").select("id").execute())).map((row) => row.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain("button:role.grant");
});

test("of two synchronisations of one preview one is done", async () => {
  const planned = (await office.operator.call(menuApi.syncPreview, { body: {} })).flatMap(({ roles }) => roles);
  expect(planned.length).toBeGreaterThan(0);
  const expected = planned.map(({ roleId, added, removed }) => ({
    roleId,
    added: added.map(({ id }) => id),
    removed: removed.map(({ id }) => id),
  }));
  expect(await outcomes([1, 2].map(() => office.operator.call(menuApi.sync, { body: { expected } })))).toEqual(
    ["done", "菜单或角色在预览之后有变化，请重新预览"].sort(),
  );
  expect((await office.operator.call(menuApi.syncPreview, { body: {} })).flatMap(({ roles }) => roles)).toEqual([]);
});

test("grants of one role follow each other: what stands is the whole of one of them", async () => {
  const id = await seatRole();
  const sets = [
    ["tab:callrecord", "button:callrecord.play"],
    ["tab:callrecord", "button:callrecord.detail"],
    ["tab:home"],
  ];
  expect(
    await outcomes(sets.map((menuIds) => office.operator.call(roleApi.grant, { body: { compId: own, id, menuIds } }))),
  ).toEqual(["done", "done", "done"]);
  const { ids } = await office.operator.call(roleApi.menuIds, { body: { compId: own, id } });
  expect(sets.map((set) => [...set].sort())).toContainEqual([...ids].sort());
});

test("of roles of one name at the same moment one is made", async () => {
  const tries = [1, 2, 3].map(() => office.administrator.call(roleApi.addDef, { body: { name: "同时", roleType: 2 } }));
  expect(await outcomes(tries)).toEqual(["done", "角色名称已存在", "角色名称已存在"]);
});

test("menus moved at the same moment stay one tree", async () => {
  const group = (await office.operator.call(menuApi.add, { body: { parentId: null, category: 2, name: "组" } })).id;
  const ids = await Promise.all(
    ["甲", "乙", "丙"].map(
      async (each) =>
        (await office.operator.call(menuApi.add, { body: { parentId: group, category: 2, name: each } })).id,
    ),
  );
  const tries = ids.map((id) => office.operator.call(menuApi.move, { body: { id, parentId: group, position: 0 } }));
  expect(await outcomes(tries)).toEqual(["done", "done", "done"]);
  // Into each other: whichever comes second would close a circle.
  const circle = await outcomes([
    office.operator.call(menuApi.move, { body: { id: ids[0]!, parentId: ids[1]!, position: 0 } }),
    office.operator.call(menuApi.move, { body: { id: ids[1]!, parentId: ids[0]!, position: 0 } }),
  ]);
  expect(circle).toEqual(["done", "不能移动到自己的下级"].sort());
  expect(await database.system(nextRevision)).toBeGreaterThan(1);
});
