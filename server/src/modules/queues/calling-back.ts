/** A caller whom nobody answered is called from the own seat; it stands in the operation log with the number masked. */
import { AppError, maskPhone } from "@liantai/api/contract";
import type { RequestContext } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";
import { refusal } from "./queue-list.ts";

export interface CallingSeat {
  readonly agentId: string;
  /** Of who has it done from another seat. */
  readonly sentBy?: string;
}

/** The own seat; who has none names one. */
export function callingSeat({ caller }: RequestContext, named: string | undefined): CallingSeat {
  if (caller.agentId !== null) return { agentId: caller.agentId };
  if (!named) throw new AppError("refused", "请选择由哪个坐席回拨");
  return { agentId: named, sentBy: caller.nickName };
}

export interface ToCall {
  readonly compId: string;
  /** Whose telephone comes first. */
  readonly seat: CallingSeat;
  readonly number: string;
  /** In which he came. */
  readonly callId: string;
  readonly skillGroupId: string;
}

export async function callBackFrom(
  { engine, ports, audit }: AdministrationDeps,
  context: RequestContext,
  { compId, seat, number, callId, skillGroupId }: ToCall,
  log: { readonly object: string; readonly action: string },
): Promise<null> {
  if (!/^\+?\d+$/.test(number)) throw new AppError("refused", "来电没有显示号码，无法回拨");
  const reply = await engine.callBack(compId, seat.agentId, number, { callId, skillGroupId }, seat.sentBy);
  if (reply.code !== 1) throw refusal(reply);
  await ports.database.tenant(compId, (trx) =>
    audit.write(trx, context, {
      ...log,
      compId,
      id: callId,
      name: maskPhone(number),
      after: { callId, ...(seat.sentBy === undefined ? {} : { agentId: seat.agentId }) },
    }),
  );
  return null;
}
