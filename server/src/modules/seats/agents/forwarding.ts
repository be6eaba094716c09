/** 呼转 of a seat: what may be set, and setting it. */
import { isTelephone } from "@liantai/api/contract";
import type { Trx } from "../../../ports/database.ts";
import { extensionOwners, findExtension } from "../extensions/repository.ts";
import { accessNumbersOf, forwardTargets, forwardsOf, lockForwards, updateSeat } from "./repository.ts";

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

/** Without a number the one that is set stays: who sees it masked may change the condition alone. */
export type WantedForward = Pick<Forward, "forwardModes"> & { readonly forwardTo?: string | undefined };

/** Who has an extension, and where a seat that forwards sends its calls. */
export interface Forwards {
  readonly owners: { get(extension: string): string | null | undefined };
  readonly targets: { get(agentId: string): string | undefined };
}

/** Why calls for this seat that go to `number` never arrive, as a sentence: they come back to a seat they came through. */
export function forwardLoop(
  own: Pick<Own, "agentId" | "extension">,
  number: string,
  { owners, targets }: Forwards,
): string | undefined {
  /** The own extension is the one it is to have, whatever it has now. */
  const owner = (to: string) => {
    if (to === own.extension) return own.agentId;
    const found = owners.get(to);
    return found === own.agentId ? undefined : found;
  };
  const seen = [own.agentId];
  for (let to: string | undefined = number; to !== undefined;) {
    const agentId = owner(to);
    if (!agentId) return undefined;
    if (seen.includes(agentId)) return `呼转不能形成循环：${[...seen, agentId].join("→")}`;
    seen.push(agentId);
    to = targets.get(agentId);
  }
  return undefined;
}

async function loopOf(trx: Trx, compId: string, own: Own, number: string): Promise<string | undefined> {
  // Two seats that are set to each other at once: the second is asked once the first is there.
  await lockForwards(trx, compId);
  const [owners, targets] = [await extensionOwners(trx, compId), await forwardTargets(trx, compId)];
  return forwardLoop(own, number, { owners, targets });
}

/** Why this number cannot be it, as a sentence. */
export async function forwardFault(trx: Trx, compId: string, own: Own, forward: Forward): Promise<string | undefined> {
  const { forwardModes, forwardTo } = forward;
  if (!forwardModes) return undefined;
  if (forwardTo === own.extension) return "不能呼转到自己的分机";
  if (own.phone !== "" && forwardTo === own.phone) return "不能呼转到自己的外线号码";
  if (await findExtension(trx, compId, forwardTo)) return loopOf(trx, compId, own, forwardTo);
  if ((await accessNumbersOf(trx, compId)).has(forwardTo)) return "不能呼转到本企业的接入号码";
  return isTelephone(forwardTo) ? undefined : "分机不存在，呼转到外线请填写完整的电话号码";
}

/** Why a seat cannot forward as it does, now that its extension is another. */
export async function seatForwardFault(trx: Trx, compId: string, agentId: string): Promise<string | undefined> {
  const seat = await forwardsOf(trx, compId, agentId);
  return seat?.forwardModes ? loopOf(trx, compId, seat, seat.forwardTo) : undefined;
}

/** As it was and is; or why it cannot be, as a sentence. undefined: there is no such seat. */
export async function forwardSeat(
  trx: Trx,
  compId: string,
  agentId: string,
  wanted: WantedForward,
): Promise<{ readonly name: string; readonly before: Forward; readonly after: Forward } | string | undefined> {
  const seat = await forwardsOf(trx, compId, agentId);
  if (!seat) return undefined;
  const { name, forwardModes, forwardTo } = seat;
  const after = { forwardModes: wanted.forwardModes, forwardTo: wanted.forwardTo ?? forwardTo };
  if (after.forwardModes && !after.forwardTo) return "请填写呼转号码";
  const fault = await forwardFault(trx, compId, seat, after);
  if (fault !== undefined) return fault;
  await updateSeat(trx, compId, [agentId], after);
  return { name, before: { forwardModes, forwardTo }, after };
}
