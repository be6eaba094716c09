import { businessPurviewApi, roleApi } from "@liantai/api/contract/admin";
import { refused, type Person } from "../../testing/office.ts";
import { idOf, listOf, office, openRoles, own, person } from "./testing/roles.ts";

openRoles();

describe("roles", () => {
  test("an enterprise keeps its own; default roles are the operators'", async () => {
    const { id } = await office.administrator.call(roleApi.addDef, {
      body: { name: "外呼坐席", roleType: 2, remark: "早班" },
    });
    expect(await listOf(office.administrator, roleApi.listDef)).toMatchObject([
      {
        id,
        compId: own,
        compName: "联台演示企业",
        name: "外呼坐席",
        kind: "custom",
        roleType: 2,
        builtin: 0,
        remark: "早班",
        accounts: 0,
      },
    ]);
    await office.administrator.call(roleApi.update, { body: { id, name: "外呼坐席一", remark: "" } });
    expect(await office.administrator.call(roleApi.query, { body: { id } })).toMatchObject({ name: "外呼坐席一" });
    expect(
      (await listOf(office.administrator, roleApi.listComp)).map((role) => [role.name, role.roleType, role.builtin]),
    ).toEqual([
      ["企业管理员", 1, 1],
      ["坐席", 2, 1],
      ["班长", 3, 1],
    ]);
    const seat = await idOf("坐席");
    expect(
      await refused(office.administrator.call(roleApi.update, { body: { id: seat, name: "改名" } })),
    ).toMatchObject({ msg: "默认角色由运营人员维护，企业不能修改" });
    expect(await refused(office.administrator.call(roleApi.grant, { body: { id: seat, menuIds: [] } }))).toMatchObject({
      msg: "默认角色由运营人员维护，企业不能修改",
    });
    expect(await office.administrator.call(roleApi.delete, { body: { ids: [id] } })).toEqual({ count: 1 });
    expect(await refused(office.administrator.call(roleApi.query, { body: { id } }))).toMatchObject({ code: 404 });
  });

  test("names are unique within an enterprise, also against default roles", async () => {
    expect(
      await refused(office.administrator.call(roleApi.addDef, { body: { name: "坐席", roleType: 2 } })),
    ).toMatchObject({ code: 400, msg: "角色名称已存在" });
    const both = await Promise.allSettled(
      [1, 2].map(() => office.administrator.call(roleApi.addDef, { body: { name: "同名", roleType: 2 } })),
    );
    expect(both.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("one in use or made with its enterprise is not deleted, and says why", async () => {
    expect(
      await refused(office.operator.call(roleApi.delete, { body: { compId: own, ids: [await idOf("班长")] } })),
    ).toMatchObject({ msg: "默认角色“班长”不能删除" });
    const { id } = await office.operator.call(roleApi.addComp, {
      body: { compId: own, name: "夜班坐席", roleType: 2 },
    });
    await person(own, 2, id);
    expect(await refused(office.operator.call(roleApi.delete, { body: { compId: own, ids: [id] } }))).toMatchObject({
      msg: "角色“夜班坐席”正被1个账号使用，不能删除",
    });
    expect((await listOf(office.operator, roleApi.listComp, { name: "夜班" }))[0]).toMatchObject({
      accounts: 1,
      builtin: 0,
      kind: "enterprise",
    });
    const operators = await listOf(office.operator, roleApi.listOpt);
    expect(await refused(office.operator.call(roleApi.delete, { body: { ids: [operators[0]!.id] } }))).toMatchObject({
      msg: "默认角色“运营管理员”不能删除",
    });
  });

  test("operators have theirs", async () => {
    const { id } = await office.operator.call(roleApi.addOpt, { body: { name: "客服运营" } });
    await office.operator.call(roleApi.update, { body: { id, name: "客户运营", remark: "二线" } });
    expect(await listOf(office.operator, roleApi.listOpt, { name: "客户" })).toMatchObject([
      { id, compId: "000000", compName: "", roleType: 0, kind: "operator", remark: "二线" },
    ]);
    expect(await refused(office.administrator.call(roleApi.query, { body: { compId: "000000", id } }))).toMatchObject({
      status: 403,
    });
    await office.operator.call(roleApi.delete, { body: { ids: [id] } });
  });
});

describe("business permissions", () => {
  const read = async (who: Person, roleId: string, compId?: string) =>
    Object.fromEntries(
      (await who.call(businessPurviewApi.selectByRoleId, { body: { roleId, ...(compId ? { compId } : {}) } })).map(
        ({ key, value }) => [key, value],
      ),
    );

  /** B37 of the inventory: an administrator works with all records, a monitor with those of the groups below, a seat with the own. */
  const seats = { dataAll: 0, dataGroup: 0, dataOwn: 1 };

  test("a role has what its type has until somebody chooses", async () => {
    const { id } = await office.administrator.call(roleApi.addDef, { body: { name: "可下载坐席", roleType: 2 } });
    expect(await read(office.administrator, id)).toEqual({
      ...{ reveal: 0, export: 1, listen: 1, download: 0, monitor: 0 },
      ...seats,
    });
    await office.administrator.call(businessPurviewApi.addOrUpdateBatch, {
      body: {
        roleId: id,
        items: [
          { key: "download", value: 1 },
          { key: "listen", value: 0 },
        ],
      },
    });
    await office.administrator.call(businessPurviewApi.addOrUpdateBatch, {
      body: { roleId: id, items: [{ key: "reveal", value: 1 }] },
    });
    expect(await read(office.administrator, id)).toEqual({
      ...{ reveal: 1, export: 1, listen: 0, download: 1, monitor: 0 },
      ...seats,
    });
    const { mayDo } = office.composition.auth;
    const caller = { roleType: 2, roleId: id, compId: own } as Parameters<typeof mayDo>[0];
    expect([await mayDo(caller, "download"), await mayDo(caller, "listen")]).toEqual([true, false]);
  });

  test("a seat reads its own role's, not another's; operators' roles have all", async () => {
    const seat = await idOf("坐席");
    expect(await read(office.agent, seat)).toMatchObject({ listen: 1 });
    expect((await refused(read(office.agent, await idOf("班长")))).status).toBe(403);
    const [operators] = await listOf(office.operator, roleApi.listOpt);
    expect(await read(office.operator, operators!.id)).toEqual({
      reveal: 1,
      export: 1,
      listen: 1,
      download: 1,
      monitor: 1,
      dataAll: 1,
      dataGroup: 1,
      dataOwn: 1,
    });
    expect(
      (
        await refused(
          office.operator.call(businessPurviewApi.addOrUpdateBatch, {
            body: { roleId: operators!.id, items: [{ key: "export", value: 0 }] },
          }),
        )
      ).msg,
    ).toBe("运营角色拥有全部业务权限，无需设置");
    // Of its seats an enterprise decides itself, of its administrators the operators.
    await office.administrator.call(businessPurviewApi.addOrUpdateBatch, {
      body: { roleId: seat, items: [{ key: "reveal", value: 1 }] },
    });
    expect(await read(office.agent, seat)).toMatchObject({ reveal: 1 });
    expect(
      (
        await refused(
          office.administrator.call(businessPurviewApi.addOrUpdateBatch, {
            body: { roleId: await idOf("企业管理员"), items: [{ key: "export", value: 1 }] },
          }),
        )
      ).msg,
    ).toBe("默认角色由运营人员维护，企业不能修改");
    expect(
      (
        await refused(
          office.operator.call(businessPurviewApi.addOrUpdateBatch, {
            body: { compId: own, roleId: seat, items: [{ key: "everything" as never, value: 1 }] },
          }),
        )
      ).code,
    ).toBe(400);
  });
});
