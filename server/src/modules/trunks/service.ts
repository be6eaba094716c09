/** 外呼路由, 呼叫限制, 黑名单 of an enterprise, and the testers that say why. */
import { AppError, maskPhone, type BodyOf, isOperator, dayOf, formatTime, parseTime } from "@liantai/api/contract";
import {
  blackListTypes,
  type blackListApi,
  type callLimitApi,
  type callNotifyLimitApi,
  type routeOutApi,
} from "@liantai/api/contract/admin";
import { compOf, installation, ownInstallation } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { ownNumbers } from "../organisation/index.ts";

import { hidesNumbers } from "../../http/privacy.ts";
import { chooseOutbound, chooseTrunkRoute, orderTrunks, type OutRoute, type TrunkRoute } from "./outbound.ts";
import { importBlackList } from "./import.ts";
import { crudService } from "../crud/index.ts";
import {
  barsOf,
  blackLists,
  callLimits,
  callsOf,
  limitsOf,
  notifyLimits,
  routeOuts,
  routesOf,
  type BlackListRow,
  type CallLimitRow,
  type NotifyRow,
  type RouteOutRow,
} from "./repository.ts";
import {
  parsePrefixes,
  screenNumber,
  type BlackRow,
  type Direction,
  type LimitRow,
  type Verdict,
} from "./screening.ts";
import { membersOf, trunkRoutes } from "./trunk-repository.ts";

type RouteOutBody = BodyOf<typeof routeOutApi.add>;
type LimitBody = BodyOf<typeof callLimitApi.add>;
type NotifyBody = BodyOf<typeof callNotifyLimitApi.add>;
type BlackBody = BodyOf<typeof blackListApi.add>;
type BlackListBody = BodyOf<typeof blackListApi.list>;

/** What callees see must be the enterprise's own. */
async function checkedDisplay(trx: Trx, compId: string, list: string): Promise<string> {
  const numbers = parsePrefixes(list);
  const own = await ownNumbers(trx, compId, numbers);
  const foreign = numbers.filter((number) => !own.has(number));
  if (foreign.length > 0)
    throw fieldRefusal("displayNumbers", "外显号码", `外显号码${foreign[0]}不是本企业在用的接入号码`);
  return list;
}

/** A number that is no longer the enterprise's, or out of service, is displayed by no route. */
export async function outRoutesOf(trx: Trx, compId: string): Promise<OutRoute[]> {
  const routes = (await routesOf(trx, compId)).map(toOutRoute);
  const own = await ownNumbers(
    trx,
    compId,
    routes.flatMap((route) => route.displayNumbers),
  );
  return routes.map((route) => ({
    ...route,
    displayNumbers: route.displayNumbers.filter((number) => own.has(number)),
  }));
}

const toOutRoute = (row: RouteOutRow): OutRoute => ({
  id: row.id,
  name: row.name,
  prefixes: parsePrefixes(row.prefixes),
  minLength: row.minLength,
  maxLength: row.maxLength,
  strip: row.strip,
  prepend: row.prepend,
  display: row.display,
  displayNumbers: parsePrefixes(row.displayNumbers),
  priority: row.priority,
  enabled: row.enabled === 1,
});
const toBlack = (row: BlackListRow): BlackRow => ({
  id: row.id,
  system: row.compId === installation,
  phone: row.phone,
  isPrefix: row.isPrefix === 1,
  callType: row.callType,
  expiresAt: row.expiresAt,
  remark: row.remark,
});
const toLimit = (row: CallLimitRow): LimitRow => ({
  id: row.id,
  name: row.name,
  direction: row.direction,
  prefixes: parsePrefixes(row.prefixes),
  kind: row.kind,
  hours: row.hours,
  perNumberPerDay: row.perNumberPerDay,
  minIntervalS: row.minIntervalS,
  enabled: row.enabled === 1,
});
const toTrunkRoute = (row: Awaited<ReturnType<typeof trunkRoutes>>[number]): TrunkRoute => ({
  id: row.id,
  name: row.name,
  ownerCompId: row.ownerCompId,
  callerPrefixes: parsePrefixes(row.callerPrefixes),
  calleePrefixes: parsePrefixes(row.calleePrefixes),
  groupId: row.groupId,
  groupName: row.groupName,
  priority: row.priority,
  enabled: row.enabled === 1 && row.groupEnabled === 1,
});

