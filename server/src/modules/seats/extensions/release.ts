/** A seat's telephone does not outlive the seat: what a seat lets go of gets a new password. */
import type { Trx } from "../../../ports/database.ts";
import { extensionSealContext } from "../../system/index.ts";
import type { SeatsDeps } from "../deps.ts";
import { setSecret, unbind } from "./repository.ts";

export const secretBytes = 24;

export async function releaseExtensions(
  trx: Trx,
  { ports, sealer }: Pick<SeatsDeps, "ports" | "sealer">,
  compId: string,
  agentIds: readonly string[],
): Promise<void> {
  for (const extension of await unbind(trx, compId, agentIds)) {
    const password = ports.random.token(secretBytes);
    await setSecret(trx, compId, extension, sealer.seal(password, extensionSealContext(compId, extension)));
  }
}
