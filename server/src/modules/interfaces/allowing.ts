/** Addresses that operators allow an enterprise. */
import { writeDeleted } from "../audit/index.ts";
import { AppError, type BodyOf, type ReplyOf, isOperator, formatTime } from "@liantai/api/contract";
import type { interfaceAllowanceApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { fieldRefusal, unique } from "../../http/refusals.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import { isTarget } from "./guard.ts";
import { deleteAllowances, insertAllowance, listAllowances } from "./repository.ts";
import type { InterfaceDeps } from "./rows.ts";

type Allowances = typeof interfaceAllowanceApi;

const targetTaken = () => fieldRefusal("target", "主机或网段", "该主机或网段已在列表中");

/** The enterprise for which an operator decides, from outside or from within; an enterprise never decides for itself. */
function operatorsComp(caller: Caller, named: string | undefined): string {
  const compId = compOf(caller, named);
  if (!isOperator(caller) && caller.entered !== true) throw new AppError("forbidden");
  return compId;
}

export async function allowances(
  deps: InterfaceDeps,
  body: BodyOf<Allowances["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Allowances["list"]>> {
  const compId = compOf(caller, body.compId);
  const rows = await deps.ports.database.tenant(compId, (trx) => listAllowances(trx, compId));
  return rows.map((row) => ({
    id: row.id,
    target: row.target,
    ports: row.ports,
    remark: row.remark,
    createdBy: row.createdBy,
    createdAt: formatTime(row.createdAt),
  }));
}

export async function allow(deps: InterfaceDeps, body: BodyOf<Allowances["add"]>, context: RequestContext) {
  const compId = operatorsComp(context.caller, body.compId);
  const target = body.target.toLowerCase();
  if (!isTarget(target))
    throw fieldRefusal("target", "主机或网段", "请输入域名、IP地址或网段（如10.1.0.0/16，网段不能大于/8）");
  const { random, clock, database } = deps.ports;
  const row = {
    compId,
    id: random.id(),
    target,
    ports: (body.ports ?? "").replace(/\s/g, ""),
    remark: body.remark ?? "",
    createdBy: context.caller.nickName,
    createdAt: new Date(clock.now()),
  };
  await unique(targetTaken(), () =>
    database.tenant(compId, async (trx) => {
      if ((await listAllowances(trx, compId)).some((each) => each.target === target)) throw targetTaken();
      await insertAllowance(trx, row);
      await deps.audit.write(trx, context, {
        compId,
        object: "interfaceAllowance",
        action: "add",
        id: row.id,
        name: target,
        after: { target, ports: row.ports, remark: row.remark },
      });
    }),
  );
  return { id: row.id };
}

export async function disallow(deps: InterfaceDeps, body: BodyOf<Allowances["delete"]>, context: RequestContext) {
  const compId = operatorsComp(context.caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const gone = await deleteAllowances(trx, compId, body.ids);
    if (gone.length === 0) throw new AppError("notFound");
    await writeDeleted(deps.audit, trx, context, { compId, object: "interfaceAllowance" }, gone, (row) => ({
      id: row.id,
      name: row.target,
      before: { target: row.target, ports: row.ports, remark: row.remark },
    }));
    return { count: gone.length };
  });
}
