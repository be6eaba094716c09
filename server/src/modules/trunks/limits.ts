/** 呼叫限制 and 呼叫提醒 of an enterprise, and the test that says why a number is refused. */
import { serviceOf } from "../service.ts";
import { screen } from "./screened.ts";
import type { CallLimitRow, ListedLimit, NotifyRow } from "./repository.ts";
import { type BodyOf, dayOf, parseTime } from "@liantai/api/contract";
import { type callLimitApi, type callNotifyLimitApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { hidesNumbers, maskNumbers, unmasked } from "../../http/privacy.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { crudService } from "../crud/index.ts";
import { callLimits, notifyLimits } from "./repository.ts";

type LimitBody = BodyOf<typeof callLimitApi.add>;
type NotifyBody = BodyOf<typeof callNotifyLimitApi.add>;

/** A prefix may be somebody's whole number, and people write numbers into remarks. */
const crud = ({ ports, audit }: AdministrationDeps, caller: Caller) => {
  const hide = hidesNumbers(caller);
  return crudService({
    deps: { ports, audit },
    object: "callLimit",
    scope: "enterprise",
    store: callLimits(() => dayOf(ports.clock.now()).from),
    toRow: (_trx: Trx, b: LimitBody, before: CallLimitRow | undefined) => ({
      name: b.name,
      direction: b.direction,
      prefixes: b.prefixes ?? "",
      kind: b.kind,
      hours: JSON.stringify(b.hours),
      perNumberPerDay: b.perNumberPerDay,
      minIntervalS: b.minIntervalS,
      enabled: b.enabled,
      remark: unmasked(b.remark ?? "", before?.remark ?? "", hide),
    }),
    present: (r: ListedLimit) => ({
      id: r.id,
      name: r.name,
      direction: r.direction,
      prefixes: hide ? maskNumbers(r.prefixes) : r.prefixes,
      kind: r.kind,
      hours: [...r.hours],
      perNumberPerDay: r.perNumberPerDay,
      minIntervalS: r.minIntervalS,
      enabled: r.enabled,
      remark: hide ? maskNumbers(r.remark) : r.remark,
      blockedToday: Number(r.blockedToday),
    }),
    key: { path: "name", label: "限制名称", of: (row) => row.name },
  });
};

async function test(
  { ports }: AdministrationDeps,
  { compId: named, direction, number, at }: BodyOf<typeof callLimitApi.test>,
  { caller }: RequestContext,
) {
  const compId = compOf(caller, named);
  const now = parseTime(at ?? "")?.getTime() ?? ports.clock.now();
  const { blocked, reason, steps } = await ports.database.tenant(compId, (trx) =>
    screen(trx, compId, direction, number, now),
  );
  // A reason of the blacklist is what somebody wrote there.
  const shown = (text: string): string => (hidesNumbers(caller) ? maskNumbers(text) : text);
  return { blocked, reason: shown(reason), steps: steps.map((step) => ({ ...step, detail: shown(step.detail) })) };
}

export function createCallLimits(deps: AdministrationDeps) {
  const as = ({ caller }: RequestContext) => crud(deps, caller);
  return {
    list: (body: BodyOf<typeof callLimitApi.list>, context: RequestContext) => as(context).list(body, context),
    add: (body: LimitBody, context: RequestContext) => as(context).add(body, context),
    update: (body: BodyOf<typeof callLimitApi.update>, context: RequestContext) => as(context).update(body, context),
    delete: (body: BodyOf<typeof callLimitApi.delete>, context: RequestContext) => as(context).delete(body, context),
    ...serviceOf(deps, { test }),
  };
}

export const createNotifyLimits = ({ ports, audit }: AdministrationDeps) =>
  crudService({
    deps: { ports, audit },
    object: "callNotifyLimit",
    scope: "enterprise",
    store: notifyLimits,
    toRow: (_trx, b: NotifyBody) => ({
      name: b.name,
      direction: b.direction,
      calls: b.calls,
      withinHours: b.withinHours,
      enabled: b.enabled,
      remark: b.remark ?? "",
    }),
    present: (r: NotifyRow) => ({
      id: r.id,
      name: r.name,
      direction: r.direction,
      calls: r.calls,
      withinHours: r.withinHours,
      enabled: r.enabled,
      remark: r.remark,
    }),
    key: { path: "name", label: "提醒名称", of: (row) => row.name },
  });
