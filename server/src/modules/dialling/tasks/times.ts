/** The hours in which an enterprise may dial: the law's frame, which operators may narrow. */
import { type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { dialTimeApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { publish } from "../../topics.ts";
import { frameOf, type Span } from "../checks/index.ts";
import type { TaskDeps } from "./deps.ts";
import { findFrame, runningTaskIds, saveFrame } from "./repository.ts";

type Api = typeof dialTimeApi;

export async function times(
  { ports }: TaskDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const row = await ports.database.tenant(compId, (trx) => findFrame(trx, compId));
  return {
    ...frameOf(ports.dialHours, row && { from: row.fromTime, to: row.toTime }),
    legalFrom: ports.dialHours.from,
    legalTo: ports.dialHours.to,
  };
}

function refuseWider({ from, to }: BodyOf<Api["save"]>, law: Span): void {
  const said = `外呼时段不能超出 ${law.from}-${law.to}`;
  if (from < law.from) throw fieldRefusal("from", "开始时间", said);
  if (to > law.to) throw fieldRefusal("to", "结束时间", said);
}

export async function saveTimes(
  { ports, audit }: TaskDeps,
  body: BodyOf<Api["save"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, body.compId);
  refuseWider(body, ports.dialHours);
  const { from, to } = body;
  const ids = await ports.database.tenant(compId, async (trx) => {
    const row = await findFrame(trx, compId);
    const before = frameOf(ports.dialHours, row && { from: row.fromTime, to: row.toTime });
    await saveFrame(trx, compId, from, to);
    await audit.write(trx, context, {
      ...{ compId, object: "dialTime", action: "update", id: compId },
      before: { ...before },
      after: { from, to },
    });
    return runningTaskIds(trx, compId);
  });
  for (const taskId of ids) await publish(ports.broker, "task.changed", { compId, taskId });
  return null;
}
