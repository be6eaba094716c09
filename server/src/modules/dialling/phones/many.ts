/** Numbers of records or of a list into a task, in a job that writes what came of each (B6); made anew it doubles nothing. */
import type { BatchSource } from "@liantai/api/contract/admin";
import { hidesNumbers } from "../../../http/privacy.ts";
import { maskPhone, type AppError } from "@liantai/api/contract";
import type { Cell } from "../../../sheets/index.ts";
import { callerOf, type ExportOwner } from "../../files/index.ts";
import { publish } from "../../topics.ts";
import type { Caller } from "../../../http/routes.ts";
import { taskFor, type PhonesDeps } from "./access.ts";
import { addNumbers, chunkRows, countsOf, refuseOver } from "./adding.ts";
import { setBatch, type BatchCounts } from "./batch-repository.ts";
import { plainNumber, rulesOf, type NumberRow } from "./rows.ts";
import { forJobs } from "../../../ports/database.ts";

export interface ManyParams {
  readonly compId: string;
  readonly taskId: string;
  readonly batchId: string;
  readonly source: BatchSource;
  /** Where they come from, as people call it. */
  readonly from: string;
}

/** What numbers come without, and what is said where their task asks for it: every one of them would be refused. */
interface Lacking {
  readonly consent?: AppError | undefined;
  readonly seat?: AppError | undefined;
}

/** What modules use that have numbers. */
export interface TaskNumbers {
  /** Throws AppError where there is no such task, it is over, asks what they lack, or the caller may not; what the job is to be given. */
  begin(
    caller: Caller,
    given: Pick<ManyParams, "compId" | "taskId" | "source" | "from">,
    lacking?: Lacking,
  ): Promise<ManyParams>;
  /** Rows of a sheet with 结果 last, made while the numbers are added; who asked is told when they are. */
  add(owner: ExportOwner, params: ManyParams, numbers: AsyncIterable<NumberRow>): AsyncGenerator<readonly Cell[]>;
}

export const manyColumns = ["电话号码", "客户姓名", "数据编号", "结果"].map((title) => ({ title }));

async function* chunks(rows: AsyncIterable<NumberRow>): AsyncGenerator<readonly NumberRow[]> {
  let chunk: NumberRow[] = [];
  for await (const row of rows) {
    chunk.push({ ...row, phone: plainNumber(row.phone) });
    if (chunk.length < chunkRows) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

const none: BatchCounts = { count: 0, succeed: 0, failing: 0, repetition: 0, blackList: 0 };
const sum = (a: BatchCounts, b: BatchCounts): BatchCounts => ({
  count: a.count + b.count,
  succeed: a.succeed + b.succeed,
  failing: a.failing + b.failing,
  repetition: a.repetition + b.repetition,
  blackList: a.blackList + b.blackList,
});

async function tell(
  { ports, audit }: PhonesDeps,
  owner: ExportOwner,
  { compId, taskId }: ManyParams,
  { ftype, taskIdentity }: { readonly ftype: number; readonly taskIdentity: string },
  counts: BatchCounts,
): Promise<void> {
  await forJobs(ports.database).tenant(compId, (trx) =>
    audit.write(
      trx,
      { caller: callerOf(owner), address: "", headers: {} },
      {
        ...{ compId, object: "taskPhone", action: "import", id: taskId, name: taskIdentity },
        after: { ...counts },
      },
    ),
  );
  await publish(ports.broker, "message.send", {
    to: { accountId: owner.userId, socketId: owner.socketId },
    message: { type: "fileImportExcel", code: 1, ftype: String(ftype), taskIdentity, ...counts },
  });
}

async function* added(
  deps: PhonesDeps,
  owner: ExportOwner,
  params: ManyParams,
  numbers: AsyncIterable<NumberRow>,
): AsyncGenerator<readonly Cell[]> {
  const { ports } = deps;
  const { compId, taskId, batchId: id, source, from: fileName } = params;
  const task = await taskFor(deps, callerOf(owner), compId, taskId, "keep");
  const hide = hidesNumbers(owner);
  const batch = { id, source, fileName, createdBy: owner.nickName };
  const seen = new Set<string>();
  let counts = none;
  // Of an attempt before this one: all are counted anew.
  await forJobs(ports.database).tenant(compId, (trx) => setBatch(trx, compId, id, none));
  for await (const rows of chunks(numbers)) {
    const refusals = await forJobs(ports.database).tenant(compId, (trx) =>
      addNumbers(ports, trx, { compId, taskId, batch, seen }, rows),
    );
    counts = sum(counts, countsOf(refusals));
    await publish(ports.broker, "task.changed", { compId, taskId });
    for (const [at, { phone, contact, formDataId }] of rows.entries())
      yield [hide ? maskPhone(phone) : phone, contact, formDataId, refusals[at]?.message ?? "已加入任务"];
  }
  await tell(deps, owner, params, task, counts);
}

export const createTaskNumbers = (deps: PhonesDeps): TaskNumbers => ({
  async begin(caller, given, { consent, seat } = {}) {
    const task = await taskFor(deps, caller, given.compId, given.taskId, "keep");
    refuseOver(task, deps.ports.clock.now());
    const rules = rulesOf(task.ftype, task.settings);
    if (rules.marketing && consent) throw consent;
    if (rules.seat === "required" && seat) throw seat;
    return { ...given, batchId: deps.ports.random.id() };
  },
  add: (owner, params, numbers) => added(deps, owner, params, numbers),
});
