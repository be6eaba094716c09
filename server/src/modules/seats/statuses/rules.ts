/** What the call engine asks of custom statuses: what one is, whether a seat may enter it, and whom to tell. */
import { dayOf, minuteMs } from "@liantai/api/contract";
import type { Ports } from "../../../ports/index.ts";

import { publish } from "../../topics.ts";
import { enter, overtime, type Entry, type Overtime, type StatusLimits } from "../status-limits.ts";
import {
  agentsOfGroup,
  enteredSince,
  findStatus,
  mayUse,
  monitorsAbove,
  seatOf,
  type StatusRow,
} from "./repository.ts";

export interface StatusEntry {
  readonly id: string;
  readonly name: string;
  readonly entry: Extract<Entry, { kind: "entered" }>;
  /** When it lasts too long. */
  readonly overtime: Overtime;
  /** Asked again when the status is entered later, after the call. */
  readonly maxMs: number;
}

export interface CustomStatuses {
  /**
   * Whether a seat may enter a status now. `others`: who is in it at this moment, without the seat; the engine knows that
   * better than any row. A refusal is a sentence for the agent.
   */
  admit(
    compId: string,
    agentId: string,
    statusId: string,
    others: readonly string[],
  ): Promise<StatusEntry | { readonly refused: string }>;
  /** Tells the agent and its monitors. */
  warn(compId: string, agentId: string, message: string): Promise<void>;
}

export const limitsOf = (row: StatusRow): StatusLimits => ({
  maxAtOnce: row.maxAtOnce,
  maxAtOnceGroup: row.maxAtOnceGroup,
  maxMinutes: row.maxMinutes,
  maxPerDay: row.maxPerDay,
  overEntry: row.overEntry,
  overTime: row.overTime,
});

export function createCustomStatuses({
  database,
  clock,
  broker,
  random,
}: Pick<Ports, "database" | "clock" | "broker" | "random">): CustomStatuses {
  return {
    admit: (compId, agentId, statusId, others) =>
      database.tenant(compId, async (trx) => {
        const row = await findStatus(trx, compId, statusId);
        const seat = await seatOf(trx, compId, agentId);
        if (!row || !seat || row.enabled !== 1) return { refused: "该自定义状态不存在或已停用" };
        if (!(await mayUse(trx, compId, agentId, statusId))) return { refused: `您不能使用“${row.name}”` };
        const limits = limitsOf(row);
        const now = clock.now();
        const group =
          limits.maxAtOnceGroup > 0 && seat.groupId !== null
            ? new Set(await agentsOfGroup(trx, compId, seat.groupId))
            : undefined;
        const today = limits.maxPerDay > 0 ? await enteredSince(trx, compId, agentId, statusId, dayOf(now).from) : 0;
        const entry = enter(
          row.name,
          limits,
          { atOnce: others.length, atOnceGroup: group ? others.filter((id) => group.has(id)).length : 0, today },
          now,
        );
        return entry.kind === "refused"
          ? { refused: entry.message }
          : {
              id: row.id,
              name: row.name,
              entry,
              overtime: overtime(row.name, limits),
              maxMs: limits.maxMinutes * minuteMs,
            };
      }),
    async warn(compId, agentId, message) {
      const { seat, monitors } = await database.tenant(compId, async (trx) => ({
        seat: await seatOf(trx, compId, agentId),
        monitors: await monitorsAbove(trx, compId, agentId),
      }));
      const notify = (to: string, text: string) =>
        publish(broker, "message.send", {
          to: { compId, agentId: to },
          message: { type: "msgNotify", id: `status-${random.id()}`, title: "状态提醒", text, level: "warning" },
        });
      await notify(agentId, message);
      for (const monitor of monitors) await notify(monitor, `坐席${seat?.name ?? ""}（${agentId}）：${message}`);
    },
  };
}
