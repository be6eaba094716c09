import { authApi, type MenuItem } from "@liantai/api/contract";
import { menuApi, roleApi, type MenuNode } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { grantDefaultMenus, nextRevision, syncMenus } from "../organisation/index.ts";

const own = "100001";
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const add = (body: object) =>
  office.operator
    .call(menuApi.add, { body: { parentId: null, category: 2, name: "菜单", ...body } })
    .then(({ id }) => id);
const update = (body: object) => office.operator.call(menuApi.update, { body: body as never });
const move = (id: string, parentId: string | null, position: number) =>
  office.operator.call(menuApi.move, { body: { id, parentId, position } });
const remove = (id: string) => office.operator.call(menuApi.delete, { body: { id } });
const find = (nodes: readonly MenuNode[], id: string): MenuNode | undefined =>
  nodes.flatMap((node) => (node.id === id ? [node] : [find(node.children, id) ?? []].flat()))[0];
const stored = async (id: string) => find(await office.operator.call(menuApi.list, { body: {} }), id);
const roleNamed = async (name: string) =>
  (await office.operator.call(roleApi.listComp, { body: { pageNo: 1, pageSize: 100, compId: own } })).list.find(
    (role) => role.name === name,
  )!;
const seatMenu = async (): Promise<MenuItem[]> =>
  office.agent.call(authApi.roleMenu, { query: { id: (await roleNamed("坐席")).id } });

describe("菜单管理", () => {
  test("groups, links outside and buttons are added where they may be", async () => {
    const group = await add({ name: "集团应用", icon: "globe" });
    expect(await stored(group)).toMatchObject({
      name: "集团应用",
      icon: "globe",
      source: "operator",
      url: null,
      who: [],
      children: [],
    });
    const page = await add({
      parentId: group,
      name: "报表系统",
      url: "https://report.example.com/",
      alias: "report",
      who: ["S", "A"],
    });
    expect(await stored(page)).toMatchObject({
      parentId: group,
      url: "https://report.example.com/",
      alias: "report",
      who: ["A", "S"],
    });
    const button = await add({ parentId: page, category: 1, name: "导出", code: "report.export", who: ["A"] });
    expect(await stored(button)).toMatchObject({ category: 1, code: "report.export", who: ["A"] });
    expect((await refused(add({ parentId: group, category: 1, name: "钮", code: "x.y", who: ["A"] }))).msg).toBe(
      "按钮须属于一个页面",
    );
    expect((await refused(add({ parentId: page, name: "下级" }))).msg).toBe("上级菜单须是分组");
    expect((await refused(add({ parentId: page, category: 1, name: "钮", code: "role.add", who: ["A"] }))).msg).toBe(
      "按钮编码已存在",
    );
    expect((await refused(add({ parentId: page, category: 1, name: "钮", code: "report.look", who: ["M"] }))).msg).toBe(
      "适用对象不能超出所属页面",
    );
    expect((await refused(add({ name: "危险", url: "javascript:alert(1)", who: ["A"] }))).msg).toBe("请输入正确的url");
    expect((await refused(add({ name: "无主", url: "https://a.example.com" }))).msg).toBe("请选择适用对象");
    expect((await refused(remove(group))).msg).toBe("请先移走或删除下级菜单");
    await remove(page);
    expect(await stored(button)).toBeUndefined();
    await remove(group);
  });

  test("the product's own are renamed, hidden and moved, not deleted nor led elsewhere, and a start leaves that alone", async () => {
    await update({ id: "tab:callrecord", name: "话单", icon: "phone", hidden: 1 });
    expect(
      (await refused(update({ id: "tab:callrecord", name: "话单", url: "https://elsewhere.example.com" }))).msg,
    ).toBe("系统菜单只能修改名称、图标和是否隐藏");
    expect((await refused(remove("tab:callrecord"))).msg).toBe("系统菜单不能删除，可以隐藏");
    await office.ports.database.system(syncMenus);
    const records = (await seatMenu()).flatMap((item) => item.children).find((item) => item.url === "/callrecord")!;
    // Hidden is not withdrawn: the page is not drawn in the menu, its buttons count.
    expect(records).toMatchObject({ name: "话单", hidden: true });
    expect(records.children.map((item) => item.code)).toContain("callrecord.play");
    await update({ id: "tab:callrecord", name: "通话记录", hidden: 0 });
  });

  test("moving orders siblings and goes into other groups; what roles have, they keep", async () => {
    const group = await add({ name: "常用" });
    await move("tab:callrecord", group, 0);
    expect((await stored("tab:callrecord"))!.parentId).toBe(group);
    expect((await seatMenu()).find((item) => item.id === group)?.children.map((item) => item.url)).toEqual([
      "/callrecord",
    ]);
    const [first, second] = [await add({ parentId: group, name: "甲" }), await add({ parentId: group, name: "乙" })];
    await move(second, group, 0);
    const order = async () => (await stored(group))!.children.map((node) => node.id);
    expect(await order()).toEqual([second, "tab:callrecord", first]);
    await move(second, group, 99);
    expect(await order()).toEqual(["tab:callrecord", first, second]);
    expect((await refused(move(group, first, 0))).msg).toBe("不能移动到自己的下级");
    expect((await refused(move(first, "tab:callrecord", 0))).msg).toBe("上级菜单须是分组");
    expect((await refused(move("button:callrecord.play", "tab:seatrole", 0))).msg).toBe("按钮只能在所属页面内调整顺序");
    await move("button:callrecord.play", "tab:callrecord", 0);
    expect((await stored("tab:callrecord"))!.children[0]!.code).toBe("callrecord.play");
    await office.ports.database.system(syncMenus);
    expect((await stored("tab:callrecord"))!.parentId).toBe(group);
    await move("tab:callrecord", "area:call-centre", 0);
    for (const id of [first, second, group]) await remove(id);
  });

  test("a menu for others than before leaves the roles it is no longer for", async () => {
    const page = await add({ name: "门户", url: "https://portal.example.com", who: ["A", "S"] });
    const [seat, administrators] = [await roleNamed("坐席"), await roleNamed("企业管理员")];
    const ids = async (role: { id: string }) =>
      (await office.operator.call(roleApi.menuIds, { body: { compId: own, id: role.id } })).ids;
    for (const role of [seat, administrators])
      await office.operator.call(roleApi.grant, {
        body: { compId: own, id: role.id, menuIds: [...(await ids(role)), page] },
      });
    await update({ id: page, name: "门户", url: "https://portal.example.com", who: ["A"] });
    expect([
      await ids(seat).then((all) => all.includes(page)),
      await ids(administrators).then((all) => all.includes(page)),
    ]).toEqual([false, true]);
    await remove(page);
    const log = await office.ports.database.system((trx) =>
      trx.selectFrom("operation_log").select(["action", "compId"]).where("objectId", "=", page).orderBy("id").execute(),
    );
    expect(log).toEqual(["add", "update", "delete"].map((action) => ({ action, compId: "000000" })));
  });
});

