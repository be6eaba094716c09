/** The checks of numbers, the same for imports, pushes, records of forms and lists (B7): each refused one with what it counts as. */
import { dayMs } from "@liantai/api/contract";
import type { TaskSettings } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import { barredOutside } from "../../trunks/index.ts";
import {
  phonesInList,
  phonesOften,
  phonesThere,
  phonesThereAndElsewhere,
  seatsOfTask,
  seatsThere,
} from "./check-repository.ts";
import { barred, failing, listRules, repeated, rowFault, type NumberRow, type Refusals, type Rules } from "./rows.ts";

/** What numbers are for: a task with its settings, or a list. */
export type Target =
  | {
      readonly compId: string;
      readonly taskId: string;
      readonly settings: TaskSettings;
      readonly rules: Rules;
      /** Numbers of it that are there were taken by an earlier attempt at the same. */
      readonly batchId: string;
    }
  | { readonly compId: string; readonly listId: string };

const none: ReadonlySet<string> = new Set();

/** What the database says of numbers. It may have been asked a moment before: who takes them sees whether the task has one meanwhile. */
export async function knownOf(trx: Trx, target: Target, rows: readonly NumberRow[], now: number) {
  const { compId } = target;
  const phones = rows.map(({ phone }) => phone);
  if ("listId" in target) {
    const [inList, bars] = await Promise.all([
      phonesInList(trx, compId, target.listId, phones),
      barredOutside(trx, compId, phones, "both", new Date(now)),
    ]);
    return {
      there: new Map([...inList].map((phone) => [phone, ""])),
      bars,
      elsewhere: none,
      often: none,
      seats: none,
      members: none,
    };
  }
  const { taskId, settings, rules } = target;
  const { duplicateDays, frequencyDays, frequencyCalls, enterpriseBlacklist } = settings;
  const since = (days: number) => new Date(now - days * dayMs);
  const agents = rules.seat === "none" ? [] : [...new Set(rows.map(({ agentId }) => agentId).filter(Boolean))];
  const [{ there, elsewhere }, bars, often, seats, members] = await Promise.all([
    duplicateDays > 0
      ? phonesThereAndElsewhere(trx, { compId, taskId, since: since(duplicateDays), now: new Date(now) }, phones)
      : phonesThere(trx, compId, taskId, phones).then((found) => ({ there: found, elsewhere: none })),
    barredOutside(trx, compId, phones, enterpriseBlacklist === 1 ? "both" : "system", new Date(now)),
    frequencyDays > 0 ? phonesOften(trx, { compId, since: since(frequencyDays), most: frequencyCalls }, phones) : none,
    agents.length > 0 ? seatsThere(trx, compId, agents) : none,
    agents.length > 0 ? seatsOfTask(trx, { compId, taskId }, agents) : none,
  ]);
  return {
    there: new Map(there.map(({ phone, batchId }) => [phone, batchId])),
    bars,
    elsewhere,
    often,
    seats,
    members,
  };
}

export type Known = Awaited<ReturnType<typeof knownOf>>;

/** `seen`: plain numbers before these in the same file, push or list; those of these are added. */
export async function refusalsOf(
  trx: Trx,
  target: Target,
  rows: readonly NumberRow[],
  { seen, now, known }: { readonly seen: Set<string>; readonly now: number; readonly known?: Known | undefined },
): Promise<Refusals> {
  const rules = "listId" in target ? listRules : target.rules;
  const first = rows.map((row) => {
    const fault = rowFault(row, rules, now);
    if (fault !== "") return failing(fault);
    if (seen.has(row.phone)) return repeated("号码在文件中重复");
    seen.add(row.phone);
    return undefined;
  });
  const left = rows.filter((_, at) => first[at] === undefined);
  if (left.length === 0) return first;
  const { there, bars, elsewhere, often, seats, members } = known ?? (await knownOf(trx, target, left, now));
  const inList = "listId" in target;
  const own = inList ? undefined : target.batchId;
  return rows.map(({ phone, agentId }, at) => {
    if (first[at]) return first[at];
    const batch = there.get(phone);
    if (batch !== undefined && batch !== own) return repeated(inList ? "清单中已有该号码" : "任务中已有该号码");
    if (bars.has(phone)) return barred("号码在黑名单中");
    if (elsewhere.has(phone)) return repeated("其他任务中已有该号码");
    if (often.has(phone) && !inList)
      return failing(`最近${target.settings.frequencyDays}天已外呼${target.settings.frequencyCalls}次及以上`);
    if (rules.seat !== "none" && agentId !== "" && !seats.has(agentId)) return failing(`工号${agentId}不存在`);
    if (rules.seat !== "none" && agentId !== "" && !members.has(agentId))
      return failing(`工号${agentId}不在任务的坐席中`);
    return undefined;
  });
}
