/** A plain service whose changes every process hears of: indexes of the enterprise are made anew. */
import { compOf } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";
import { publish } from "../topics.ts";

export const changed = ({ ports }: Pick<AdministrationDeps, "ports">, compId: string): Promise<void> =>
  publish(ports.broker, "understanding.changed", { compId });

type Verb<B, R> = (body: B, context: RequestContext) => Promise<R>;
type Named = { readonly compId?: string | undefined };

/** `add`, `update` and `delete` tell. */
export function telling<L, A extends Named, AR, U extends Named, UR, D extends Named, DR>(
  deps: Pick<AdministrationDeps, "ports">,
  service: { readonly list: L; readonly add: Verb<A, AR>; readonly update: Verb<U, UR>; readonly delete: Verb<D, DR> },
) {
  const told =
    <B extends Named, R>(verb: Verb<B, R>): Verb<B, R> =>
    async (body, context) => {
      const reply = await verb(body, context);
      await changed(deps, compOf(context.caller, body.compId));
      return reply;
    };
  return { list: service.list, add: told(service.add), update: told(service.update), delete: told(service.delete) };
}
