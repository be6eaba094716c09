/** Interfaces as a list and alone. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { compOf } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import { findCounted, listInterfaces } from "./repository.ts";
import { type InterfaceDeps, type Api, present } from "./rows.ts";

export async function list(
  deps: InterfaceDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const { rows, total } = await deps.ports.database.tenant(compId, (trx) => listInterfaces(trx, compId, body, body));
  return { list: rows.map((row) => present(deps, row)), total, pageNo: body.pageNo, pageSize: body.pageSize };
}

export async function get(
  deps: InterfaceDeps,
  body: BodyOf<Api["get"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["get"]>> {
  const compId = compOf(caller, body.compId);
  const row = await deps.ports.database.tenant(compId, (trx) => findCounted(trx, compId, body.id));
  if (!row) throw new AppError("notFound");
  return present(deps, row);
}
