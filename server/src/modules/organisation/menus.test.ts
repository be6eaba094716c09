import { authApi, type MenuItem } from "@liantai/api/contract";
import { administrator, agent, openDemo, operatorLogin, refusal, type Demo } from "../../testing/demo.ts";
import { subscribe } from "../topics.ts";
import { syncMenus } from "./index.ts";
import { menuDefinitions } from "./menus.ts";

let demo: Demo;
beforeAll(async () => {
  demo = await openDemo();
});
afterEach(() => demo.reset());
afterAll(() => demo.close());

const menuOf = async (login: Parameters<Demo["signIn"]>[0], id?: string): Promise<MenuItem[]> => {
  const { access_token } = await demo.signIn(login);
  const { roleId } = await demo.caller(access_token);
  return demo.call(authApi.roleMenu, { query: { id: id ?? roleId } }, access_token);
};
const outline = (items: MenuItem[]): unknown[] =>
  items.map((item) => [item.name, item.url, item.code, ...outline(item.children)]);

test("routes that are reached otherwise have no entry", () => {
  const urls = menuDefinitions.map((menu) => menu.url);
  for (const path of ["/login", "/admin/login", "/pwdoverdue", "/callrecord/detail", "/page"])
    expect(urls).not.toContain(path);
});

test("呼叫中心 has groups; pages about one row of another page can be granted and have no entry", async () => {
  const centre = (await menuOf(administrator)).find((item) => item.name === "呼叫中心")!;
  const named = (items: MenuItem[]) => items.filter((item) => item.category === 2);
  expect(
    named(centre.children).map((item) => [
      item.name,
      named(item.children)
        .filter((page) => !page.hidden)
        .map((page) => page.name),
    ]),
  ).toEqual([
    ["通话记录", []],
    ["监控", ["实时监控", "技能组监控", "排队列表"]],
    ["坐席", ["坐席管理", "坐席组", "分机管理", "自定义状态", "分配自定义状态", "自定义状态限制", "坐席状态明细"]],
    ["号码", ["接入号码", "接入号分配"]],
    ["路由", ["技能组", "调度队列", "时间规则", "外呼路由"]],
    ["语音", ["语音管理", "挂起转目标"]],
    ["限制", ["呼叫限制列表", "呼叫限制"]],
    ["会议", ["会议室", "会议成员", "会议统计"]],
  ]);
  const all = (items: MenuItem[]): MenuItem[] => items.flatMap((item) => [item, ...all(item.children)]);
  expect(
    all(await menuOf(administrator))
      .filter((item) => item.hidden)
      .map((item) => item.url),
  ).toEqual(["/allotMember", "/setDnis", "/allotskill", "/dispatchQueueallotskill", "/role/setrolemenu"]);
});

test("each role sees its part of the tree, and nothing of the others", async () => {
  const codes = (items: MenuItem[]): string[] =>
    items.flatMap((item) => [item.url ?? item.code ?? "", ...codes(item.children)]).filter(Boolean);
  for (const [login, who] of [
    [agent, "S"],
    [administrator, "A"],
    [{ ...agent, roleType: 3, account: "1005" }, "M"],
    [operatorLogin, "O"],
  ] as const) {
    const tree = await menuOf(login);
    expect(codes(tree).sort()).toEqual(
      menuDefinitions
        .filter((menu) => menu.who.includes(who) && (menu.url ?? menu.code))
        .map((menu) => menu.url ?? menu.code)
        .sort(),
    );
    expect(tree[0]).toMatchObject({ name: "工作台", url: "/" });
  }
  const records = (await menuOf(agent)).flatMap((group) => group.children).filter((item) => item.url === "/callrecord");
  expect((outline(records)[0] as unknown[]).slice(0, 5)).toEqual([
    "通话记录",
    "/callrecord",
    null,
    ["通话详情", null, "callrecord.detail"],
    ["播放录音", null, "callrecord.play"],
  ]);
});

test("only an operator reads the menus of a role that is not the own", async () => {
  const { roleId } = await demo.caller((await demo.signIn(administrator)).access_token);
  expect(await refusal(menuOf(agent, roleId))).toMatchObject({ error: "forbidden", status: 403 });
  expect(await menuOf(operatorLogin, roleId)).toEqual(await menuOf(administrator));
});

/** Some page of operators alone. */
const operatorPage = menuDefinitions.find((menu) => menu.url && menu.who.join() === "O")!;

