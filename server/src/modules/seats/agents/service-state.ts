/** What is done to seats without their form: in and out of service, passwords, chats at once, following. */
import { updateSeatAccounts } from "../../auth/index.ts";
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { agentApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { Trx } from "../../../ports/database.ts";
import type { Audit } from "../../audit/index.ts";
import { checkTakeOver } from "../../../http/hidden-number.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { hashPassword, randomPassword } from "../../system/index.ts";
import { publish } from "../../topics.ts";
import { initialPasswordLength, type SeatsDeps } from "../deps.ts";
import { serviceOf } from "../../service.ts";
import { mayGovern } from "./policy.ts";
import { findAgent, findAgents, findSetting, saveSetting, setWatch, updateSeat } from "./repository.ts";
import { refuseInCall, settingsOf } from "./checks.ts";

type Body<K extends keyof typeof agentApi> = BodyOf<(typeof agentApi)[K]>;

interface Seats {
  readonly compId: string;
  readonly rows: Awaited<ReturnType<typeof findAgents>>;
  readonly on: boolean;
}

/** On, or on their way out. */
export async function putInService(trx: Trx, audit: Audit, context: RequestContext, { compId, rows, on }: Seats) {
  const ids = rows.map((row) => row.agentId);
  if (ids.length === 0) return;
  await updateSeat(trx, compId, ids, { enabled: on ? 1 : 0 });
  await updateSeatAccounts(trx, compId, ids, { enabled: on ? 1 : 2 });
  for (const row of rows)
    await audit.write(trx, context, {
      compId,
      object: "seat",
      action: on ? "enable" : "disEnable",
      id: row.agentId,
      name: row.name,
      before: { enable: on ? 0 : 1 },
      after: { enable: on ? 1 : 0 },
    });
}

async function enable(
  deps: SeatsDeps,
  body: Body<"enable">,
  context: RequestContext,
  on: boolean,
): Promise<{ count: number }> {
  const compId = compOf(context.caller, body.compId);
  const { ports, audit, leaving } = deps;
  const changed = await ports.database.tenant(compId, async (trx) => {
    const rows = (await findAgents(trx, compId, body.ids)).filter((row) =>
      on ? row.enabled !== 1 || row.accountEnabled !== 1 : row.enabled === 1,
    );
    await putInService(trx, audit, context, { compId, rows, on });
    return rows;
  });
  for (const { agentId } of changed) {
    await publish(ports.broker, "seat.changed", { compId, agentId });
    if (!on) await leaving.begin(compId, agentId);
  }
  return { count: changed.length };
}

async function reloadPassword(
  deps: SeatsDeps,
  body: Body<"reloadPassword">,
  context: RequestContext,
): Promise<ReplyOf<typeof agentApi.reloadPassword>> {
  const compId = compOf(context.caller, body.compId);
  const { ports, audit, auth } = deps;
  const { agentId } = body;
  const row = await ports.database.tenant(compId, (trx) => findAgent(trx, compId, agentId));
  if (!row) throw new AppError("notFound", "坐席不存在");
  checkTakeOver(context.caller, row);
  // Its sessions end, and with them the call.
  await refuseInCall(deps, compId, row, "请在通话结束后重置密码");
  const password = randomPassword(ports.random, initialPasswordLength);
  const hash = await hashPassword(password);
  await ports.database.tenant(compId, async (trx) => {
    await updateSeatAccounts(trx, compId, [agentId], {
      passwordHash: hash,
      passwordChangedAt: new Date(ports.clock.now()),
      passwordDeferredAt: null,
      mustChange: 1,
      failedCount: 0,
      lockedUntil: null,
    });
    await audit.write(trx, context, {
      compId,
      object: "seat",
      action: "resetPassword",
      id: agentId,
      name: row.name,
      before: { password: "old" },
      after: { password: "new" },
    });
  });
  await auth.endSessions({ accountId: row.accountId }, "password");
  return { agentId, password };
}

function getMaxSession(
  deps: SeatsDeps,
  body: Body<"getMaxSession">,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof agentApi.getMaxSession>> {
  const compId = compOf(caller, body.compId);
  const agentId = body.agentId || caller.agentId;
  return deps.ports.database.tenant(compId, async (trx) => {
    const { chatMax: maxSession, ...others } = await settingsOf(trx, compId);
    const agentMaxSession = agentId ? ((await findAgent(trx, compId, agentId))?.chatMax ?? null) : null;
    return { maxSession, agentMaxSession, ...others };
  });
}

async function saveMaxSession(
  deps: SeatsDeps,
  body: Body<"saveMaxSession">,
  context: RequestContext,
): Promise<{ count: number }> {
  const compId = compOf(context.caller, body.compId);
  const { ports, audit } = deps;
  const saved = await ports.database.tenant(compId, async (trx) => {
    if (body.agentIds.length === 0) {
      const before = await findSetting(trx, compId);
      const now = await settingsOf(trx, compId);
      const after = {
        compId,
        chatMax: body.maxSession ?? now.chatMax,
        idDigits: body.idDigits ?? now.idDigits,
        localPhonePort: body.localPhonePort ?? now.localPhonePort,
        deviceCheck: body.deviceCheck ?? now.deviceCheck,
        conferenceEnds: body.conferenceEnds ?? now.conferenceEnds,
        shortAbandonS: body.shortAbandonS ?? now.shortAbandonS,
      };
      await saveSetting(trx, after);
      await audit.write(trx, context, {
        compId,
        object: "seatSetting",
        action: "update",
        id: compId,
        name: "坐席设置",
        before: before ?? {},
        after,
      });
      return { count: 0 };
    }
    const rows = await findAgents(trx, compId, body.agentIds);
    await updateSeat(trx, compId, body.agentIds, { chatMax: body.maxSession });
    for (const row of rows)
      await audit.write(trx, context, {
        compId,
        object: "seat",
        action: "update",
        id: row.agentId,
        name: row.name,
        before: { maxSession: row.chatMax },
        after: { maxSession: body.maxSession },
      });
    return { count: rows.length };
  });
  // Agents who are signed in get it as they get changes of their groups (K9).
  if (body.conferenceEnds !== undefined || body.deviceCheck !== undefined)
    await publish(ports.broker, "groups.changed", { compId });
  return saved;
}

function putAgentMonitor(
  deps: SeatsDeps,
  body: Body<"putAgentMonitor">,
  { caller }: RequestContext,
): Promise<{ agentIds: string[] }> {
  const compId = compOf(caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const row = await findAgent(trx, compId, body.agentId);
    if (!row || !(await mayGovern(trx, compId, caller, row))) throw new AppError("notFound", "坐席不存在");
    // An operator inside the enterprise has no account of it to keep this by.
    if (caller.entered) throw new AppError("refused", "进入企业管理时不能订阅坐席状态");
    return {
      agentIds: [
        ...(await setWatch(trx, { compId, accountId: caller.userId, agentId: body.agentId }, body.type === 1)),
      ],
    };
  });
}

export const createAgentStateService = (deps: SeatsDeps) =>
  serviceOf(deps, { enable, reloadPassword, getMaxSession, saveMaxSession, putAgentMonitor });
