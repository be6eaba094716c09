/** The trunks that carry a call, in the order in which they are tried. */
import type { Database } from "../../ports/database.ts";
import { chooseTrunkRoute, orderTrunks, type Trunk } from "./outbound.ts";
import type { Step } from "./screening.ts";
import { toTrunkRoute } from "./screened.ts";
import { membersOf, trunkRoutes } from "./trunk-repository.ts";

export interface Carried {
  readonly compId: string;
  /** What the callee sees. */
  readonly caller: string;
  /** As it is dialled, after rewriting. */
  readonly dialled: string;
}

export interface ChosenTrunks {
  /** Name of the route; undefined: none fits. */
  readonly config: string | undefined;
  readonly steps: readonly Step[];
  readonly trunks: readonly (Trunk & { readonly id: string })[];
}

export async function chosenTrunks(
  database: Pick<Database, "system">,
  { compId, caller, dialled }: Carried,
  draw: () => number,
): Promise<ChosenTrunks> {
  // system: trunk routes belong to the installation; of them only names of what applies are told.
  return database.system(async (trx) => {
    const configs = await trunkRoutes(trx);
    const { config: chosen, steps } = chooseTrunkRoute(configs.map(toTrunkRoute), compId, caller, dialled);
    const config = configs.find((row) => row.id === chosen?.id);
    const members = config ? await membersOf(trx, [config.groupId]) : [];
    const trunks = members.map((m) => ({
      id: m.nodeId,
      name: m.name,
      weight: m.weight,
      enabled: m.enabled === 1,
      down: m.state === "down",
    }));
    return { config: config?.name, steps, trunks: config ? orderTrunks(config.groupMode, trunks, draw) : [] };
  });
}
