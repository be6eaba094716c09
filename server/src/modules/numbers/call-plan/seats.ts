/** Seats as a call finds them. */
import { isPagePhone } from "@liantai/api/contract";
import { taskGroup } from "@liantai/api/contract/admin";
import { readForwardModes } from "@liantai/api/contract/forward";
import type { Selectable } from "kysely";
import type { SeatTable } from "../../../ports/schema.ts";
import { settingsOf } from "../../seats/index.ts";
import { seatUser } from "../directory.ts";
import { tasksOfAgents } from "../tasks-repository.ts";
import { wrapUpMs, wrapUpRules } from "../wrap-up.ts";
import { findMasking, findSeats, groupsOfAgents } from "../repository.ts";
import type { NumbersDeps } from "./deps.ts";
import type { SeatInfo, Verbs } from "./questions.ts";

export async function hidden(
  deps: NumbersDeps,
  compId: Parameters<Verbs["hidden"]>[0],
  agentIds: Parameters<Verbs["hidden"]>[1],
): ReturnType<Verbs["hidden"]> {
  const { database } = deps;
  if (agentIds.length === 0) return new Map();
  const rows = await database.tenant(compId, (trx) => findMasking(trx, compId, agentIds));
  return new Map(
    rows.flatMap((row) =>
      row.agentId === null ? [] : [[row.agentId, row.isHiddenNum === 1 || row.hiddenGlobalPhone === 1] as const],
    ),
  );
}

export function forwardOf({
  forwardModes,
  forwardTo,
}: Pick<Selectable<SeatTable>, "forwardModes" | "forwardTo">): Pick<SeatInfo, "forward"> {
  const modes = readForwardModes(forwardModes);
  return modes ? { forward: { modes, to: forwardTo } } : {};
}

type Groups = SeatInfo["groups"];

/**
 * In a task it takes the task's calls, and those that come in where the task lets it, before the task's own: whatever priority the task
 * has, it is after that of the seat's groups.
 */
function withTasks(own: Groups, tasks: Awaited<ReturnType<typeof tasksOfAgents>>): Groups {
  if (tasks.length === 0) return own;
  const takesCalls = tasks.every(
    ({ settings: { blending }, waitsFor, takesCalls: shares }) =>
      blending !== "off" && (waitsFor !== "" || (blending === "share" && shares === 1)),
  );
  const last = Math.max(0, ...own.map(({ priority }) => priority));
  return [
    ...(takesCalls ? own : []),
    ...tasks.map(({ id, settings }) => ({
      id: taskGroup(id),
      wrapUpMs: settings.wrapUpS * 1_000,
      level: 1,
      priority: last + settings.priority,
    })),
  ];
}

export const seat = async (
  deps: NumbersDeps,
  compId: Parameters<Verbs["seat"]>[0],
  agentId: Parameters<Verbs["seat"]>[1],
): ReturnType<Verbs["seat"]> => (await readSeats(deps, compId, [agentId])).get(agentId);

export async function readSeats(
  deps: NumbersDeps,
  compId: Parameters<Verbs["seats"]>[0],
  agentIds: Parameters<Verbs["seats"]>[1],
): ReturnType<Verbs["seats"]> {
  const { database } = deps;
  if (agentIds.length === 0) return new Map();
  const [rows, groups, tasks, { conferenceEnds, deviceCheck }] = await database.tenant(
    compId,
    async (trx) =>
      [
        await findSeats(trx, compId, agentIds),
        await groupsOfAgents(trx, compId, agentIds),
        await tasksOfAgents(trx, compId, agentIds),
        await settingsOf(trx, compId),
      ] as const,
  );
  return new Map(
    rows.flatMap((row) => {
      const user = seatUser(row);
      if (row.enabled !== 1 || user === undefined) return [];
      const own = groups
        .filter((g) => g.agentId === row.agentId)
        .map((g) => ({
          id: g.id,
          wrapUpMs: wrapUpMs(g),
          wrapUpRules: wrapUpRules(g),
          level: g.level,
          priority: g.priority,
          ...(g.voicemailOffer === 1
            ? { messages: { groupName: g.name, offerMs: g.voicemailOfferS * 1_000, workMs: g.voicemailWorkS * 1_000 } }
            : {}),
        }));
      return [
        [
          row.agentId,
          {
            compId,
            agentId: row.agentId,
            name: row.name,
            terminalType: row.terminalType,
            ...(row.terminalType === 0
              ? { line: { phone: row.phone, confirm: row.phoneConfirm === 1 } }
              : row.phone
                ? { otherPhone: { phone: row.phone, confirm: row.phoneConfirm === 1 } }
                : {}),
            extension: row.extension ?? "",
            user,
            autoAnswer: row.isAutoAnswer,
            callStyle: row.callStyle,
            ...(row.recordMode === 0 ? { recordsByHand: true } : {}),
            ...(isPagePhone(row.terminalType) && (deviceCheck === "refuse" || deviceCheck === "require")
              ? { deviceCheck }
              : {}),
            ...(conferenceEnds === 1 ? { endsConference: true } : {}),
            groups: withTasks(
              own,
              tasks.filter((t) => t.agentId === row.agentId),
            ),
            ...forwardOf(row),
          },
        ],
      ];
    }),
  );
}
