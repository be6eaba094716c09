/** What a flow may name: the enterprise's things by kind and id, gathered once for a check, an export or an import. */
import type { Trx } from "../../ports/database.ts";
import type { FlowNeighbour } from "./deps.ts";
import { thingsOf, type Thing } from "./surroundings-repository.ts";

export interface Things {
  readonly all: readonly Thing[];
  of(kind: string, id: string): Thing | undefined;
  /** The one that is called so; undefined where there is none or several. */
  named(kind: string, name: string): Thing | undefined;
}

export async function thingsAround(neighbours: readonly FlowNeighbour[], trx: Trx, compId: string): Promise<Things> {
  const others = await Promise.all(neighbours.map((each) => each.things?.(trx, compId) ?? []));
  const all = [...(await thingsOf(trx, compId)), ...others.flat()];
  const byId = new Map(all.map((thing) => [`${thing.kind}\n${thing.id}`, thing]));
  return {
    all,
    of: (kind, id) => byId.get(`${kind}\n${id}`),
    named(kind, name) {
      const found = name === "" ? [] : all.filter((thing) => thing.kind === kind && thing.name === name);
      return found.length === 1 ? found[0] : undefined;
    },
  };
}
