/** 坐席状态明细: what seats were doing, how long and why. Administrators see all seats, monitors those of their groups. */
import { dayMs, formatTime, parseTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { statusDetailApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { timeRange } from "../../../http/time-range.ts";
import { serviceOf } from "../../service.ts";
import { visibleSeats } from "../agents/policy.ts";
import type { SeatsDeps } from "../deps.ts";
import { exportKind, statusExport } from "./exporting.ts";
import { dayDetails, listDetails } from "./repository.ts";
import { filterOf, presentDetail, type DetailQuery } from "./rows.ts";

type Api = typeof statusDetailApi;
type Deps = Pick<SeatsDeps, "ports" | "files">;

function list(deps: Deps, body: BodyOf<Api["list"]>, { caller }: RequestContext): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const now = deps.ports.clock.now();
  return deps.ports.database.tenant(compId, async (trx) => {
    const filter = await filterOf(trx, compId, caller, body, now);
    const { rows, total } = await listDetails(trx, compId, filter, body, new Date(now));
    return { list: rows.map(presentDetail), total, pageNo: body.pageNo, pageSize: body.pageSize };
  });
}

/** Of a seat that the caller does not see there is nothing, as of one that never signed in. */
function day(deps: Deps, body: BodyOf<Api["day"]>, { caller }: RequestContext): Promise<ReplyOf<Api["day"]>> {
  const compId = compOf(caller, body.compId);
  const from = parseTime(`${body.day} 00:00:00`)!;
  const to = new Date(from.getTime() + dayMs);
  return deps.ports.database.tenant(compId, async (trx) => {
    const { within } = await visibleSeats(trx, compId, caller);
    const rows = await dayDetails(trx, compId, body.agentId, within, { from, to });
    return rows.map(({ code, statusName, reason, fromAt, toAt }) => ({
      code,
      statusName,
      reason,
      from: formatTime(fromAt > from ? fromAt : from),
      to: toAt && formatTime(toAt < to ? toAt : to),
    }));
  });
}

/** The range as it is now: today is another day when the job runs. */
function start(deps: Deps, body: DetailQuery, context: RequestContext) {
  compOf(context.caller, body.compId);
  const { from, to } = timeRange(deps.ports.clock.now(), body);
  const params = { ...body, startTime: formatTime(from), endTime: formatTime(to) };
  return deps.files.exports.start(context, { kind: exportKind, params });
}

export function createStatusDetailsService(deps: Deps) {
  deps.files.exports.register(exportKind, statusExport(deps.ports));
  return serviceOf(deps, { list, day, export: start });
}
