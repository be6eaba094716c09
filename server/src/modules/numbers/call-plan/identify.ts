/** Who a SIP user is. */
import { parseSipUser, sipUser } from "../directory.ts";
import { isGuest } from "../guests.ts";
import { findExtension } from "../repository.ts";
import type { NumbersDeps } from "./deps.ts";
import type { Verbs } from "./questions.ts";

export const readExtension = (
  deps: NumbersDeps,
  compId: Parameters<Verbs["extension"]>[0],
  extension: Parameters<Verbs["extension"]>[1],
): ReturnType<Verbs["extension"]> =>
  deps.database.tenant(compId, async (trx) => {
    const row = await findExtension(trx, compId, extension);
    return row && { compId, extension, user: sipUser(compId, extension), agentId: row.agentId };
  });

export async function identify(
  deps: NumbersDeps,
  user: Parameters<Verbs["identify"]>[0],
): ReturnType<Verbs["identify"]> {
  const { guests } = deps;
  if (isGuest(user)) {
    const guest = await guests.find(user);
    return guest && { kind: "guest", guest };
  }
  const parsed = parseSipUser(user);
  const extension = parsed && (await readExtension(deps, parsed.compId, parsed.extension));
  return extension && { kind: "extension", extension };
}
