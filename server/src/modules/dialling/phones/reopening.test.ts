/** Numbers for a task that was through with its own, through the front door: it goes on with them (inventory dialling.md B3, B13). */
import { dialTaskApi, operateLogApi, taskPhoneApi as api } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";
import { addPhones, addTask, compId, demoThings, page } from "../tasks/testing.ts";

let office: Office;
let admin: Person;
let accessNumbers: string[];
beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
  accessNumbers = (await demoThings(office)).numbers.slice(0, 1);
});
afterAll(() => office?.close());

let made = 0;
async function over(state: string): Promise<{ readonly id: string; readonly phones: readonly string[] }> {
  const id = await addTask(admin, { taskIdentity: `号码再来${(made += 1)}`, ftype: 2, accessNumbers });
  const phones = await addPhones(office, id, [{ state: "done", attempts: 1 }]);
  await office.ports.database.tenant(compId, (trx) =>
    trx.updateTable("task").set({ state }).where("id", "=", id).execute(),
  );
  return { id, phones };
}
const stateOf = async (id: string) => (await admin.call(dialTaskApi.findById, { body: { id } })).state;
const push = (taskId: string, phone: string) => admin.call(api.add, { body: { taskId, phones: [{ phone }] as never } });

test("D49 a push into a completed task pauses it, to be started with what came; one without a good number does not", async () => {
  const { id } = await over("completed");
  expect(await push(id, "x")).toMatchObject({ succeed: 0, failing: 1 });
  expect(await stateOf(id)).toBe("completed");
  expect(await push(id, "13900000001")).toMatchObject({ succeed: 1 });
  expect(await stateOf(id)).toBe("paused");
  await admin.call(dialTaskApi.start, { body: { id } });
  expect(await admin.call(dialTaskApi.findById, { body: { id } })).toMatchObject({
    ...{ state: "running", endedAt: null },
    progress: { total: 2, waiting: 1, done: 1 },
  });
});

test("D49 numbers of a completed task are called again; where it is stopped or expired they are not, in words of a recall", async () => {
  const { id, phones } = await over("completed");
  expect(await admin.call(api.recall, { body: { taskId: id, ids: [...phones] } })).toEqual({ count: 1, held: 0 });
  expect(await stateOf(id)).toBe("paused");
  const log = (await admin.call(operateLogApi.list, { body: page })).list;
  expect(log[0]).toMatchObject({ actionText: "重呼" });
  for (const [state, said] of [
    ["stopped", "任务已停止"],
    ["expired", "任务已过期"],
  ] as const) {
    const task = await over(state);
    const again = admin.call(api.recall, { body: { taskId: task.id, ids: [...task.phones] } });
    expect((await refused(again)).msg).toBe(`${said}，不能重呼`);
    expect((await refused(push(task.id, "13900000002"))).msg).toBe(`${said}，不能再增加号码`);
  }
});
