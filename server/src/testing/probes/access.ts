import { mark, type AreaProbes, type Probes } from "./types.ts";

const own =
  (fields: (ids: Readonly<Record<string, string>>) => object = () => ({})) =>
  (ids: Readonly<Record<string, string>>, compId: string) => ({ body: { compId, ...fields(ids) } });
const lists: Probes = Object.fromEntries(
  ["roleListOpt", "roleListComp", "roleListDef"].map((name) => [name, own(() => ({ pageSize: 200 }))]),
);

export const accessProbes: AreaProbes = {
  probes: {
    ...lists,
    menuList: "none",
    menuRouteOpt: "none",
    menuSyncPreview: "none",
    menuAdd: own(() => ({ parentId: null, category: 2, name: "外来", url: "https://example.com", who: ["A"] })),
    menuUpdate: (ids) => ({ body: { id: ids["accessMenu"], name: "外来", url: "https://example.com", who: ["A"] } }),
    menuMove: (ids) => ({ body: { id: ids["accessMenu"], parentId: null, position: 0 } }),
    menuDelete: (ids) => ({ body: { id: ids["accessMenu"] } }),
    menuRouteCom: own(),
    menuRouteComAuth: own(),
    roleCompMenuIds: own(),
    menuSync: (ids) => ({ body: { expected: [{ roleId: ids["accessRole"], added: [], removed: [] }] } }),
    roleAddOpt: own(() => ({ name: "外来角色" })),
    roleAddComp: own(() => ({ name: "外来角色", roleType: 2 })),
    roleAddDef: own(() => ({ name: "外来角色", roleType: 2 })),
    roleUpdate: (ids) => ({ body: { id: ids["accessRole"], name: "改名" } }),
    roleDelete: (ids) => ({ body: { ids: [ids["accessRole"]] } }),
    roleQuery: (ids) => ({ body: { id: ids["accessRole"] } }),
    roleGrant: (ids) => ({ body: { id: ids["accessRole"], menuIds: ["tab:callrecord"] } }),
    roleMenuIds: (ids) => ({ body: { id: ids["accessRole"] } }),
    purviewSave: (ids) => ({ body: { roleId: ids["accessRole"], items: [{ key: "export", value: 1 }] } }),
    purviewOfRole: (ids) => ({ body: { roleId: ids["accessRole"] } }),
  },
  async fixtures(trx, compId, ports) {
    const accessRole = ports.random.id();
    const accessMenu = `own:${ports.random.id()}`;
    await trx
      .insertInto("role")
      .values({ id: accessRole, compId, name: `${mark}角色`, kind: "custom", roleType: 2 })
      .execute();
    await trx
      .insertInto("menu")
      .values({
        id: accessMenu,
        parentId: null,
        name: "内网",
        url: "https://intranet.example.com",
        alias: null,
        icon: null,
        category: 2,
        code: null,
        sort: 999,
        source: "operator",
        audience: "A",
      })
      .execute();
    await trx.insertInto("role_menu").values({ compId, roleId: accessRole, menuId: accessMenu }).execute();
    return { accessRole, accessMenu };
  },
};
