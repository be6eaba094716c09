import { mark, noPopup, type AreaProbes } from "./types.ts";

const fields = [{ type: "input", name: "probe", label: "外来", query: true }];
const values = { probe: "外来" };
const number = "13900000077";

export const formsProbes: AreaProbes = {
  probes: {
    customerFormList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    customerFormAdd: (_, own) => ({ body: { compId: own, name: "外来", formType: "task", fields } }),
    customerFormUpdate: (ids) => ({ body: { id: ids["form"], name: "外来", fields } }),
    customerFormDelete: (ids) => ({ body: { ids: [ids["emptyForm"]] } }),
    customerFormFindById: (ids) => ({ query: { id: ids["form"]! } }),
    customerFormFindByName: () => ({ body: { name: mark } }),
    customerFormPublish: (ids) => ({ body: { id: ids["draftForm"] } }),
    customerFormVersions: (ids) => ({ body: { id: ids["form"] } }),
    customerFormSetPopup: (ids) => ({ body: { id: ids["form"], isPopup: 1 } }),
    customerFormPopupPlaces: (_, own) => ({ body: { compId: own } }),
    customerFormRoleFields: (ids) => ({ body: { id: ids["form"] } }),
    customerFormSaveRoleFields: (ids) => ({ body: { id: ids["form"], roleId: "none", fields: {} } }),
    customerFormSchema: (ids) => ({ query: { id: ids["form"]! } }),
    formRecordList: (ids, own) => ({ body: { compId: own, formId: ids["form"], pageSize: 100 } }),
    formRecordAdd: (ids) => ({ body: { formId: ids["form"], values } }),
    formRecordUpdate: (ids) => ({ body: { id: ids["record"], version: 1, values } }),
    formRecordUpdateField: (ids) => ({ body: { id: ids["record"], version: 1, fields: values } }),
    formRecordDelete: (ids) => ({ body: { ids: [ids["goingRecord"]] } }),
    formRecordFindById: (ids) => ({ body: { id: ids["record"] } }),
    callPopup: () => ({ body: { callId: "c", moment: "ring" } }),
    formRecordQueryByNoAuth: () => ({ body: { phone: number } }),
    formRecordReveal: (ids) => ({ body: { id: ids["record"], field: "probe", reason: "外来" } }),
    formRecordRecycleList: (ids) => ({ body: { formId: ids["form"] } }),
    formRecordRestore: (ids) => ({ body: { ids: [ids["binnedRecord"]] } }),
    formRecordPurge: (ids) => ({ body: { ids: [ids["purgedRecord"]] } }),
    formRecordTimeline: (ids) => ({ body: { id: ids["record"] } }),
    userCallInfoList: (ids) => ({ body: { id: ids["record"] } }),
    formRecordHistory: (ids) => ({ body: { id: ids["record"] } }),
    formRecordRestoreField: (ids) => ({ body: { id: ids["record"], version: 1, field: "probe", change: 2 } }),
    formRecordPresenceOpen: (ids) => ({ body: { id: ids["record"], socketId: "s", editing: 1 } }),
    formRecordPresenceClose: (ids) => ({ body: { id: ids["record"], socketId: "s" } }),
    formRecordPush: (ids) => ({ body: { ids: [ids["record"]] } }),
    formRecordReturnOrder: (ids) => ({ body: { id: ids["record"], to: "creator" } }),
    previewTaskFormUpdate: (ids) => ({ body: { id: ids["record"], values } }),
    robotTaskFormUpdate: (ids) => ({ body: { id: ids["record"], values } }),
    formRecordExportNow: (ids) => ({ query: { formId: ids["form"]! } }),
    formRecordExport: (ids) => ({ body: { formId: ids["form"] } }),
    formRecordPhonesToTask: (ids) => ({ body: { formId: ids["form"], name: "外来" } }),
    formOptionStatistic: (ids) => ({ body: { formId: ids["form"] } }),
    formOptionStatisticExport: (ids) => ({ body: { formId: ids["form"] } }),
    formRecordCheck: (ids) => ({ body: { formId: ids["form"] } }),
    formRecordImport: (ids) => ({ body: { formId: ids["form"] } }),
    formRecordTemplate: (ids) => ({ query: { formId: ids["form"]! } }),
    formRecordFailed: (ids) => ({ query: { id: ids["file"]! } }),
    intentionLevelList: (_, own) => ({ body: { compId: own } }),
    intentionLevelSave: (_, own) => ({ body: { compId: own, levels: [{ name: "外来" }] } }),
    intentionCalls: (_, own) => ({ body: { compId: own, pageSize: 100 } }),
    intentionFind: () => ({ body: { callId: "c" } }),
    intentionMark: () => ({ body: { callId: "c", levelId: "外来" } }),
    intentionFollowUp: () => ({ body: { callId: "c", followed: 1 } }),
    formDataFind: (ids) => ({ body: { id: ids["record"] } }),
    formDataLookup: (ids, own) => ({ body: { compId: own, to: "customer", formId: ids["form"] } }),
    formTagList: (ids, own) => ({ body: { compId: own, formId: ids["form"] } }),
    formTagAdd: (ids) => ({ body: { formId: ids["form"], name: "外来", color: "red" } }),
    formTagUpdate: (ids) => ({ body: { id: ids["tag"], name: "外来", color: "red" } }),
    formTagDelete: (ids) => ({ body: { ids: [ids["goingTag"]] } }),
    formRecordTag: (ids) => ({ body: { ids: [ids["record"]], add: [ids["tag"]] } }),
    formRecordPhoneAdd: (ids) => ({ body: { id: ids["record"], number: "02012345678" } }),
    formRecordPhoneDelete: (ids) => ({ body: { id: ids["record"], numberId: "n" } }),
    formRecordPhoneMain: (ids) => ({ body: { id: ids["record"], version: 1, numberId: "n" } }),
    recordViewList: (ids, own) => ({ body: { compId: own, formId: ids["form"] } }),
    recordViewCounts: (ids, own) => ({ body: { compId: own, formId: ids["form"] } }),
    recordViewAdd: (ids) => ({ body: { formId: ids["form"], name: "外来", question: {} } }),
    recordViewUpdate: (ids) => ({ body: { id: ids["view"], name: "外来", question: {} } }),
    recordViewDelete: (ids) => ({ body: { ids: [ids["view"]] } }),
    recordDuplicateSetting: (ids) => ({ body: { formId: ids["form"] } }),
    recordDuplicateSaveSetting: (ids) => ({ body: { formId: ids["form"], mode: "off", threshold: 60, rules: [] } }),
    recordDuplicateCheck: (ids) => ({ body: { formId: ids["form"], values } }),
    recordDuplicateScan: (ids) => ({ body: { formId: ids["form"] } }),
    recordDuplicateGroups: (ids) => ({ body: { formId: ids["form"] } }),
    recordDuplicateIgnore: (ids) => ({ body: { id: ids["group"] } }),
    recordMerge: (ids) => ({
      body: { survivorId: ids["record"], survivorVersion: 1, loserId: ids["goingRecord"], loserVersion: 1 },
    }),
    recordMergeList: (ids) => ({ body: { formId: ids["form"] } }),
    recordMergeUndo: (ids) => ({ body: { id: ids["merge"] } }),
    recordPoolSetting: (ids) => ({ body: { formId: ids["form"] } }),
    recordPoolSaveSetting: (ids) => ({
      body: { formId: ids["form"], enabled: 1, claimLimit: 0, returnDays: 0, warnDays: 0 },
    }),
    recordPoolClaim: (ids) => ({ body: { ids: [ids["record"]] } }),
    recordPoolGiveBack: (ids) => ({ body: { ids: [ids["record"]] } }),
    recordPoolOwners: (_, own) => ({ body: { compId: own } }),
    recordPoolAssign: (ids) => ({ body: { ids: [ids["record"]], ownerId: "somebody" } }),
    formDraftFind: (ids) => ({ body: { formId: ids["form"], recordId: ids["record"] } }),
    formDraftSave: (ids) => ({ body: { formId: ids["form"], recordId: ids["record"], version: 1, values } }),
    formDraftDelete: (ids) => ({ body: { formId: ids["form"], recordId: ids["record"] } }),
    formDataQueryByParentId: (ids) => ({ body: { parentId: ids["record"] } }),
  },
  async fixtures(trx, own, { random, clock }) {
    const at = new Date(clock.now());
    const by = { createdAt: at, updatedAt: at, updatedBy: mark };
    const form = async (name: string, draft?: object): Promise<string> => {
      const id = random.id();
      const of = { compId: own, id, formType: "task", name };
      await trx
        .insertInto("form_definition")
        .values({
          ...{ ...of, ...by, version: 1, revision: 1, popup: noPopup },
          ...{ slots: '{"probe":"t1"}', draft: draft ? JSON.stringify(draft) : null },
        })
        .execute();
      const definition = { formId: id, version: 1, name, formType: "task", fields };
      await trx
        .insertInto("form_version")
        .values({
          ...{ compId: own, formId: id, version: 1, definition: JSON.stringify(definition) },
          ...{ publishedAt: at, publishedBy: mark },
        })
        .execute();
      return id;
    };
    const formId = await form(mark);
    const record = async (deletedAt: Date | null = null): Promise<string> => {
      const id = random.id();
      await trx
        .insertInto("form_record")
        .values({
          ...{ compId: own, formId, id, formVersion: 1, version: 1, values: JSON.stringify({ probe: mark }) },
          ...{ source: "manual", ownerName: mark, t1: mark, createdAt: at, updatedAt: at, deletedAt },
        })
        .execute();
      if (!deletedAt) await trx.insertInto("record_phone").values({ compId: own, number, recordId: id }).execute();
      return id;
    };
    const tag = async (name: string): Promise<string> => {
      const id = random.id();
      await trx.insertInto("form_tag").values({ compId: own, formId, id, name, color: "red", createdAt: at }).execute();
      return id;
    };
    const view = random.id();
    await trx
      .insertInto("record_view")
      .values({
        ...{ compId: own, formId, id: view, name: mark, ownerId: mark, question: "{}", columns: "[]" },
        ...{ roleIds: '["*"]', createdAt: at },
      })
      .execute();
    const [group, merge] = [random.id(), random.id()];
    const kept = { formVersion: 1, values: { probe: mark }, tags: [], numbers: [] };
    const nothing = { links: [], fresh: [], children: [] };
    const [survivorId, loserId] = [await record(), await record(at)];
    await trx.updateTable("form_record").set({ mergedInto: survivorId }).where("id", "=", loserId).execute();
    await trx
      .insertInto("duplicate_group")
      .values({
        ...{ compId: own, formId, id: group, score: 80, foundAt: at },
        ...{ reasons: JSON.stringify([mark]), recordIds: JSON.stringify([survivorId]) },
      })
      .execute();
    await trx
      .insertInto("record_merge")
      .values({
        ...{ compId: own, formId, id: merge, survivorId, loserId, survivorTitle: mark, loserTitle: mark, at },
        ...{ byName: mark, survivorVersion: 1, kept: JSON.stringify({ before: kept, after: kept, ...nothing }) },
      })
      .execute();
    return {
      ...{ group, merge },
      view,
      form: formId,
      tag: await tag(mark),
      goingTag: await tag(`${mark}二`),
      emptyForm: await form(`${mark}空`),
      draftForm: await form(`${mark}草稿`, {
        name: `${mark}草稿`,
        fields: [...fields, { type: "input", name: "b", label: "新" }],
      }),
      record: await record(),
      goingRecord: await record(),
      binnedRecord: await record(at),
      purgedRecord: await record(at),
    };
  },
};
