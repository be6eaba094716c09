import { taskSettings } from "@liantai/api/contract/admin";
import { crudProbes, mark, type AreaProbes } from "./types.ts";

const list = { name: "外来清单", remark: "" };

export const diallingPhonesProbes: AreaProbes = {
  probes: {
    taskPhoneList: (ids) => ({ body: { taskId: ids["dialTask"], pageSize: 200 } }),
    taskPhoneAttempts: (ids) => ({ body: { taskId: ids["dialTask"], id: ids["dialPhone"] } }),
    taskPhoneActions: (ids) => ({ body: { taskId: ids["dialTask"], id: ids["dialPhone"] } }),
    taskPhoneHeard: (ids) => ({ body: { taskId: ids["dialTask"], id: ids["dialPhone"], heard: "person" } }),
    taskPhoneLevels: (ids) => ({ body: { taskId: ids["dialTask"] } }),
    taskPhoneBatches: (ids) => ({ body: { taskId: ids["dialTask"], pageSize: 200 } }),
    taskPhoneBatchDelete: (ids) => ({ body: { taskId: ids["dialTask"], ids: [ids["dialBatch"]] } }),
    taskPhoneCheck: (ids) => ({ body: { taskId: ids["dialTask"] } }),
    taskPhoneImport: (ids) => ({ body: { taskId: ids["dialTask"] } }),
    taskPhoneTemplate: (ids) => ({ query: { taskId: ids["dialTask"]! } }),
    taskPhoneFailed: (ids) => ({ query: { id: ids["dialBatch"]! } }),
    taskPhoneAdd: (ids) => ({ body: { taskId: ids["dialTask"], phones: [{ phone: "13900000001" }] } }),
    taskPhoneRecall: (ids) => ({ body: { taskId: ids["dialTask"], ids: [ids["dialPhone"]] } }),
    taskPhoneStop: (ids) => ({ body: { taskId: ids["dialTask"], ids: [ids["dialPhone"]] } }),
    taskPhoneExport: (ids) => ({ body: { taskId: ids["dialTask"] } }),
    ...crudProbes("numberList", "numberList", list),
    numberListPhones: (ids) => ({ body: { listId: ids["numberList"], pageSize: 200 } }),
    numberListCheck: (ids) => ({ body: { listId: ids["numberList"] } }),
    numberListImport: (ids) => ({ body: { listId: ids["numberList"] } }),
    numberListTemplate: (_, own) => ({ query: { compId: own } }),
    numberListFailed: (ids) => ({ query: { id: ids["numberList"]! } }),
    numberListToTask: (ids) => ({ body: { listId: ids["numberList"], taskId: ids["dialTask"] } }),
    numberListPhoneDelete: (ids) => ({ body: { listId: ids["numberList"], ids: [ids["numberListPhone"]] } }),
  },
  async fixtures(trx, own, { random, clock }) {
    const ids = {
      ...{ dialTask: random.id(), dialBatch: random.id(), dialPhone: random.id() },
      ...{ numberList: random.id(), numberListPhone: random.id() },
    };
    const at = new Date(clock.now());
    const [compId, phone] = [own, "13812345678"];
    await trx
      .insertInto("task")
      .values({ compId, id: ids.dialTask, taskIdentity: `${mark}号码`, ftype: 3 })
      .execute();
    await trx
      .insertInto("dial_task")
      .values({ compId, id: ids.dialTask, settings: JSON.stringify(taskSettings.getDefault()), createdAt: at })
      .execute();
    await trx
      .insertInto("dial_batch")
      .values({
        ...{ compId, id: ids.dialBatch, taskId: ids.dialTask, batchNumber: "20261120-001", source: "import" },
        ...{ fileName: `${mark}.xlsx`, createdAt: at },
      })
      .execute();
    await trx
      .insertInto("dial_phone")
      .values({
        ...{ compId, id: ids.dialPhone, taskId: ids.dialTask, batchId: ids.dialBatch, phone, contact: mark },
        ...{ position: 0, createdAt: at },
      })
      .execute();
    await trx
      .insertInto("number_list")
      .values({ compId, id: ids.numberList, name: `${mark}清单`, count: 1, createdAt: at })
      .execute();
    await trx
      .insertInto("number_list_phone")
      .values({ compId, id: ids.numberListPhone, listId: ids.numberList, phone, contact: mark, createdAt: at })
      .execute();
    return ids;
  },
};
