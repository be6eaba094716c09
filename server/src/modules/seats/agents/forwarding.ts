/** 呼转 of a seat: what may be set, and setting it. */
import { isTelephone } from "@liantai/api/contract";
import type { Trx } from "../../../ports/database.ts";
import { findExtension } from "../extensions/repository.ts";
import { forwardsOf, isAccessNumber, updateSeat } from "./repository.ts";

interface Own {
  readonly agentId: string;
  readonly extension: string | null;
  /** Of a seat whose telephone is a line outside. */
  readonly phone: string;
}

/** Columns of the seat; both '': its calls are not forwarded. */
export interface Forward {
  readonly forwardModes: string;
  readonly forwardTo: string;
}

/** The seats that a call goes through which `number` is given to, if that comes back to one of them. */
async function loopOf(trx: Trx, compId: string, own: Own, number: string): Promise<readonly string[] | undefined> {
  const seen = [own.agentId];
  for (let to = number; ;) {
    const agentId = (await findExtension(trx, compId, to))?.agentId;
    if (!agentId) return undefined;
    if (seen.includes(agentId)) return [...seen, agentId];
    const next = await forwardsOf(trx, compId, agentId);
    if (!next?.forwardModes) return undefined;
    seen.push(agentId);
    to = next.forwardTo;
  }
}

/** Why this number cannot be it, as a sentence. */
export async function forwardFault(trx: Trx, compId: string, own: Own, forward: Forward): Promise<string | undefined> {
  const { forwardModes, forwardTo } = forward;
  if (!forwardModes) return undefined;
  if (forwardTo === own.extension) return "不能呼转到自己的分机";
  if (own.phone !== "" && forwardTo === own.phone) return "不能呼转到自己的外线号码";
  if (await findExtension(trx, compId, forwardTo)) {
    const loop = await loopOf(trx, compId, own, forwardTo);
    return loop && `呼转不能形成循环：${loop.join("→")}`;
  }
  if (await isAccessNumber(trx, compId, forwardTo)) return "不能呼转到本企业的接入号";
  return isTelephone(forwardTo) ? undefined : "分机不存在，呼转到外线请填写完整的电话号码";
}

/** As it was and is; or why it cannot be, as a sentence. undefined: there is no such seat. */
export async function forwardSeat(
  trx: Trx,
  compId: string,
  agentId: string,
  forward: Forward,
): Promise<{ readonly name: string; readonly before: Forward } | string | undefined> {
  const seat = await forwardsOf(trx, compId, agentId);
  if (!seat) return undefined;
  const fault = await forwardFault(trx, compId, seat, forward);
  if (fault !== undefined) return fault;
  await updateSeat(trx, compId, [agentId], forward);
  const { name, forwardModes, forwardTo } = seat;
  return { name, before: { forwardModes, forwardTo } };
}
