/**
 * E19 of dialling for previews: a seat's call that never came to the customer is no attempt, and the ledger has one entry for each INVITE.
 * The real engine and database, virtual time, a scripted switch.
 */
import type { EndCause } from "@liantai/api/contract";
import type { RequestContext } from "../http/routes.ts";
import { attempts, joins, ledger, phones, progress } from "../testing/dial-floor.ts";
import { testSealer } from "../testing/seeded.ts";
import { seatCaller } from "../testing/who.ts";
import { createAudit } from "./audit/index.ts";
import { createDialRefs } from "./dial-refs/index.ts";
import { createPreviewGate, verifyLedgers } from "./dialling/index.ts";
import { startClosing } from "./dialling/preview/closing.ts";
import { createPreviewService } from "./dialling/preview/service.ts";
import { makePreviewTask } from "./dialling/testing/preview-task.ts";
import { taskAnswered } from "./telephony/cti/tasks.ts";
import type { CallTask } from "./telephony/tasks.ts";
import { allowAll } from "./telephony/screening.ts";
import { stagesOf, type Page, type Stage, type StageOptions } from "./telephony/testing/stage.ts";
import { publish } from "./topics.ts";

const [one, two, nowhere] = ["13800138001", "13800138002", "13800138003"] as const;
let s: Stage;
let page: Page;
let customer: string;
let taskId: string;
let invites: string[];
let endClosing: (() => Promise<void>) | undefined;
let refuses: EndCause | undefined;
let made = 0;
const screen: StageOptions["screen"] = async (question) =>
  refuses ? { ok: false, cause: refuses, reason: "达到呼叫限制" } : allowAll(question);
const stage = stagesOf((it) => (s = it), { screen, group: { wrapUpS: 0 } });
afterEach(() => endClosing?.());

/** A running preview task, and a seat with its first number to come. */
beforeEach(async () => {
  [invites, refuses] = [[], undefined];
  await stage();
  const { compId, ports, sw } = s;
  endClosing = await startClosing(ports);
  customer = await s.called(one);
  sw.on((event) => {
    if (event.type === "ringing" && sw.request(event.leg)?.to === customer) invites.push(one);
  });
  taskId = `preview${(made += 1)}`;
  const numbers = (at: number) => ({ phone: at === 0 ? one : two });
  await makePreviewTask(ports, {
    ...{ compId, id: taskId, agentIds: ["1001"], count: 2, phone: numbers },
    settings: { order: "first", results: ["成功"] },
  });
  page = await s.ready("1001");
  await joins(s, taskId, "1001");
});

const seat = () => seatCaller({ compId: s.compId, agentId: "1001", sessionId: `${s.compId}-s-1001` });
const take = async () => {
  const { ports } = s;
  const refs = createDialRefs({ sealer: testSealer, clock: ports.clock });
  const service = createPreviewService({ ports, audit: createAudit(ports), refs });
  const context = { caller: seat(), address: "", headers: {} } as unknown as RequestContext;
  return (await service.take({ taskId } as never, context)).number!;
};

/** As the CTI link does it: the attempt is committed, the engine is asked, and an answer that names no call takes it back. */
async function dials(number: string) {
  const { compId, ports } = s;
  const gate = createPreviewGate(ports);
  const begun = await ports.database.tenant(compId, (trx) => gate.begin(trx, seat(), taskId, number));
  if ("code" in begun) throw new Error(begun.msg);
  const task: CallTask = { type: 2, id: taskId, identity: "预览", ...begun };
  const fields = { number, task: JSON.stringify(task) };
  const reply = await page.command("makeCall", fields);
  await taskAnswered({ notCalled: gate.withdraw } as never, compId, fields, reply);
  await s.settle();
  return reply;
}

async function enterprise(change: { readonly forbidden?: number; readonly isWhite?: number }) {
  await s.ports.database.system((trx) =>
    trx.updateTable("enterprise").set(change).where("compId", "=", s.compId).execute(),
  );
  await publish(s.ports.broker, "enterprise.changed", { compId: s.compId });
  await s.settle();
}
const entries = async () =>
  (await ledger(s)).map(({ kind, body }) => {
    const { withdrawn, cause } = JSON.parse(body) as { readonly withdrawn?: boolean; readonly cause?: string };
    return withdrawn ? [kind, "withdrawn", cause] : [kind];
  });

