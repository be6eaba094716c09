/** Numbers whose last call was answered in vain: found, exported by the same filters, and called again (inventory dialling.md B13). */
import { dialTaskApi, taskPhoneApi as api, type MissedAnswer } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";
import { setHeard, lockAttempt } from "../heard/repository.ts";
import { addPhones, addTask, compId } from "../tasks/testing.ts";

let office: Office;
let admin: Person;
beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
});
afterAll(() => office?.close());

const reached = { state: "done", attempts: 1, lastCode: 200 } as const;
async function made(taskIdentity: string) {
  const id = await addTask(admin, { taskIdentity });
  await addPhones(office, id, [
    { ...reached, contact: "机", lastAnswerer: "machine" },
    { ...reached, contact: "传", lastAnswerer: "fax" },
    { ...reached, contact: "弃", lastAnswerer: "person", lastAbandoned: 1 },
    { ...reached, contact: "人", lastAnswerer: "person" },
    { ...reached, contact: "拒", lastCode: 585 },
  ]);
  return id;
}
const found = async (taskId: string, by: object): Promise<string[]> => {
  const { list } = await admin.call(api.list, { body: { taskId, pageNo: 1, pageSize: 10, ...by } });
  return list.map(({ contact }) => contact);
};

test("D54 numbers are found by who answered last, and by whether that call was abandoned", async () => {
  const id = await made("接听情况");
  expect(await found(id, { answerer: "machine" })).toEqual(["机"]);
  expect((await found(id, { answerer: "person" })).toSorted()).toEqual(["人", "弃"]);
  expect(await found(id, { answerer: "person", abandoned: "1" })).toEqual(["弃"]);
  expect(await found(id, { answerer: "", abandoned: "" })).toHaveLength(5);
  expect((await refused(found(id, { answerer: "robot" }))).fields[0]?.path).toBe("answerer");
});

test("D54 another round takes numbers whose last call a machine or a fax answered, or that was abandoned", async () => {
  const id = await made("再来一轮");
  const recall = (codes: number[], answers: MissedAnswer[]) =>
    admin.call(dialTaskApi.recall, { body: { id, codes, answers } });
  expect((await refused(recall([], []))).fields[0]?.path).toBe("codes");
  expect(await recall([], ["abandoned", "fax"])).toEqual({ count: 2, held: 0 });
  expect((await found(id, { state: "waiting" })).toSorted()).toEqual(["传", "弃"]);
  expect(await recall([585], ["machine"])).toEqual({ count: 2, held: 0 });
  expect(await found(id, { state: "done" })).toEqual(["人"]);
});

test("D54 whoever heard the last call knows better than the detection", async () => {
  const id = await addTask(admin, { taskIdentity: "误判后" });
  const [phoneId] = await addPhones(office, id, [{ ...reached, contact: "误", lastAnswerer: "machine" }]);
  const at = new Date(office.ports.clock.now());
  await office.ports.database.tenant(compId, async (trx) => {
    await trx
      .insertInto("dial_attempt")
      .values({
        ...{
          compId,
          id: "m1",
          callId: "m1",
          taskId: id,
          phoneId: phoneId!,
          batchId: "b",
          phone: "13900000009",
          ftype: 3,
        },
        ...{ attempt: 1, startedAt: at, endedAt: at, answeredAt: at, answerer: "machine", code: 200 },
      })
      .execute();
    const attempt = await lockAttempt(trx, compId, id, "m1");
    await setHeard(trx, compId, attempt!, { heard: "person", heardBy: "甲", abandoned: 1 });
  });
  expect(await found(id, { answerer: "machine" })).toEqual([]);
  expect(await found(id, { answerer: "person", abandoned: "1" })).toEqual(["误"]);
});
