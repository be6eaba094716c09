import { crudProbes, mark, type AreaProbes } from "./types.ts";

const field = { type: "input", label: "外来", name: "strange" };
const contact = { name: "外来", phone: "13900000009" };

export const contactsProbes: AreaProbes = {
  probes: {
    ...crudProbes("contacterConf", "contacterConf", field),
    ...crudProbes("contacterData", "contacterData", { ...contact, fields: { probe: "外来" } }),
    contacterDataExport: (_, own) => ({ body: { compId: own } }),
    contacterDataCheck: (_, own) => ({ body: { compId: own } }),
    contacterDataImport: (_, own) => ({ body: { compId: own } }),
    contacterDataTemplate: "none",
    contacterDataFailed: (ids, own) => ({ query: { id: ids["file"]!, compId: own } }),
    ...crudProbes("contacts", "contacts", contact),
    ...crudProbes("robot", "robot", { name: "外来", concurrency: 1 }),
  },
  async fixtures(trx, own, { random, clock }) {
    const ids = { contacterConf: random.id(), contacterData: random.id(), contacts: random.id(), robot: random.id() };
    const at = new Date(clock.now());
    await trx
      .insertInto("contacter_conf")
      .values({
        compId: own,
        id: ids.contacterConf,
        type: "input",
        label: mark,
        name: "probe",
        require: 0,
        items: "[]",
        maxLength: null,
        listDisplay: 1,
        query: 1,
        export: 1,
        importRequire: 0,
        distinct: 0,
        sort: 1,
        enabled: 1,
      })
      .execute();
    await trx
      .insertInto("contacter_data")
      .values({
        compId: own,
        id: ids.contacterData,
        name: mark,
        phone: "13900000001",
        fields: JSON.stringify({ probe: mark }),
        createdAt: at,
        updatedAt: at,
        createdBy: mark,
      })
      .execute();
    await trx
      .insertInto("contacts")
      .values({
        compId: own,
        id: ids.contacts,
        name: mark,
        phone: "13900000001",
        shared: 1,
        ownerId: "u",
        ownerName: mark,
      })
      .execute();
    await trx.insertInto("robot").values({ compId: own, id: ids.robot, name: mark, concurrency: 1 }).execute();
    return ids;
  },
};