describe("a start", () => {
  const changeMenu = (id: string, change: object) =>
    demo.ports.database.system((trx) => trx.updateTable("menu").set(change).where("id", "=", id).execute());
  const start = () => demo.ports.database.system(syncMenus);

  test("brings new rows to the operators' default roles only; what is gone goes with its grants", async () => {
    await demo.ports.database.system(async (trx) => {
      await trx
        .insertInto("menu")
        .values({
          id: "tab:gone",
          parentId: null,
          name: "旧菜单",
          url: "/gone",
          alias: null,
          icon: null,
          category: 2,
          code: null,
          sort: 1,
          audience: "S",
        })
        .execute();
      const role = await trx
        .selectFrom("role")
        .select(["id", "compId"])
        .where("roleType", "=", 2)
        .executeTakeFirstOrThrow();
      await trx.insertInto("role_menu").values({ compId: role.compId, roleId: role.id, menuId: "tab:gone" }).execute();
      await trx.deleteFrom("menu").where("id", "in", ["button:callrecord.play", operatorPage.id]).execute();
    });
    expect(JSON.stringify(await menuOf(agent))).toContain("旧菜单");
    await start();
    expect(JSON.stringify(await menuOf(agent))).not.toContain("旧菜单");
    expect(JSON.stringify(await menuOf(agent))).not.toContain("callrecord.play");
    expect(JSON.stringify(await menuOf(operatorLogin))).toContain(operatorPage.url);
    const row = await demo.ports.database.system((trx) =>
      trx
        .selectFrom("menu")
        .select(["revision", "audience"])
        .where("id", "=", "button:callrecord.play")
        .executeTakeFirstOrThrow(),
    );
    expect(row).toEqual({ revision: 2, audience: "ASM" });
  });

  test("leaves an operator's name, place and own menus alone, and takes the address from the code", async () => {
    await demo.ports.database.system((trx) =>
      trx
        .insertInto("menu")
        .values({
          id: "own",
          parentId: "area:system",
          name: "内网",
          url: "https://intranet.example.com",
          alias: null,
          icon: null,
          category: 2,
          code: null,
          sort: 1,
          source: "operator",
          audience: "O",
        })
        .execute(),
    );
    await changeMenu("tab:callrecord", { name: "话单", url: "/elsewhere", edited: 1 });
    await changeMenu("tab:setDnis", { hidden: 0, edited: 1 });
    // As an installation of before the groups has them.
    await changeMenu("tab:seats", { parentId: "area:call-centre", sort: 3 });
    await changeMenu("tab:allotskill", { hidden: 0 });
    await changeMenu(operatorPage.id, { name: "改了又丢", parentId: null, sort: 7, moved: 1 });
    await start();
    const rows = new Map(
      (await demo.ports.database.system((trx) => trx.selectFrom("menu").selectAll().execute())).map((row) => [
        row.id,
        row,
      ]),
    );
    expect(rows.get("tab:callrecord")).toMatchObject({ name: "话单", url: "/callrecord" });
    expect(rows.get(operatorPage.id)).toMatchObject({ name: operatorPage.name, parentId: null, sort: 7 });
    expect(rows.get("tab:setDnis")).toMatchObject({ hidden: 0 });
    expect(rows.get("tab:allotskill")).toMatchObject({ hidden: 1 });
    expect(rows.get("tab:seats")).toMatchObject({ parentId: "area:call-centre/seats", sort: 1 });
    expect(rows.get("own")).toMatchObject({ name: "内网", source: "operator" });
    await changeMenu("tab:callrecord", { edited: 0 });
    await start();
    expect(JSON.stringify(await menuOf(agent))).toContain("通话记录");
  });

  test("a menu under a group that is gone comes to the top", async () => {
    await demo.ports.database.system((trx) =>
      trx
        .insertInto("menu")
        .values([
          {
            id: "area:gone",
            parentId: null,
            name: "旧组",
            url: null,
            alias: null,
            icon: null,
            category: 2,
            code: null,
            sort: 1,
          },
          {
            id: "kept",
            parentId: "area:gone",
            name: "留下",
            url: "https://kept.example.com",
            alias: null,
            icon: null,
            category: 2,
            code: null,
            sort: 1,
            source: "operator",
            audience: "O",
          },
        ])
        .execute(),
    );
    await start();
    expect(
      await demo.ports.database.system((trx) =>
        trx.selectFrom("menu").select("parentId").where("id", "=", "kept").execute(),
      ),
    ).toEqual([{ parentId: null }]);
  });
});

