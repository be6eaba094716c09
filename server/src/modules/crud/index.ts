/** For every area: the four verbs of a resource whose rows stand in one table. The only face of this module. */
import type { RequestContext } from "../../http/routes.ts";
import type { Paged, Resource } from "./resource.ts";
import { add, list, remove, update } from "./verbs.ts";

export type { Store } from "./resource.ts";

export function crudService<
  Row extends object,
  New extends object,
  Query extends Paged,
  Body extends { readonly compId?: string | undefined },
  Shown,
  Listed extends object,
>(resource: Resource<Row, New, Query, Body, Shown, Listed>) {
  return {
    list: (body: Query, context: RequestContext) => list(resource, body, context),
    add: (body: Body, context: RequestContext) => add(resource, body, context),
    update: (body: Body & { readonly id: string }, context: RequestContext) => update(resource, body, context),
    delete: (
      body: { readonly ids: readonly string[]; readonly compId?: string | undefined },
      context: RequestContext,
    ) => remove(resource, body, context),
  };
}
