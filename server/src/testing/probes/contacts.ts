import { contactFormId } from "@liantai/api/contract/workorder";
import { defaultFields } from "@liantai/api/forms";
import { crudProbes, mark, noPopup, type AreaProbes } from "./types.ts";

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
    const compId = own;
    const of = { compId, formId: contactFormId };
    const form = { formType: "contact" as const, name: `${mark}联系人`, version: 2 };
    const times = { createdAt: at, updatedAt: at };
    const fields = [
      ...defaultFields("contact"),
      { type: "input", name: "probe", label: mark, ext: { contactRow: { id: ids.contacterConf, sort: 1 } } },
    ];
    // The demonstration has the form: this is its next version.
    await trx
      .insertInto("form_definition")
      .values({ compId, id: contactFormId, ...form, popup: noPopup, revision: 1, ...times, updatedBy: mark })
      .onConflict((on) => on.columns(["compId", "id"]).doUpdateSet({ name: form.name, version: form.version }))
      .execute();
    await trx
      .insertInto("form_version")
      .values({
        ...{ ...of, version: form.version, publishedAt: at, publishedBy: mark },
        definition: JSON.stringify({ formId: contactFormId, ...form, fields }),
      })
      .execute();
    await trx
      .insertInto("form_record")
      .values({
        ...{
          ...of,
          id: ids.contacterData,
          formVersion: form.version,
          version: 1,
          ...times,
          source: "manual",
          ownerName: mark,
        },
        values: JSON.stringify({ name: mark, phone: "13900000001", probe: mark }),
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