/** Nothing went out, the number is where it was, and the ledger says so. */
async function wasNone(cause: unknown): Promise<void> {
  expect(invites).toEqual([]);
  expect(await attempts(s, taskId)).toEqual([]);
  expect((await phones(s, taskId))[0]).toMatchObject({
    ...{ state: "claimed", attempts: 0, attemptsToday: 0, agentId: "1001", lastCode: null, nextAt: null },
    takenAt: expect.any(Date),
  });
  expect(await progress(s, taskId)).toMatchObject({ live: 1, waiting: 1, done: 0, attempts: 0 });
  expect(await entries()).toEqual([["dialled"], ["ended", "withdrawn", cause]]);
}

test.each([
  ["a call limit", "barred"],
  ["a blacklist", "blacklisted"],
] as const)("E19 D57 a preview that %s refuses is no attempt, and goes out when it may", async (_, cause) => {
  await take();
  refuses = cause;
  expect(await dials(one)).toMatchObject({ code: -403 });
  await wasNone(cause);
  refuses = undefined;
  expect(await dials(one)).toMatchObject({ code: 1 });
  expect(invites).toEqual([one]);
});

test("E19 D57 an enterprise in arrears loses no number by a press", async () => {
  await take();
  await enterprise({ forbidden: 0, isWhite: 0 });
  expect(await dials(one)).toMatchObject({ code: -403 });
  await wasNone("arrears");
});

test("E19 D57 the seat's own telephone is not answered: the customer's was never asked for", async () => {
  await take();
  s.sw.autoAnswers = false;
  await dials(one);
  s.sw.leave(s.sw.at(page.user)[0]!, "busy");
  await s.settle();
  await wasNone(expect.any(String));
});

test("E19 D57 a number that is nowhere", async () => {
  await take();
  await s.ports.database.tenant(s.compId, (trx) =>
    trx.updateTable("dial_phone").set({ phone: nowhere }).where("phone", "=", one).execute(),
  );
  await dials(nowhere);
  await wasNone("numberUnknown");
});

test("D57 a further press that is refused leaves the number as its last call left it", async () => {
  await take();
  await dials(one);
  s.sw.leave(s.sw.at(customer)[0]!, "no-answer", { sipCode: 480, rang: true });
  await s.settle();
  await s.advance(1_000);
  const left = (await phones(s, taskId))[0]!;
  const counted = await progress(s, taskId);
  expect(left).toMatchObject({ lastCode: 594, attempts: 1, takenAt: expect.any(Date) });
  expect(["done", "retry"]).toContain(left.state);
  refuses = "barred";
  expect(await dials(one)).toMatchObject({ code: -403 });
  const { state, nextAt, attempts: tried } = (await phones(s, taskId))[0]!;
  expect({ state, nextAt, tried }).toEqual({ state: left.state, nextAt: left.nextAt, tried: 1 });
  expect(await progress(s, taskId)).toEqual(counted);
});

test("E19 each INVITE of a preview has one entry and its end, whatever was refused before", async () => {
  await take();
  refuses = "barred";
  await dials(one);
  refuses = undefined;
  await dials(one);
  s.sw.leave(s.sw.at(customer)[0]!, "no-answer", { sipCode: 480, rang: true });
  await s.settle();
  await s.advance(1_000);
  expect(invites).toEqual([one]);
  expect(await attempts(s, taskId)).toMatchObject([{ phone: one, attempt: 1, code: 594 }]);
  expect(await entries()).toEqual([["dialled"], ["ended", "withdrawn", "barred"], ["dialled"], ["ended"]]);
  const books = (await verifyLedgers(s.ports.database)).find(({ compId }) => compId === s.compId);
  expect(books).toEqual({ compId: s.compId, entries: 4, untold: 0 });
});