describe("菜单同步", () => {
  const preview = (name = "") => office.operator.call(menuApi.syncPreview, { body: { name } });
  const rolesOf = async (compId = own) => (await preview()).find((each) => each.compId === compId)?.roles ?? [];
  type Planned = Awaited<ReturnType<typeof rolesOf>>[number];
  const expected = (roles: readonly Planned[]) =>
    roles.map(({ roleId, added, removed }) => ({
      roleId,
      added: added.map(({ id }) => id),
      removed: removed.map(({ id }) => id),
    }));
  const apply = (roles: readonly Planned[]) =>
    office.operator.call(menuApi.sync, { body: { expected: expected(roles) } });
  const newer = (id: string, over: object) =>
    office.ports.database.system(async (trx) => {
      await trx
        .insertInto("menu")
        .values({
          id,
          parentId: null,
          name: id,
          url: null,
          alias: null,
          icon: null,
          category: 2,
          code: null,
          sort: 800,
          audience: "",
          revision: await nextRevision(trx),
          ...over,
        })
        .execute();
    });

  test("a fresh installation has nothing to bring", async () =>
    expect((await preview()).flatMap(({ roles }) => roles)).toEqual([]));

  test("brings what came since to the chosen roles, exactly as previewed, once", async () => {
    const { id: custom } = await office.administrator.call(roleApi.addDef, { body: { name: "同步测试", roleType: 2 } });
    const { id: left } = await office.administrator.call(roleApi.addDef, { body: { name: "不同步", roleType: 2 } });
    await newer("n-page", { url: "/n-page", name: "新页", audience: "AS" });
    await newer("n-button", { category: 1, code: "n.press", name: "新钮", parentId: "n-page", audience: "S" });
    await newer("n-old", { category: 1, code: "n.old", name: "老页新钮", parentId: "tab:callrecord", audience: "S" });
    const trail = (roles: readonly Planned[], name: string) =>
      roles.find((role) => role.name === name)?.added.map((item) => item.name);
    const roles = await rolesOf();
    expect(trail(roles, "企业管理员")).toEqual(["新页"]);
    expect(new Set(trail(roles, "坐席"))).toEqual(new Set(["新页", "新页 / 新钮", "呼叫中心 / 通话记录 / 老页新钮"]));
    expect(trail(roles, "班长")).toBeUndefined();
    // The custom role has no 通话记录: its new button stays out.
    expect(new Set(trail(roles, "同步测试"))).toEqual(new Set(["新页", "新页 / 新钮"]));
    expect(await preview("演示")).toHaveLength(1);
    expect(await preview("没有这家")).toEqual([]);

    const only = (name: string) => roles.filter((role) => role.name === name);
    expect(await refused(apply(only("同步测试")))).toMatchObject({
      msg: "自定义角色“同步测试”的新菜单须先授权给企业，请同时选择该企业的默认角色",
    });
    const stale = expected(only("坐席"));
    stale[0]!.added.pop();
    expect(await refused(office.operator.call(menuApi.sync, { body: { expected: stale } }))).toMatchObject({
      code: 409,
    });
    expect(await seatMenu().then((menu) => JSON.stringify(menu).includes("n.press"))).toBe(false);

    const notified: unknown[] = [];
    const stop = await office.ports.broker.subscribe("message.send", (each) => notified.push(each));
    expect(await apply([...only("坐席"), ...only("企业管理员"), ...only("同步测试")])).toEqual({
      roles: 3,
      added: 6,
      removed: 0,
    });
    await stop();
    expect(notified).toHaveLength(3);
    const menu = JSON.stringify(await seatMenu());
    for (const code of ["n.press", "n.old"]) expect(menu).toContain(code);
    expect(await office.composition.organisation.menus.buttons(own, custom)).toEqual(new Set(["n.press"]));
    expect((await rolesOf()).map((role) => role.roleId)).toEqual([left]);
    expect(await refused(apply(only("坐席")))).toMatchObject({ code: 409 });
    const log = await office.ports.database.system((trx) =>
      trx
        .selectFrom("operation_log")
        .select("after")
        .where("action", "=", "sync")
        .where("objectId", "=", custom)
        .execute(),
    );
    expect(log).toEqual([{ after: { added: expect.arrayContaining(["新页", "新页 / 新钮"]) } }]);
  });

  test("what a role was refused on purpose does not come back, what is no longer for it goes", async () => {
    const seat = await roleNamed("坐席");
    const { ids } = await office.operator.call(roleApi.menuIds, { body: { compId: own, id: seat.id } });
    await office.operator.call(roleApi.grant, {
      body: { compId: own, id: seat.id, menuIds: ids.filter((id) => id !== "n-old") },
    });
    expect((await rolesOf()).map((role) => role.name)).not.toContain("坐席");
    await office.ports.database.system((trx) =>
      trx.updateTable("menu").set({ audience: "A" }).where("id", "=", "n-button").execute(),
    );
    const [planned] = (await rolesOf()).filter((role) => role.name === "坐席");
    expect(planned).toMatchObject({ added: [], removed: [{ id: "n-button" }] });
    await apply([planned!]);
    expect((await office.operator.call(roleApi.menuIds, { body: { compId: own, id: seat.id } })).ids).not.toContain(
      "n-button",
    );
  });

  test("a new enterprise has everything its roles may have, and nothing to synchronise", async () => {
    await office.ports.database.system(async (trx) => {
      await trx.insertInto("enterprise").values({ compId: "300003", name: "新企业" }).execute();
      const role = { id: "new-admin", compId: "300003", name: "企业管理员", kind: "enterprise", roleType: 1 };
      await trx.insertInto("role").values(role).execute();
      await grantDefaultMenus(trx, role);
    });
    expect(await rolesOf("300003")).toEqual([]);
    const { ids } = await office.operator.call(roleApi.compMenuIds, { body: { compId: "300003" } });
    for (const id of ["tab:seatrole", "button:role.grant", "n-page"]) expect(ids).toContain(id);
    expect((await office.operator.call(roleApi.query, { body: { compId: "300003", id: "new-admin" } })).builtin).toBe(
      1,
    );
  });
});
