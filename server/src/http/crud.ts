/** The four routes of a plain resource (shared/api/src/contract/crud.ts) over a service with the same four verbs. */
import type { BodyOf, Endpoint, ReplyOf } from "@liantai/api/contract";
import { route, type RequestContext, type Route } from "./routes.ts";

interface CrudEndpoints {
  readonly list: Endpoint;
  readonly add: Endpoint;
  readonly update: Endpoint;
  readonly delete: Endpoint;
}

/** Each verb checks whose data it is (company.ts), works in one transaction and writes the operation log in it. */
export interface CrudService<T extends CrudEndpoints> {
  list(body: BodyOf<T["list"]>, context: RequestContext): Promise<ReplyOf<T["list"]>>;
  add(body: BodyOf<T["add"]>, context: RequestContext): Promise<ReplyOf<T["add"]>>;
  update(body: BodyOf<T["update"]>, context: RequestContext): Promise<ReplyOf<T["update"]>>;
  delete(body: BodyOf<T["delete"]>, context: RequestContext): Promise<ReplyOf<T["delete"]>>;
}

export function crudRoutes<T extends CrudEndpoints>(api: T, service: CrudService<T>): readonly Route[] {
  const verbs = ["list", "add", "update", "delete"] as const;
  return verbs.map((verb) => route(api[verb], async ({ body }, context) => service[verb](body, context)));
}
