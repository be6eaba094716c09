/** 谢绝来电 (D11): a customer who wants no calls is on the enterprise's blacklist at once, and is taken out of all of its tasks. */
import type { Ports } from "../../../ports/index.ts";
import { numbersMeant } from "../../numbers/index.ts";
import { publish, subscribe } from "../../topics.ts";
import { barNumber } from "../../trunks/index.ts";
import { countProgress, moveProgress, type ProgressChange } from "../progress-repository.ts";
import { endPromises, tellPromises, type EndedPromises } from "../promises.ts";
import { tellOver } from "../receipts/receipts.ts";
import { markRefused, phoneOf, skipPhones, undialled } from "./repository.ts";

export const refusalReason = "客户拒绝来电";
const barredFor = "客户拒绝";

export interface Refusal {
  readonly compId: string;
  readonly number: string;
  /** '': it is no number of a task. */
  readonly phoneId?: string;
  /** In which call he said so: it counts against the number that was shown. */
  readonly callId?: string;
  /** How he said so. */
  readonly by: string;
}

/** Numbers that were to be dialled, and are not. */
export interface Refused {
  readonly taskId: string;
  readonly phoneId: string;
}

const added = (all: ProgressChange, more: ProgressChange): ProgressChange => {
  const sum: Record<string, number> = { ...all };
  for (const [name, by] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + by;
  return sum;
};

/** Said again it changes nothing more, and nobody is in the list again. */
export async function refuse(
  { database, broker, clock, random }: Pick<Ports, "database" | "broker" | "clock" | "random">,
  { compId, number, phoneId = "", callId = "", by }: Refusal,
): Promise<readonly Refused[]> {
  let promises: EndedPromises = [];
  const refused = await database.tenant(compId, async (trx) => {
    if (callId !== "") await markRefused(trx, compId, callId);
    const ofRow = phoneId === "" ? undefined : await phoneOf(trx, compId, phoneId);
    const phones = [...new Set([ofRow ?? "", number, ...numbersMeant(ofRow ?? number)])].filter((one) => one !== "");
    if (phones.length === 0) return [];
    const barred = { id: random.id(), phone: numbersMeant(ofRow ?? number).at(-1) ?? number };
    await barNumber(trx, compId, { ...barred, remark: `${barredFor}：${by}`, at: new Date(clock.now()) });
    const rows = await undialled(trx, compId, phones);
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    await skipPhones(trx, compId, ids, refusalReason);
    const byTask = new Map<string, ProgressChange>();
    for (const { taskId, state } of rows)
      byTask.set(taskId, added(byTask.get(taskId) ?? {}, moveProgress(state, "skipped")));
    for (const [taskId, change] of [...byTask].sort(([a], [b]) => (a < b ? -1 : 1)))
      await countProgress(trx, compId, taskId, change);
    promises = await endPromises(trx, compId, ids, clock.now());
    await tellOver(trx, compId, ids, clock.now());
    return rows.map(({ id, taskId }) => ({ phoneId: id, taskId }));
  });
  for (const taskId of new Set(refused.map((one) => one.taskId)))
    await publish(broker, "task.changed", { compId, taskId });
  await tellPromises({ broker, clock }, promises);
  return refused;
}

/** told: for the compliance ledger. */
export function startRefusals(
  ports: Pick<Ports, "database" | "broker" | "clock" | "random" | "logger">,
  told: (refusal: Refusal, refused: readonly Refused[]) => Promise<void> = async () => {},
): Promise<() => Promise<void>> {
  return subscribe(ports.broker, "call.refused", ({ compId, callId, number, phoneId, by }) => {
    const refusal = { compId, callId, number, phoneId, by };
    refuse(ports, refusal)
      .then((refused) => told(refusal, refused))
      .catch((error: unknown) => ports.logger.error({ error, compId }, "a customer's refusal was not kept"));
  });
}
