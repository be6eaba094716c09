/** 坐席预览任务: one number at a time is taken, read, dialled and given a result. */
import { AppError, dayMs, formatTime, maskPhone, parseTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { longestPromiseDays, previewCallType, type previewTaskApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { tellOver as tellReminded, type Ended } from "../../reminders/index.ts";
import { serviceOf } from "../../service.ts";
import { joinedTask } from "../../tasks/index.ts";
import { publish } from "../../topics.ts";
import { taskFacts } from "../attempts/facts-repository.ts";
import { lockPhone } from "../attempts/opening-repository.ts";
import { hoursAt, hoursFor } from "../checks/index.ts";
import { heardOf } from "../heard/repository.ts";
import { tellOver } from "../receipts/receipts.ts";
import { planResult } from "../recipes/plan-repository.ts";
import type { PreviewDeps } from "./deps.ts";
import { allowed, inCall, stoppedText } from "./allowed.ts";
import { held, heldOrDue, heldToPromise, nothingDue, refused, type Which } from "./holding.ts";
import { heldMs, holdUntil, isLive, isPassed, skipMs } from "./hand.ts";
import { seatLine } from "./line.ts";
import { attemptsOf, numberOfCall, ownNumber, ownNumbers } from "./list-repository.ts";
import { noted, promise, promiseTaken } from "./promising.ts";
import { presentHand, presentOwn, presentRow, variablesOf, wasDialled } from "./present.ts";
import {
  changeNumber,
  inHand,
  lockHand,
  nextDue,
  settingsOf,
  takeNext,
  type HandChange,
  type ShownPhone,
} from "./repository.ts";
import { refusedNumber } from "./setting-aside.ts";
import { freeStale } from "./stale-repository.ts";

type Api = typeof previewTaskApi;
type Handed = ReplyOf<Api["take"]>;
function seatOf(caller: Caller, named: string | undefined) {
  const compId = compOf(caller, named);
  if (caller.agentId === null) throw new AppError("forbidden");
  return { compId, agentId: caller.agentId };
}

/** The caller's task, joined in this session and running. Throws AppError 'refused'. */
async function running(trx: Trx, caller: Caller, taskId: string, now: number): Promise<void> {
  const task = await joinedTask(trx, caller, taskId, now);
  if ("code" in task) throw refused(task.msg ?? "加入任务失败");
  if (task.type !== 2) throw refused("该任务不是预览外呼任务");
}

/** Nobody's again, where it is a pool's and has no promise. */
const letGo = ({ settings, state }: ShownPhone): HandChange => ({
  takenAt: null,
  claimedUntil: null,
  ...(settings.allotment === "pool" && (state === "retry" || state === "claimed") ? { agentId: "" } : {}),
});

const passOver = (trx: Trx, hand: ShownPhone, now: number): Promise<void> =>
  changeNumber(trx, hand, {
    ...letGo(hand),
    ...{ state: "retry", nextAt: new Date(now + skipMs), skips: hand.skips + 1 },
  });

/** Whether the hand is empty now; throws AppError 'refused' where the seat still has to do something about it. */
async function emptied(trx: Trx, hand: ShownPhone, now: number): Promise<boolean> {
  if (isLive(hand)) throw refused("当前号码正在呼叫中，请先结束通话");
  if (isPassed(hand, hand.settings, now)) {
    await passOver(trx, hand, now);
    return true;
  }
  if (hand.state === "claimed") return false;
  const dialled = wasDialled(hand, await attemptsOf(trx, hand.compId, hand.id));
  if (dialled && hand.settings.results.length > 0 && hand.result === "") throw refused("请先提交当前号码的业务结果");
  await changeNumber(trx, hand, letGo(hand));
  return true;
}

async function handed(trx: Trx, compId: string, caller: Caller, now: number, taskId?: string): Promise<Handed> {
  const agentId = caller.agentId ?? "";
  const hand = await inHand(trx, compId, agentId);
  const due = await nextDue(trx, compId, agentId, taskId);
  return {
    number: hand ? presentHand(hand, await attemptsOf(trx, compId, hand.id), caller, now) : null,
    nextAt: due && formatTime(due),
  };
}

async function take(
  { ports }: PreviewDeps,
  { taskId, compId: named }: BodyOf<Api["take"]>,
  { caller }: RequestContext,
): Promise<Handed> {
  const { compId, agentId } = seatOf(caller, named);
  const now = ports.clock.now();
  let reminded: Ended = [];
  const given = await ports.database.tenant(compId, async (trx) => {
    await lockHand(trx, compId, agentId);
    await running(trx, caller, taskId, now);
    await freeStale(trx, compId, now, heldMs);
    const seen = await inHand(trx, compId, agentId);
    const hand = seen && (await held(trx, compId, agentId, seen, now));
    if (hand && hand.taskId !== taskId && hand.state === "claimed" && !isPassed(hand, hand.settings, now))
      throw refused(`请先处理任务[${hand.taskIdentity}]的号码`);
    const settings = await settingsOf(trx, compId, taskId);
    if (!settings) throw refused("任务不存在");
    if (!hand || (await emptied(trx, hand, now))) {
      await nothingDue(trx, { ...caller, compId }, taskId, settings);
      const id = await takeNext(
        trx,
        { compId, taskId, settings },
        { agentId, now, holdUntil: holdUntil(settings, now) },
      );
      if (id !== undefined) reminded = await promiseTaken(trx, compId, id, now);
    }
    return handed(trx, compId, caller, now, taskId);
  });
  await tellReminded(ports.broker, reminded);
  return given;
}

async function current(
  { ports }: PreviewDeps,
  body: BodyOf<Api["current"]>,
  { caller }: RequestContext,
): Promise<Handed> {
  const { compId } = seatOf(caller, body.compId);
  return ports.database.tenant(compId, (trx) => handed(trx, compId, caller, ports.clock.now()));
}

async function list(
  { ports }: PreviewDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const { compId, agentId } = seatOf(caller, body.compId);
  const { pageNo, pageSize } = body;
  const { rows, total } = await ports.database.tenant(compId, (trx) =>
    ownNumbers(trx, compId, agentId, { ...body, whole: hidesNumbers(caller) }),
  );
  return { list: rows.map((row) => presentOwn(row, caller)), total, pageNo, pageSize };
}

/** Changes the number in hand and says so in the operation log; whoever follows the task is told after the commit. */
async function change(
  { ports, audit }: PreviewDeps,
  which: Which,
  context: RequestContext,
  action: string,
  act: (trx: Trx, hand: ShownPhone, now: number) => Promise<Record<string, unknown> | void>,
  numberFor = held,
): Promise<null> {
  const { caller } = context;
  const { compId, agentId } = seatOf(caller, which.compId);
  const now = ports.clock.now();
  await ports.database.tenant(compId, async (trx) => {
    const hand = await numberFor(trx, compId, agentId, which, now);
    const after = await act(trx, hand, now);
    const name = hand.contact || maskPhone(hand.phone);
    await audit.write(trx, context, {
      ...{ compId, object: "previewNumber", action, id: hand.id, name },
      ...(after ? { after: { taskIdentity: hand.taskIdentity, ...after } } : {}),
    });
  });
  await publish(ports.broker, "task.changed", { compId, taskId: which.taskId });
  return null;
}

const untouched = (hand: ShownPhone): void => {
  if (isLive(hand)) throw refused(inCall);
  if (hand.state !== "claimed") throw refused("该号码已外呼，请提交业务结果");
};

const release = (deps: PreviewDeps, body: BodyOf<Api["release"]>, context: RequestContext): Promise<null> =>
  change(deps, body, context, "releaseNumber", async (trx, hand) => {
    untouched(hand);
    await changeNumber(trx, hand, { ...letGo(hand), state: hand.nextAt === null ? "waiting" : "retry" });
  });

const skip = (deps: PreviewDeps, body: BodyOf<Api["skip"]>, context: RequestContext): Promise<null> =>
  change(deps, body, context, "skip", async (trx, hand, now) => {
    untouched(hand);
    const { skips } = hand.settings;
    if (hand.skips >= skips) throw refused(skips === 0 ? "该任务不允许跳过号码" : `该号码已跳过${skips}次，不能再跳过`);
    await passOver(trx, hand, now);
  });

/** Nothing is dialled here: the bar does that over its own link, and is asked again there. */
async function dial(
  { ports, refs }: PreviewDeps,
  body: BodyOf<Api["dial"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["dial"]>> {
  const { compId, agentId } = seatOf(caller, body.compId);
  const now = ports.clock.now();
  const { hand, why } = await ports.database.tenant(compId, async (trx) => {
    const hand = await held(trx, compId, agentId, body, now);
    await running(trx, caller, hand.taskId, now);
    const locked = await lockPhone(trx, compId, hand.id, now);
    const may = await allowed(trx, hand, locked?.attemptsToday ?? 0, { now, law: ports.dialHours });
    // Committed: a number that is refused leaves the hand.
    if (may.why !== undefined) return { hand, why: await refusedNumber(trx, hand, may, now) };
    const line = await seatLine(trx, hand, now);
    if (line.why !== undefined) throw refused(line.why);
    return { hand, why: undefined };
  });
  if (why !== undefined) {
    await publish(ports.broker, "task.changed", { compId, taskId: hand.taskId });
    throw refused(why);
  }
  const { id, phone, contact } = hand;
  const ref = refs.seal({ compId, agentId }, { number: phone, object: "previewNumber", id, name: contact });
  return { ref, callType: previewCallType };
}

/** The seat's words; of a result that the task does not have it is said which there are. */
function outcomeOf({ settings }: ShownPhone, { result, remark }: { readonly result: string; readonly remark: string }) {
  if (result !== "" && !settings.results.includes(result))
    throw fieldRefusal("result", "业务结果", `业务结果应为：${settings.results.join("、")}`);
  return { result, remark };
}

async function reschedule(deps: PreviewDeps, body: BodyOf<Api["reschedule"]>, context: RequestContext): Promise<null> {
  let reminded: Ended = [];
  const give = async (trx: Trx, hand: ShownPhone, now: number) => {
    const refuse = (text: string): AppError => fieldRefusal("nextAt", "预约时间", text);
    if (isLive(hand)) throw refused("通话结束后才能预约回呼");
    if (hand.state === "stopped") throw refused(`${stoppedText(hand)}，不能预约回呼`);
    const outcome = outcomeOf(hand, body);
    const at = parseTime(body.nextAt);
    if (!at || at.getTime() <= now) throw refuse("预约时间应晚于当前时间");
    if (at.getTime() > now + longestPromiseDays * dayMs) throw refuse(`预约时间应在${longestPromiseDays}天内`);
    const facts = await taskFacts(trx, hand.compId, hand.taskId, deps.ports.dialHours);
    const hours = facts && hoursAt(hoursFor(facts.hours, facts.settings.regions, hand.place), at.getTime());
    if (!hours?.open) throw refuse("预约时间不在该任务可以外呼的时间内");
    if (hand.attempts >= hand.settings.inAll) throw refused(`该号码已拨打${hand.attempts}次，达到总次数上限`);
    reminded = await promise(trx, hand, at, outcome, now);
    if (outcome.result !== "" && hand.attempts > 0) await planResult(trx, hand, now);
    return { nextAt: body.nextAt, ...outcome };
  };
  await change(deps, body, context, "reschedule", give, heldToPromise);
  await tellReminded(deps.ports.broker, reminded);
  return null;
}

async function result(deps: PreviewDeps, body: BodyOf<Api["result"]>, context: RequestContext): Promise<null> {
  let reminded: Ended = [];
  const give = async (trx: Trx, hand: ShownPhone, now: number) => {
    const outcome = outcomeOf(hand, body);
    if (outcome.result === "" && hand.settings.results.length > 0)
      throw fieldRefusal("result", "业务结果", "请选择业务结果");
    if (hand.state === "claimed") throw refused("请先外呼该号码，再提交业务结果");
    const done = body.finish === 1 && hand.state === "retry";
    const after = done ? { ...hand, state: "done" as const } : hand;
    await changeNumber(trx, hand, {
      ...outcome,
      ...{ resultDue: 0 },
      ...(done ? { state: "done", nextAt: null } : {}),
      ...(isLive(hand) ? {} : letGo(after)),
    });
    reminded = await noted(trx, hand, outcome.result, now);
    await planResult(trx, hand, now);
    await tellOver(trx, hand.compId, [hand.id], now);
    return outcome;
  };
  await change(deps, body, context, "previewResult", give, heldOrDue);
  await tellReminded(deps.ports.broker, reminded);
  return null;
}

async function ofCall(
  { ports }: PreviewDeps,
  body: BodyOf<Api["ofCall"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["ofCall"]>> {
  const { compId, agentId } = seatOf(caller, body.compId);
  const { callId = "", phoneId = "" } = body;
  const phone = await ports.database.tenant(compId, (trx) =>
    callId === "" ? ownNumber(trx, compId, phoneId, agentId) : numberOfCall(trx, compId, callId, agentId),
  );
  if (!phone) return { number: null };
  const { formId, amd } = phone.settings;
  const heard = callId === "" ? "" : await ports.database.tenant(compId, (trx) => heardOf(trx, compId, callId));
  const form = { formId, formDataId: phone.formDataId, detects: amd === 1, heard };
  return { number: { ...presentRow(phone, caller), variables: variablesOf(phone, caller), ...form } };
}

export const createPreviewService = (deps: PreviewDeps) =>
  serviceOf(deps, { list, current, take, release, skip, dial, reschedule, result, ofCall });
