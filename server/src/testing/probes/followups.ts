import { mark, noPopup, type AreaProbes } from "./types.ts";

const rule = { trigger: "recordMade", minutes: 5, who: "creator" };

export const followUpsProbes: AreaProbes = {
  probes: {
    followUpSettingsList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    followUpSettingsFindByInfo: (ids) => ({ body: { formId: ids["followedForm"] } }),
    followUpSettingsAddOrUpdate: (ids) => ({
      body: { id: ids["followUpSetting"], name: "外来", formId: ids["followedForm"], ...rule },
    }),
    followUpSettingsAdd: (ids) => ({ body: { name: "外来", formId: ids["followedForm"], ...rule } }),
    followUpSettingsUpdate: (ids) => ({
      body: { id: ids["followUpSetting"], name: "外来", formId: ids["followedForm"], ...rule },
    }),
    followUpSettingsDelete: (ids) => ({ params: { id: ids["followUpSetting"]! } }),
    followUpSettingsChoices: (_, own) => ({ body: { compId: own } }),
    followUpTaskList: (_, own) => ({ body: { compId: own, pageSize: 200 } }),
    followUpTaskFind: (ids) => ({ params: { id: ids["followUp"]! } }),
    followUpTaskAdd: (ids) => ({
      body: { recordId: ids["followedRecord"], dueTime: "2099-01-01 09:00:00", agentId: "7001" },
    }),
    followUpTaskUpdate: (ids) => ({ body: { id: ids["followUp"], command: "giveUp", version: 1 } }),
    followUpTaskDelete: (ids) => ({ params: { id: ids["followUp"]! } }),
    followUpSatisfactionFind: (ids) => ({ body: { formId: ids["followedForm"] } }),
    followUpSatisfactionSave: (ids) => ({
      body: { formId: ids["followedForm"], fields: [{ type: "textarea", name: "a", label: "外来" }] },
    }),
    formRecordHandMovementFollowUp: (ids) => ({ body: { id: ids["followedRecord"], text: "外来" } }),
    formRecordUpdateFollowUpField: (ids) => ({ body: { id: ids["followedRecord"], fields: { a: "外来" } } }),
  },
  async fixtures(trx, own, { random, clock }) {
    const at = new Date(clock.now());
    const [formId, recordId, setting, task] = [random.id(), random.id(), random.id(), random.id()];
    const by = { createdAt: at, updatedAt: at, updatedBy: mark };
    await trx
      .insertInto("form_definition")
      .values({
        ...{ compId: own, id: formId, formType: "customer", name: `${mark}回访`, version: 1, revision: 1 },
        ...{ popup: noPopup, ...by },
      })
      .execute();
    const definition = { formId, version: 1, name: mark, formType: "customer", fields: [] };
    await trx
      .insertInto("form_version")
      .values({
        ...{ compId: own, formId, version: 1, definition: JSON.stringify(definition) },
        ...{ publishedAt: at, publishedBy: mark },
      })
      .execute();
    await trx
      .insertInto("form_record")
      .values({
        ...{ compId: own, formId, id: recordId, formVersion: 1, version: 1, values: JSON.stringify({ a: mark }) },
        ...{ source: "manual", ownerName: mark, createdAt: at, updatedAt: at },
      })
      .execute();
    await trx
      .insertInto("follow_up_setting")
      .values({
        ...{ compId: own, id: setting, name: mark, formId, trigger: "recordMade", minutes: 5, who: "creator" },
        ...{ tries: 3, retryMinutes: 60, updatedAt: at, updatedBy: mark },
      })
      .execute();
    await trx
      .insertInto("follow_up_task")
      .values({
        ...{ compId: own, id: task, source: "added", formId, recordId, title: mark, customerName: mark },
        ...{ agentId: "7001", state: "open", dueAt: at, mostTries: 3, retryMinutes: 60, createdAt: at },
      })
      .execute();
    return { followedForm: formId, followedRecord: recordId, followUpSetting: setting, followUp: task };
  },
};
