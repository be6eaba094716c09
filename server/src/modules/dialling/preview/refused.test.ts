/** A number in hand that may not be called does not keep its seat: it goes, and the next one comes. */
import { dayMs } from "@liantai/api/contract";
import { previewTaskApi } from "@liantai/api/contract/admin";
import { refused, type Office } from "../../../testing/office.ts";
import { readProgress } from "../progress-repository.ts";
import { previewDesk } from "../testing/preview-desk.ts";
import { phoneAt } from "../testing/preview-task.ts";

const compId = "100001";
let office: Office;
const { shownAt, made, take, took, act, begin, called, result } = previewDesk((desk) => ({ office } = desk));

const bar = (phone: string) =>
  office.ports.database.system((trx) =>
    trx
      .insertInto("black_list")
      .values({
        ...{ compId, id: `bar-${phone}`, phone, isPrefix: 0, callType: 1, createdBy: "" },
        createdAt: new Date(office.ports.clock.now()),
      })
      .execute(),
  );
const counts = async (taskId: string) => {
  const [row] = await office.ports.database.tenant(compId, (trx) => readProgress(trx, compId, [taskId]));
  return { waiting: row!.waiting, live: row!.live, retry: row!.retry, skipped: row!.skipped };
};
const own = async (taskId: string) =>
  (await office.agent.call(previewTaskApi.list, { body: { taskId, pageNo: 1, pageSize: 10 } })).list;
const told = (taskId: string) =>
  office.ports.database.tenant(compId, async (trx) =>
    (await trx.selectFrom("dial_ledger").selectAll().where("taskId", "=", taskId).orderBy("seq").execute()).map(
      ({ kind, body }) => ({ kind, ...(JSON.parse(body) as Record<string, unknown>) }),
    ),
  );
const phone = (at: number) => ({ phone: `137${String(at).padStart(8, "0")}` });

test("D62 a number barred after its import is skipped with the reason, whoever asks, and the seat has the next", async () => {
  const id = await made({ results: ["成功"], skips: 0 }, { phone });
  const first = await took(id);
  await bar(phone(0).phone);
  expect((await refused(act("dial", id, first.id))).msg).toBe("号码在黑名单中，不能外呼，已跳过");
  expect(await counts(id)).toEqual({ waiting: 2, live: 0, retry: 0, skipped: 1 });
  expect(await own(id)).toMatchObject([{ id: first.id, state: "skipped", reason: "号码在黑名单中" }]);
  expect((await took(id)).id).toBe(`${id}-1`);
  // At the gate of the CTI link, too.
  await bar(phone(1).phone);
  expect(await begin(id, phone(1).phone)).toEqual({ code: -403, msg: "号码在黑名单中，不能外呼，已跳过" });
  expect((await took(id)).id).toBe(`${id}-2`);
  expect(await counts(id)).toEqual({ waiting: 0, live: 1, retry: 0, skipped: 2 });
  expect(await told(id)).toMatchObject([
    { kind: "skipped", check: "blacklist", state: "skipped", nextAt: null },
    { kind: "skipped", check: "blacklist", state: "skipped", nextAt: null },
  ]);
});

test("D62 a number over its frequency comes back when the days leave room, and is nobody's of a pool until then", async () => {
  const before = await made({ results: [], retries: [] }, { count: 1 });
  await took(before);
  const at = office.ports.clock.now();
  await called(before, phoneAt(0), 200);
  const id = await made({ frequencyDays: 1, frequencyCalls: 1, skips: 0 }, { count: 2 });
  const first = await took(id);
  const { msg } = await refused(act("dial", id, first.id));
  expect(msg).toMatch(/^近 1 天已呼叫 1 次，频次上限 1 次，不能外呼，\d{4}-\d\d-\d\d \d\d:\d\d后再拨$/);
  expect(await counts(id)).toEqual({ waiting: 1, live: 0, retry: 1, skipped: 0 });
  expect((await took(id)).phone).toBe(shownAt(1));
  const [row] = await office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_phone").select(["nextAt", "agentId", "reason"]).where("id", "=", first.id).execute(),
  );
  expect(row).toMatchObject({ agentId: "", reason: "近 1 天已呼叫 1 次，频次上限 1 次" });
  expect(row!.nextAt!.getTime()).toBe(at + dayMs + 1);
});

test("D62 one that was dialled and may not be called again stays for its result", async () => {
  const id = await made(
    { frequencyDays: 1, frequencyCalls: 1, retries: [] },
    { count: 1, phone: (at) => phone(at + 7) },
  );
  const first = await took(id);
  await called(id, phone(7).phone, 594);
  expect((await refused(act("dial", id, first.id))).msg).toMatch(/不能外呼$/);
  await result(id, first.id, "考虑");
  expect((await take(id)).number).toBeNull();
});