/** Everything a number is held against, asked at once, before the call has a record. */
export async function screen(
  trx: Trx,
  compId: string,
  direction: Direction,
  number: string,
  now: number,
): Promise<Verdict> {
  const [bars, limits, calls] = await Promise.all([
    barsOf(trx, compId, number),
    limitsOf(trx, compId),
    callsOf(trx, compId, direction, number, dayOf(now).from),
  ]);
  return screenNumber({
    direction,
    number,
    now,
    blacks: bars.map(toBlack),
    limits: limits.map(toLimit),
    callsToday: calls.count,
    lastCallAt: calls.last,
  });
}

const whole = (text: string | undefined, label: string): Date | null => {
  if (!text) return null;
  const at = parseTime(text);
  if (!at) throw fieldRefusal("expiresAt", label, `${label}不是有效的时间`);
  return at;
};

/** Operators keep the installation's list under 000000; naming the other kind is refused. */
function blackComp(caller: Caller, type: number, named: string | undefined): string {
  if (type !== blackListTypes.system) return compOf(caller, named);
  if (!isOperator(caller)) throw new AppError("forbidden");
  return installation;
}
const blackCompToWrite = (caller: Caller, type: number, named: string | undefined): string =>
  type === blackListTypes.system ? ownInstallation(caller) : compOf(caller, named);

