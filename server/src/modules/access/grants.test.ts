import { businessPurviewApi, companyAccountApi, companyApi, menuApi, roleApi } from "@liantai/api/contract/admin";
import { authApi } from "@liantai/api/contract";
import { refused } from "../../testing/office.ts";
import { idOf, idsIn, listOf, office, openRoles, own, person } from "./testing/roles.ts";

openRoles();

describe("grants", () => {
  test("nobody gets more than their kind may see, or their enterprise has", async () => {
    expect(idsIn(await office.operator.call(menuApi.routeOpt, { body: {} }))).toContain("tab:menulist");
    for (const name of ["坐席", "企业管理员"])
      expect(
        (
          await refused(
            office.operator.call(roleApi.grant, {
              body: { compId: own, id: await idOf(name), menuIds: ["tab:menulist"] },
            }),
          )
        ).msg,
      ).toBe("“组织与权限 / 菜单管理”不能授予该角色");
    const { id: operators } = await office.operator.call(roleApi.addOpt, { body: { name: "不看坐席角色" } });
    expect(
      (await refused(office.operator.call(roleApi.grant, { body: { id: operators, menuIds: ["tab:seatrole"] } }))).msg,
    ).toBe("“组织与权限 / 坐席角色”不能授予该角色");
    const { id } = await office.administrator.call(roleApi.addDef, { body: { name: "只看话单", roleType: 2 } });
    expect(
      (await refused(office.administrator.call(roleApi.grant, { body: { id, menuIds: ["button:role.add"] } }))).msg,
    ).toBe("“组织与权限 / 坐席角色 / 新增”不能授予该角色");
    expect(
      await office.administrator.call(roleApi.grant, {
        body: { id, menuIds: ["area:call-centre", "button:callrecord.play"] },
      }),
    ).toEqual({ added: 2, removed: 0, withdrawn: 0 });
    expect((await office.administrator.call(roleApi.menuIds, { body: { id } })).ids.sort()).toEqual([
      "button:callrecord.play",
      "tab:callrecord",
    ]);
    expect(
      await refused(office.administrator.call(roleApi.grant, { body: { id, menuIds: ["tab:nothing"] } })),
    ).toMatchObject({ code: 409 });
  });

  test("what the default roles lose, the enterprise's own roles lose too; the enterprise cannot give it out again", async () => {
    const { id } = await office.administrator.call(roleApi.addDef, { body: { name: "听录音", roleType: 2 } });
    await office.administrator.call(roleApi.grant, { body: { id, menuIds: ["button:callrecord.play"] } });
    let withdrawn = 0;
    const kept: [string, string[]][] = [];
    for (const role of await listOf(office.operator, roleApi.listComp, { compId: own })) {
      const { ids } = await office.operator.call(roleApi.menuIds, { body: { compId: own, id: role.id } });
      kept.push([role.id, ids]);
      withdrawn += (
        await office.operator.call(roleApi.grant, {
          body: { compId: own, id: role.id, menuIds: ids.filter((each) => each !== "button:callrecord.play") },
        })
      ).withdrawn;
    }
    expect(withdrawn).toBeGreaterThanOrEqual(1);
    expect((await office.administrator.call(roleApi.menuIds, { body: { id } })).ids).toEqual(["tab:callrecord"]);
    expect((await office.administrator.call(roleApi.compMenuIds, { body: {} })).ids).not.toContain(
      "button:callrecord.play",
    );
    expect(idsIn(await office.administrator.call(menuApi.routeComAuth, { body: {} }))).not.toContain(
      "button:callrecord.play",
    );
    expect(
      (await refused(office.administrator.call(roleApi.grant, { body: { id, menuIds: ["button:callrecord.play"] } })))
        .msg,
    ).toBe("“呼叫中心 / 通话记录 / 播放录音”不能授予该角色");
    for (const [roleId, menuIds] of kept)
      await office.operator.call(roleApi.grant, { body: { compId: own, id: roleId, menuIds } });
    const log = await office.ports.database.system((trx) =>
      trx
        .selectFrom("operation_log")
        .select(["action", "before", "compId"])
        .where("objectId", "=", id)
        .where("action", "=", "withdraw")
        .execute(),
    );
    expect(log).toEqual([{ action: "withdraw", before: { menus: ["呼叫中心 / 通话记录 / 播放录音"] }, compId: own }]);
  });

  test("a change counts at once, in the buttons and in the menu, and the pages of the role are told", async () => {
    const { id } = await office.administrator.call(roleApi.addDef, { body: { name: "受限管理员", roleType: 1 } });
    const restricted = await person(own, 1, id);
    expect((await refused(restricted.call(roleApi.addDef, { body: { name: "试试", roleType: 2 } }))).status).toBe(403);
    const notified: unknown[] = [];
    const stop = await office.ports.broker.subscribe("message.send", (each) => notified.push(each));
    await office.administrator.call(roleApi.grant, { body: { id, menuIds: ["button:role.add"] } });
    const made = await restricted.call(roleApi.addDef, { body: { name: "试试", roleType: 2 } });
    expect(JSON.stringify(await restricted.call(authApi.roleMenu, { query: { id } }))).toContain("role.add");
    await office.administrator.call(roleApi.grant, { body: { id, menuIds: [] } });
    expect((await refused(restricted.call(roleApi.addDef, { body: { name: "再试", roleType: 2 } }))).status).toBe(403);
    expect(notified).toEqual([1, 2].map(() => ({ to: { roleId: id }, message: { type: "menuChanged" } })));
    await stop();
    await office.administrator.call(roleApi.delete, { body: { ids: [made.id] } });
  });

  test("an account with another role has its rights from the next request on, and an enterprise its modules", async () => {
    const { id } = await office.administrator.call(roleApi.addDef, { body: { name: "无权管理员", roleType: 1 } });
    const own1 = await person(own, 1, await idOf("企业管理员"));
    await own1.call(roleApi.addDef, { body: { name: "改角色前", roleType: 2 } });
    const { userId } = await own1.call(authApi.getUser);
    const notified: unknown[] = [];
    const stop = await office.ports.broker.subscribe("message.send", (each) => notified.push(each));
    await office.administrator.call(companyAccountApi.updateComp, {
      body: { id: userId, nickName: "换岗", roleId: id, enabled: 1 },
    });
    expect((await refused(own1.call(roleApi.addDef, { body: { name: "改角色后", roleType: 2 } }))).status).toBe(403);
    expect((await own1.call(authApi.getUser)).roleId).toBe(id);
    await office.operator.call(companyApi.update, {
      body: { compId: own, name: "联台演示企业", moduleHelp: 0 },
    });
    expect(notified).toEqual([
      { to: { accountId: userId }, message: { type: "menuChanged" } },
      { to: { compId: own }, message: { type: "menuChanged" } },
    ]);
    await stop();
    await office.operator.call(companyApi.update, {
      body: { compId: own, name: "联台演示企业", moduleHelp: 1 },
    });
  });

  test("a restricted administrator cannot hand out what the role was denied", async () => {
    const { id } = await office.administrator.call(roleApi.addDef, { body: { name: "角色管理员", roleType: 1 } });
    await office.administrator.call(roleApi.grant, { body: { id, menuIds: ["button:role.grant", "button:role.add"] } });
    const restricted = await person(own, 1, id);
    const ids = ["button:role.grant", "button:role.add", "button:role.delete"];
    expect((await refused(restricted.call(roleApi.grant, { body: { id, menuIds: ids } }))).msg).toMatch(
      /^您自己没有“.*删除”权限，不能授予他人$/,
    );
    const made = await restricted.call(roleApi.addDef, { body: { name: "绕道", roleType: 4 } });
    expect((await refused(restricted.call(roleApi.grant, { body: { id: made.id, menuIds: ids } }))).msg).toMatch(
      /不能授予他人/,
    );
    await office.administrator.call(businessPurviewApi.addOrUpdateBatch, {
      body: { roleId: id, items: [{ key: "reveal", value: 0 }] },
    });
    expect(
      (
        await refused(
          restricted.call(businessPurviewApi.addOrUpdateBatch, {
            body: { roleId: made.id, items: [{ key: "reveal", value: 1 }] },
          }),
        )
      ).msg,
    ).toBe("您自己没有“查看完整号码”权限，不能授予他人");
    expect(await restricted.call(roleApi.grant, { body: { id: made.id, menuIds: ids.slice(0, 2) } })).toMatchObject({
      removed: 0,
    });
    // Nor by an account with a role that has it, or by taking one over.
    await office.administrator.call(roleApi.grant, {
      body: { id, menuIds: [...ids.slice(0, 2), "button:account.add", "button:account.password"] },
    });
    const administrators = await idOf("企业管理员");
    const other = (await (await person(own, 1, administrators)).call(authApi.getUser)).userId;
    expect(
      (
        await refused(
          restricted.call(companyAccountApi.addComp, {
            body: { account: "more", nickName: "更多", roleId: administrators, roleType: 1 },
          }),
        )
      ).msg,
    ).toBe("该角色的权限超出您自己的权限，不能授予");
    expect(await refused(restricted.call(companyAccountApi.reloadPasswordComp, { body: { id: other } }))).toMatchObject(
      { status: 403, msg: "该账号的权限超出您自己的权限，不能操作" },
    );
  });

  test("menus of a module that is off are neither offered nor lost", async () => {
    const seat = await idOf("坐席");
    await office.ports.database.system(async (trx) => {
      await trx
        .insertInto("menu")
        .values({
          id: "m-chat",
          parentId: null,
          name: "在线会话",
          url: "/chateditor",
          alias: null,
          icon: null,
          category: 2,
          code: null,
          sort: 900,
          source: "operator",
          audience: "SM",
        })
        .execute();
      await trx.updateTable("enterprise").set({ moduleIm: 0 }).where("compId", "=", own).execute();
      await trx.insertInto("role_menu").values({ compId: own, roleId: seat, menuId: "m-chat" }).execute();
    });
    const { ids } = await office.operator.call(roleApi.menuIds, { body: { compId: own, id: seat } });
    const offered = idsIn(await office.operator.call(menuApi.routeCom, { body: { compId: own } }));
    expect(offered).not.toContain("m-chat");
    expect(idsIn(await office.administrator.call(menuApi.routeComAuth, { body: {} }))).not.toContain("m-chat");
    expect((await office.administrator.call(roleApi.compMenuIds, { body: {} })).ids).not.toContain("m-chat");
    expect(
      await office.operator.call(roleApi.grant, {
        body: { compId: own, id: seat, menuIds: ids.filter((id) => offered.includes(id)) },
      }),
    ).toEqual({ added: 0, removed: 0, withdrawn: 0 });
    await office.ports.database.system((trx) =>
      trx.updateTable("enterprise").set({ moduleIm: 1 }).where("compId", "=", own).execute(),
    );
    expect((await office.operator.call(roleApi.menuIds, { body: { compId: own, id: seat } })).ids).toContain("m-chat");
    await office.ports.database.system((trx) => trx.deleteFrom("menu").where("id", "=", "m-chat").execute());
  });

  test("an operator is bound by the buttons of operators' pages, not by those of enterprises", async () => {
    const { id } = await office.operator.call(roleApi.addOpt, { body: { name: "无授权运营" } });
    const { mayPress } = office.composition.auth;
    const caller = { roleType: 0, roleId: id, compId: "000000" } as Parameters<typeof mayPress>[0];
    expect(await mayPress(caller, "role.add")).toBe(true);
    await office.ports.database.system((trx) =>
      trx
        .insertInto("menu")
        .values({
          id: "b-opt",
          parentId: "tab:home",
          name: "钮",
          url: null,
          alias: null,
          icon: null,
          category: 1,
          code: "opt.only",
          sort: 9,
          source: "operator",
          audience: "O",
        })
        .execute(),
    );
    await office.composition.organisation.menus.changed({ everyone: true });
    expect(await mayPress(caller, "opt.only")).toBe(false);
    await office.operator.call(roleApi.grant, { body: { id, menuIds: ["b-opt"] } });
    expect(await mayPress(caller, "opt.only")).toBe(true);
    expect(await mayPress({ ...caller, roleType: 1, compId: own, roleId: "none", entered: true }, "anything")).toBe(
      true,
    );
    await office.ports.database.system((trx) => trx.deleteFrom("menu").where("id", "=", "b-opt").execute());
  });
});
