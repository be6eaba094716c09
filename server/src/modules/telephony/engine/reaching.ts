/** How a telephone is rung: a SIP user, or what stands at a seat as its number. */
import type { CallData } from "@liantai/api/contract";
import { SwitchError, type LegId, type OriginateRequest } from "../../../ports/switch.ts";
import type { EngineDeps } from "./deps.ts";
import { toOutside, whoOutside, type OutsideDeps } from "./outside.ts";

type Wanted = Omit<OriginateRequest, "to">;
type Deps = OutsideDeps & Pick<EngineDeps, "numbers">;

/** data: of the call, for trunks that are told it. */
export async function reach(
  deps: Deps,
  compId: string,
  user: string,
  request: Wanted,
  data?: CallData,
): Promise<LegId> {
  return deps.switch.originate(await toOutside(deps, compId, user, request, data));
}

/**
 * A telephone of an agent's by its number: an extension that no seat has, or a line outside, which sees a number of the enterprise's as
 * everybody outside does.
 */
export async function reachPhone(
  deps: Deps,
  compId: string,
  agentId: string,
  phone: string,
  request: Wanted,
): Promise<LegId> {
  const desk = await deps.numbers.extension(compId, phone);
  if (desk) {
    // Another seat's: its agent is not the one who is meant.
    if (desk.agentId !== null) throw new SwitchError("unreachable", "the extension is a seat's");
    return reach(deps, compId, desk.user, request);
  }
  const from = (await deps.numbers.displayNumber(compId, agentId)) ?? request.from;
  const outside = await whoOutside(deps, compId, from, phone);
  if (outside === undefined) throw new SwitchError("unreachable", "the line outside");
  return reach(deps, compId, outside.user, { ...request, from });
}