export function createEnterpriseService({ ports, audit, files }: AdministrationDeps) {
  const deps = { ports, audit };
  const midnight = () => dayOf(ports.clock.now()).from;
  const presentBlack = (row: BlackListRow, { caller }: RequestContext) => ({
    id: row.id,
    phone: hidesNumbers(caller) ? maskPhone(row.phone) : row.phone,
    isPrefix: row.isPrefix,
    blackListCallType: row.callType,
    expiresAt: row.expiresAt && formatTime(row.expiresAt),
    remark: row.remark,
    createdAt: formatTime(row.createdAt),
    createdBy: row.createdBy,
  });
  /** One service a list: which table rows it sees is decided by whose list it is. */
  const black = (by: string, scope: "installation" | "enterprise") =>
    crudService({
      deps,
      object: "blackList",
      scope,
      store: blackLists,
      toRow: (_trx: Trx, body: BlackBody, before: BlackListRow | undefined) => ({
        phone: body.phone,
        isPrefix: body.isPrefix,
        callType: body.blackListCallType,
        expiresAt: whole(body.expiresAt, "失效时间"),
        remark: body.remark ?? "",
        createdAt: before?.createdAt ?? new Date(ports.clock.now()),
        createdBy: before?.createdBy ?? by,
      }),
      present: presentBlack,
      key: { path: "phone", label: "号码", of: (row) => row.phone },
    });
  const blackOf = (context: RequestContext, type: number, named: string | undefined) => {
    const compId = blackComp(context.caller, type, named);
    return { service: black(context.caller.nickName, compId === installation ? "installation" : "enterprise"), compId };
  };
  return {
    routeOut: {
      ...crudService({
        deps,
        object: "routeOut",
        scope: "enterprise",
        store: routeOuts,
        toRow: async (trx, b: RouteOutBody, _before, compId) => ({
          name: b.name,
          prefixes: b.prefixes ?? "",
          minLength: b.minLength,
          maxLength: b.maxLength,
          strip: b.strip,
          prepend: b.prepend ?? "",
          display: b.display,
          displayNumbers: await checkedDisplay(trx, compId, b.displayNumbers ?? ""),
          priority: b.priority,
          enabled: b.enabled,
          remark: b.remark ?? "",
        }),
        present: (r: RouteOutRow) => ({
          id: r.id,
          name: r.name,
          prefixes: r.prefixes,
          minLength: r.minLength,
          maxLength: r.maxLength,
          strip: r.strip,
          prepend: r.prepend,
          display: r.display as "default",
          displayNumbers: r.displayNumbers,
          priority: r.priority,
          enabled: r.enabled,
          remark: r.remark,
        }),
        key: { path: "name", label: "路由名称", of: (row) => row.name },
      }),
      async test({ compId: named, caller: from, callee }: BodyOf<typeof routeOutApi.test>, { caller }: RequestContext) {
        const compId = compOf(caller, named);
        const now = ports.clock.now();
        const { verdict, routes } = await ports.database.tenant(compId, async (trx) => ({
          verdict: await screen(trx, compId, "out", callee, now),
          routes: await outRoutesOf(trx, compId),
        }));
        const none = { routeName: null, trunkRoute: null, trunks: [], dialled: "", displayed: "" };
        if (verdict.blocked) return { ...none, ok: false, reason: verdict.reason, steps: [...verdict.steps] };
        const out = chooseOutbound(routes, callee, 0);
        // system: trunk routes belong to the installation; of them only names of what applies are told.
        const { configs, members } = await ports.database.system(async (trx) => {
          const found = await trunkRoutes(trx);
          return {
            configs: found,
            members:
              found.length > 0
                ? await membersOf(
                    trx,
                    found.map((row) => row.groupId),
                  )
                : [],
          };
        });
        const chosen = chooseTrunkRoute(configs.map(toTrunkRoute), compId, from, out.dialled);
        const config = configs.find((row) => row.id === chosen.config?.id);
        const trunks = config
          ? orderTrunks(
              config.groupMode,
              members
                .filter((m) => m.groupId === config.groupId)
                .map((m) => ({ name: m.name, weight: m.weight, enabled: m.enabled === 1, down: m.state === "down" })),
              () => 0,
            )
          : [];
        return {
          ok: true,
          reason: "",
          dialled: out.dialled,
          displayed: out.displayed,
          routeName: out.route?.name ?? null,
          trunkRoute: config?.name ?? null,
          trunks: trunks.map((t) => t.name),
          steps: [...verdict.steps, ...out.steps, ...chosen.steps],
        };
      },
    },
    callLimit: {
      ...crudService({
        deps,
        object: "callLimit",
        scope: "enterprise",
        store: callLimits(midnight),
        toRow: (_trx, b: LimitBody) => ({
          name: b.name,
          direction: b.direction,
          prefixes: b.prefixes ?? "",
          kind: b.kind,
          hours: JSON.stringify(b.hours),
          perNumberPerDay: b.perNumberPerDay,
          minIntervalS: b.minIntervalS,
          enabled: b.enabled,
          remark: b.remark ?? "",
        }),
        present: (r: CallLimitRow & { readonly blockedToday: unknown }) => ({
          id: r.id,
          name: r.name,
          direction: r.direction as "in",
          prefixes: r.prefixes,
          kind: r.kind,
          hours: [...r.hours],
          perNumberPerDay: r.perNumberPerDay,
          minIntervalS: r.minIntervalS,
          enabled: r.enabled,
          remark: r.remark,
          blockedToday: Number(r.blockedToday),
        }),
        key: { path: "name", label: "限制名称", of: (row) => row.name },
      }),
      async test(
        { compId: named, direction, number, at }: BodyOf<typeof callLimitApi.test>,
        { caller }: RequestContext,
      ) {
        const compId = compOf(caller, named);
        const now = (at ? whole(at, "时间") : null)?.getTime() ?? ports.clock.now();
        const { blocked, reason, steps } = await ports.database.tenant(compId, (trx) =>
          screen(trx, compId, direction as Direction, number, now),
        );
        return { blocked, reason, steps: [...steps] };
      },
    },
    notifyLimit: crudService({
      deps,
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
        direction: r.direction as "in",
        calls: r.calls,
        withinHours: r.withinHours,
        enabled: r.enabled,
        remark: r.remark,
      }),
      key: { path: "name", label: "提醒名称", of: (row) => row.name },
    }),
    blackList: {
      list(body: BlackListBody, context: RequestContext) {
        const { service } = blackOf(context, body.blackListType, body.compId);
        return service.list({ ...body, whole: hidesNumbers(context.caller) }, context);
      },
      add: (body: BlackBody, context: RequestContext) =>
        blackOf(context, body.blackListType, body.compId).service.add(body, context),
      update: (body: BodyOf<typeof blackListApi.update>, context: RequestContext) =>
        blackOf(context, body.blackListType, body.compId).service.update(body, context),
      delete: (body: BodyOf<typeof blackListApi.delete>, context: RequestContext) =>
        blackOf(context, body.blackListType, body.compId).service.delete(body, context),
      ...importBlackList({ ports, audit, files }, blackCompToWrite),
      async check(
        { compId: named, phone, blackListType, blackListCallType }: BodyOf<typeof blackListApi.check>,
        { caller }: RequestContext,
      ) {
        const compId = compOf(caller, named);
        const bars = (await ports.database.tenant(compId, (trx) => barsOf(trx, compId, phone)))
          .map(toBlack)
          .filter((bar) => blackListType === undefined || bar.system === (blackListType === blackListTypes.system));
        const directions: readonly Direction[] =
          blackListCallType === 0 ? ["in"] : blackListCallType === 1 ? ["out"] : ["in", "out"];
        for (const direction of directions) {
          const verdict = screenNumber({
            direction,
            number: phone,
            now: ports.clock.now(),
            blacks: bars,
            limits: [],
            callsToday: 0,
            lastCallAt: null,
          });
          if (verdict.blocked) return { contained: true, reason: verdict.reason };
        }
        return { contained: false, reason: "" };
      },
    },
  };
}
