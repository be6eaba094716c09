/** Numbers by an interface: at most a thousand, checked as an import, and a repeated push counts once. */
import { createHash } from "node:crypto";
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { taskPhoneApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { countNumbers } from "../../../http/number-questions.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { publish } from "../../topics.ts";
import { taskFor, type PhonesDeps } from "./access.ts";
import { addNumbers, countsOf } from "./adding.ts";
import { batchOfKey, type BatchCounts } from "./batch-repository.ts";
import { emptyRow, plainNumber, type NumberRow, type Refusals } from "./rows.ts";
import { lockPositions } from "./task-repository.ts";

type Api = typeof taskPhoneApi;
type Pushed = BodyOf<Api["add"]>["phones"];

const longestKey = 255;
const digestOf = (phones: Pushed): string => createHash("sha256").update(JSON.stringify(phones)).digest("hex");

function keyOf({ headers }: RequestContext): string | undefined {
  const key = headers["idempotency-key"]?.trim();
  if (!key) return undefined;
  if (key.length > longestKey) throw new AppError("invalid", `Idempotency-Key最多${longestKey}个字符`);
  return key;
}

const rowsOf = (phones: Pushed): NumberRow[] =>
  phones.map((one) => ({ ...emptyRow, ...one, phone: plainNumber(one.phone) }));

const replyOf = ({ count, ...counts }: BatchCounts, refusals: Refusals): ReplyOf<Api["add"]> => ({
  ...{ total: count, ...counts, failedFileId: null, password: null, job: null, stopped: null },
  errors: refusals
    .flatMap((refusal, at) => (refusal ? [{ row: at + 1, field: "号码", message: refusal.message }] : []))
    .slice(0, 200),
});

export async function add(
  deps: PhonesDeps,
  { compId: named, taskId, phones }: BodyOf<Api["add"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["add"]>> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, named);
  const task = await taskFor(deps, context.caller, compId, taskId, "keep");
  const key = keyOf(context);
  const pushDigest = digestOf(phones);
  const rows = rowsOf(phones);
  await countNumbers(
    ports.broker,
    context.caller,
    rows.map(({ phone }) => phone),
  );
  const done = await ports.database.tenant(compId, async (trx) => {
    // Of two pushes with one key the second waits for the first.
    await lockPositions(trx, compId, taskId);
    const before = key === undefined ? undefined : await batchOfKey(trx, compId, taskId, key);
    if (before) {
      if (before.pushDigest !== pushDigest) throw new AppError("refused", "该幂等键已用于另一次推送，请更换后重试");
      const { count, succeed, failing, repetition, blackList } = before;
      return { reply: replyOf({ count, succeed, failing, repetition, blackList }, []), news: false };
    }
    const batch = {
      ...{ id: ports.random.id(), source: "interface" as const, fileName: "", createdBy: context.caller.nickName },
      ...(key !== undefined && { idempotencyKey: key, pushDigest }),
    };
    const refusals = await addNumbers(ports, trx, { compId, taskId, batch, seen: new Set() }, rows);
    const counts = countsOf(refusals);
    await audit.write(trx, context, {
      ...{ compId, object: "taskPhone", action: "add", id: taskId, name: task.taskIdentity },
      after: { ...counts },
    });
    return { reply: replyOf(counts, refusals), news: true };
  });
  if (done.news) await publish(ports.broker, "task.changed", { compId, taskId });
  return done.reply;
}
