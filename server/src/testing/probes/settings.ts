import { crudProbes, mark, type AreaProbes } from "./types.ts";

const dictionary = { code: "stranger", name: "外来" };
const item = { value: "x", label: "x", sort: 1, enabled: 1 };

export const settingsProbes: AreaProbes = {
  probes: {
    ...crudProbes("dictionarie", "dictionary", dictionary),
    dictionarieItems: (ids, own) => ({ body: { compId: own, dictionaryId: ids["dictionary"]! } }),
    dictionarieItemAdd: (ids) => ({ body: { dictionaryId: ids["dictionary"]!, ...item } }),
    dictionarieItemUpdate: (ids) => ({
      body: { id: ids["dictionaryItem"]!, dictionaryId: ids["dictionary"]!, ...item },
    }),
    dictionarieItemDelete: (ids) => ({ body: { ids: [ids["dictionaryItem"]!] } }),
    dictionarieOptions: (_, own) => ({ body: { compId: own, code: "probe" } }),
    ...crudProbes("cascade", "cascade", { name: "外来" }),
    cascadeMove: (ids) => ({ body: { id: ids["cascade"]!, step: 1 } }),
    cascadeOptions: (ids, own) => ({ body: { compId: own, parentId: ids["cascade"]! } }),
    cascadeImport: (_, own) => ({ body: { compId: own } }),
    cascadeImportTemplate: "none",
    loginLogExport: (_, own) => ({ body: { compId: own } }),
    operateLogExport: (_, own) => ({ body: { compId: own } }),
    loginLogList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    operateLogList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    // The help is the same for everybody.
    helpTree: "none",
    helpGet: "none",
    helpAdd: "none",
    helpUpdate: "none",
    helpDelete: "none",
    helpMove: "none",
    helpUpload: "none",
    helpFile: "none",
  },
  async fixtures(trx, own, { random, clock }) {
    const [dictionaryId, itemId, cascade, child] = [random.id(), random.id(), random.id(), random.id()];
    await trx.insertInto("dictionary").values({ compId: own, id: dictionaryId, code: "probe", name: mark }).execute();
    await trx
      .insertInto("dictionary_item")
      .values({ compId: own, id: itemId, dictionaryId, value: "1", label: mark, sort: 1 })
      .execute();
    await trx
      .insertInto("cascade_option")
      .values([
        { compId: own, id: cascade, parentId: null, name: mark, level: 1, sort: 1 },
        { compId: own, id: child, parentId: cascade, name: `${mark}下级`, level: 2, sort: 1 },
      ])
      .execute();
    await trx
      .insertInto("operation_log")
      .values({
        id: random.id(),
        compId: own,
        at: new Date(clock.now()),
        userId: "u",
        userName: `${own}1admin`,
        nickName: mark,
        module: "",
        action: "add",
        object: "seat",
        objectId: "s",
        objectName: mark,
        before: "null",
        after: JSON.stringify({ name: mark }),
        address: "10.0.0.1",
      })
      .execute();
    return { dictionary: dictionaryId, dictionaryItem: itemId, cascade };
  },
};
