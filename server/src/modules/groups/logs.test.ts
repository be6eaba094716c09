/** 操作日志 of skill groups and dispatch queues: what they lead to, and what is in them, by name. */
import { dispatchGroupApi, dispatchGroupMemberApi, operateLogApi, skillGroupApi } from "@liantai/api/contract/admin";
import { openOffice, type Office } from "../../testing/office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());
/** Whatever is typed. */
const body = (fields: object) => ({ body: fields as never });
const nowhere = { kind: "none", id: "" };

test("overflows and groups of a queue are logged by name, and read so when what they named is gone", async () => {
  const admin = office.administrator;
  const [group] = (await admin.call(skillGroupApi.list, { body: { pageNo: 1, pageSize: 1 } })).list;
  const { id: night } = await admin.call(skillGroupApi.add, body({ ...group, name: "夜班" }));
  const { id } = await admin.call(skillGroupApi.add, body({ ...group, name: "白班", overflowWait: nowhere }));
  const leads = { overflowWait: { kind: "skillGroup", id: night }, overflowAbsent: { kind: "seat", id: "1002" } };
  await admin.call(skillGroupApi.update, body({ ...group, id, name: "白班", ...leads }));
  const none = { overflowFull: nowhere, overflowWait: nowhere, overflowAbsent: nowhere };
  const queue = { name: "总机", enabled: 1, maxWaitS: 0, remark: "", ...none };
  const { id: dispatchGroupId } = await admin.call(dispatchGroupApi.add, body(queue));
  const joins = { dispatchGroupId, skillGroupIds: [night], nextAfterS: 30 };
  await admin.call(dispatchGroupMemberApi.add, body(joins));
  await admin.call(dispatchGroupMemberApi.delete, body(joins));
  await admin.call(skillGroupApi.update, body({ ...group, id, name: "白班", ...none }));
  await admin.call(skillGroupApi.delete, body({ ids: [night] }));
  const { list } = await admin.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 50 } });
  const told = list
    .filter(({ object, action }) => ["skillGroup", "dispatchGroup"].includes(object) && action !== "add")
    .flatMap(({ changes }) => (changes ?? []).map(({ label, before, after }) => [label, before, after]));
  expect(told).toContainEqual(["等待超时转至", "未设置", "技能组：夜班"]);
  expect(told).toContainEqual(["无坐席签入时转至", "未设置", "坐席：王志强（1002）"]);
  expect(told).toContainEqual([expect.any(String), "", "夜班（30秒）"]);
  expect(told).toContainEqual([expect.any(String), "夜班（30秒）", ""]);
  expect(JSON.stringify(told)).not.toContain(night);
});
