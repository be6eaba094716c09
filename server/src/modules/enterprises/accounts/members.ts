/** Which seat an account signs in at (userAgentMember). One seat an account; several accounts may share one, shift by shift. */
import { updateAccount } from "../../auth/index.ts";
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { userAgentMemberApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { isOfSeat } from "./present.ts";
import { listSeatsFor, lockAccount } from "./repository.ts";

type Find = BodyOf<typeof userAgentMemberApi.findExist>;
type Change = BodyOf<typeof userAgentMemberApi.add>;

export function createMembers({ ports, audit, auth }: Pick<AdministrationDeps, "ports" | "audit" | "auth">) {
  const { database } = ports;

  async function find(
    { compId: named, accountId, name }: Find,
    { caller }: RequestContext,
    bound: boolean,
  ): Promise<ReplyOf<typeof userAgentMemberApi.findExist>> {
    const compId = compOf(caller, named);
    return database.tenant(compId, async (trx) => {
      const { seats, sharers } = await listSeatsFor(trx, compId, name);
      const own =
        sharers.find((each) => each.id === accountId)?.agentId ??
        (await lockAccount(trx, compId, accountId))?.agentId ??
        null;
      return seats
        .filter((seat) => (seat.agentId === own) === bound)
        .map((seat) => ({
          agentId: seat.agentId,
          name: seat.name,
          extension: seat.extension,
          enabled: seat.enabled,
          accounts: sharers.filter((each) => each.agentId === seat.agentId).map((each) => each.account),
        }));
    });
  }

  async function bind(
    { compId: named, accountId, agentIds }: Change,
    context: RequestContext,
    to: boolean,
  ): Promise<{ count: number }> {
    const compId = compOf(context.caller, named);
    const [agentId] = agentIds;
    const changed = await database.tenant(compId, async (trx) => {
      const before = await lockAccount(trx, compId, accountId);
      if (!before) throw new AppError("notFound", "账号不存在");
      if (isOfSeat(before)) throw new AppError("refused", `账号${before.account}属于坐席${before.agentId}，不能改绑`);
      if (to && before.agentId !== null) {
        if (before.agentId === agentId) return false;
        throw new AppError("refused", `账号已绑定坐席${before.agentId}，请先解除绑定`);
      }
      if (!to && before.agentId !== agentId) return false;
      const { seats } = await listSeatsFor(trx, compId, undefined);
      if (to && !seats.some((seat) => seat.agentId === agentId)) throw new AppError("notFound", "坐席不存在");
      const bound = to ? agentId! : null;
      await updateAccount(trx, compId, accountId, { agentId: bound });
      await audit.write(trx, context, {
        compId,
        action: to ? "bind" : "unbind",
        object: "account",
        id: accountId,
        name: before.account,
        before: { agentId: before.agentId },
        after: { agentId: bound },
      });
      return true;
    });
    // The bar belongs to the seat that was there at sign-in.
    if (changed) await auth.endSessions({ accountId }, "ended");
    return { count: changed ? 1 : 0 };
  }

  return {
    exist: (body: Find, context: RequestContext) => find(body, context, true),
    notExist: (body: Find, context: RequestContext) => find(body, context, false),
    add: (body: Change, context: RequestContext) => bind(body, context, true),
    remove: (body: Change, context: RequestContext) => bind(body, context, false),
  };
}
