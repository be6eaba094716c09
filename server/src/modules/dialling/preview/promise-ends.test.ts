/** What was promised and told already: pages forget it once nobody may call the number any more. */
import { formatTime, minuteMs } from "@liantai/api/contract";
import { blackListApi, blackListTypes, previewTaskApi } from "@liantai/api/contract/admin";
import type { Office } from "../../../testing/office.ts";
import { subscribe } from "../../topics.ts";
import { previewDesk } from "../testing/preview-desk.ts";

const compId = "100001";
let office: Office;
const { made, took, called, result } = previewDesk((desk) => ({ office } = desk));

const doneAt = async (id: string) =>
  (
    await office.ports.database.tenant(compId, (trx) =>
      trx.selectFrom("reminder").select("doneAt").where("subject", "=", `promise/${id}`).executeTakeFirstOrThrow(),
    )
  ).doneAt;
let numbers = 0;
const newNumber = () => `132${String((numbers += 1)).padStart(8, "0")}`;

/** A number that was promised and told, and one that is another's. */
async function shown() {
  const { clock } = office.ports;
  const number = newNumber();
  const soon = clock.now() + minuteMs;
  const promised = async (phone: string) => {
    const taskId = await made({ results: [] }, { count: 1, phone: () => ({ phone }) });
    const { id } = await took(taskId);
    await office.agent.call(previewTaskApi.reschedule, { body: { taskId, id, nextAt: formatTime(soon) } });
    return id;
  };
  const [id, other] = [await promised(number), await promised(newNumber())];
  await clock.advance(minuteMs);
  return { number, id, other, told: { type: "reminderOver", reminder: `promise/${id}/${soon}`, withdrawn: 0 } };
}

async function toldOver(id: string, work: () => Promise<unknown>): Promise<readonly unknown[]> {
  const told: unknown[] = [];
  const end = await subscribe(office.ports.broker, "message.send", ({ message }) => {
    if (message.type === "reminderOver") told.push(message);
  });
  await work();
  for (let tries = 0; ((await doneAt(id)) === null || told.length === 0) && tries < 50; tries += 1)
    await new Promise(setImmediate);
  await end();
  return told;
}

const bar = (phone: string, blackListCallType: 0 | 1 | 2, isPrefix: 0 | 1 = 0) =>
  office.administrator.call(blackListApi.add, {
    body: { blackListType: blackListTypes.enterprise, phone, isPrefix, blackListCallType, remark: "" } as never,
  });

test.each([0, 1] as const)(
  "D69 a number that comes onto the blacklist, prefix %i, is forgotten by the page",
  async (isPrefix) => {
    const { number, id, other, told } = await shown();
    expect(await toldOver(id, () => bar(number, 1, isPrefix))).toEqual([told]);
    expect([await doneAt(id), await doneAt(other)]).toEqual([expect.any(Date), null]);
  },
);

test("D69 a bar of calls that come in ends no promise", async () => {
  const { number, id } = await shown();
  expect(await toldOver(id, () => bar(number, 0))).toEqual([]);
});

test("D69 a complaint in another task is forgotten by the page, and another result is not", async () => {
  const { number, id, other, told } = await shown();
  const results = ["客户投诉", "成功"];
  const inTask = async (outcome: string) => {
    const taskId = await made({ results, retries: [] }, { count: 1, phone: () => ({ phone: number }) });
    const hand = await took(taskId);
    await called(taskId, number, 594);
    await result(taskId, hand.id, outcome);
  };
  expect(await toldOver(id, () => inTask("成功"))).toEqual([]);
  expect(await toldOver(id, () => inTask("客户投诉"))).toEqual([told]);
  expect([await doneAt(id), await doneAt(other)]).toEqual([expect.any(Date), null]);
});