describe("the rights of a role", () => {
  /** Past their 30 s, with another request that is reading them and waits for the embedded database's one connection. */
  test("are read by the transaction that asks for them, and not waited for", async () => {
    const { compId, roleId } = await demo.caller((await demo.signIn(agent)).access_token);
    const { menus } = demo.organisation;
    const before = await menus.rights(compId, roleId);
    await demo.clock.advance(31_000);
    let reading: ReturnType<typeof menus.rights> | undefined;
    const within = await demo.ports.database.tenant(compId, (trx) => {
      reading = menus.rights(compId, roleId);
      return menus.rights(compId, roleId, trx);
    });
    expect(within).toEqual(before);
    expect(await reading).toEqual(before);
    expect(before.pages.size).toBeGreaterThan(3);
  });

  test("what a transaction has not committed is nobody else's", async () => {
    const { compId, roleId } = await demo.caller((await demo.signIn(agent)).access_token);
    const { menus } = demo.organisation;
    await demo.clock.advance(31_000);
    await expect(
      demo.ports.database.tenant(compId, async (trx) => {
        await trx.deleteFrom("role_menu").where("roleId", "=", roleId).execute();
        expect((await menus.rights(compId, roleId, trx)).pages.size).toBe(0);
        throw new Error("taken back");
      }),
    ).rejects.toThrow("taken back");
    expect((await menus.rights(compId, roleId)).pages.size).toBeGreaterThan(3);
  });
});

describe("modules that an enterprise has off", () => {
  const page = (id: string, url: string, parentId: string | null = null) => ({
    id,
    parentId,
    name: id,
    url,
    alias: null,
    icon: null,
    category: 2,
    code: null,
    sort: 50,
    audience: "ASM",
    source: "operator",
  });
  const set = (flags: object) =>
    demo.ports.database.system((trx) =>
      trx.updateTable("enterprise").set(flags).where("compId", "=", "100001").execute(),
    );

  test("their pages, wherever they were moved, and buttons are as if not granted", async () => {
    const { roleId } = await demo.caller((await demo.signIn(agent)).access_token);
    await demo.ports.database.system(async (trx) => {
      await trx
        .insertInto("menu")
        .values([
          page("m-im", "/chateditor"),
          page("m-know", "/knowledgesearch"),
          page("m-help", "/helpfiles"),
          { ...page("m-button", ""), url: null, category: 1, code: "chat.send", parentId: "m-im" },
        ])
        .execute();
      await trx
        .insertInto("role_menu")
        .values(["m-im", "m-know", "m-help", "m-button"].map((menuId) => ({ compId: "100001", roleId, menuId })))
        .execute();
    });
    const urls = async () =>
      (await demo.organisation.menus.tree("100001", roleId))
        .map((item) => item.id)
        .filter((id) => id.startsWith("m-"))
        .sort();
    const may = async () => {
      await demo.organisation.menus.changed({ compId: "100001" });
      return (await demo.organisation.menus.buttons("100001", roleId)).has("chat.send");
    };
    expect(await urls()).toEqual(["m-help", "m-im", "m-know"]);
    expect(await may()).toBe(true);
    await set({ moduleIm: 0, moduleHelp: 0 });
    expect(await urls()).toEqual(["m-know"]);
    expect(await may()).toBe(false);
    await set({ moduleIm: 1, moduleKnowledge: 0, moduleHelp: 1 });
    expect(await urls()).toEqual(["m-help", "m-im"]);
    expect(await may()).toBe(true);
    await set({ moduleKnowledge: 1 });
  });
});

test("what a role may press is known until somebody changes it, and from then on at once", async () => {
  const { roleId } = await demo.caller((await demo.signIn(agent)).access_token);
  const may = async () => (await demo.organisation.menus.buttons("100001", roleId)).has("callrecord.detail");
  const notified: unknown[] = [];
  const stop = await subscribe(demo.ports.broker, "message.send", (each) => notified.push(each));
  expect(await may()).toBe(true);
  await demo.ports.database.system((trx) =>
    trx.deleteFrom("role_menu").where("roleId", "=", roleId).where("menuId", "=", "button:callrecord.detail").execute(),
  );
  expect(await may()).toBe(true);
  await demo.organisation.menus.changed({ roleIds: [roleId] });
  expect(await may()).toBe(false);
  expect(notified).toEqual([{ to: { roleId }, message: { type: "menuChanged" } }]);
  await stop();
});
