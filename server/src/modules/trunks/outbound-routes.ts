/** 外呼路由 of an enterprise, and the test that says which route a call takes. */
import { serviceOf } from "../service.ts";
import { outRoutesOf, screen, toTrunkRoute } from "./screened.ts";
import { type BodyOf } from "@liantai/api/contract";
import { type routeOutApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { ownNumbers } from "../organisation/index.ts";
import { chooseOutbound, chooseTrunkRoute, orderTrunks } from "./outbound.ts";
import { crudService } from "../crud/index.ts";
import { routeOuts, type RouteOutRow } from "./repository.ts";
import { parsePrefixes } from "./screening.ts";
import { membersOf, trunkRoutes } from "./trunk-repository.ts";

type RouteOutBody = BodyOf<typeof routeOutApi.add>;

/** What callees see must be the enterprise's own. */
async function checkedDisplay(trx: Trx, compId: string, list: string): Promise<string> {
  const numbers = parsePrefixes(list);
  const own = await ownNumbers(trx, compId, numbers);
  const foreign = numbers.filter((number) => !own.has(number));
  if (foreign.length > 0)
    throw fieldRefusal("displayNumbers", "外显号码", `外显号码${foreign[0]}不是本企业在用的接入号码`);
  return list;
}

const crud = ({ ports, audit }: AdministrationDeps) =>
  crudService({
    deps: { ports, audit },
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
      display: r.display,
      displayNumbers: r.displayNumbers,
      priority: r.priority,
      enabled: r.enabled,
      remark: r.remark,
    }),
    key: { path: "name", label: "路由名称", of: (row) => row.name },
  });

async function test(
  { ports }: AdministrationDeps,
  { compId: named, caller: from, callee }: BodyOf<typeof routeOutApi.test>,
  { caller }: RequestContext,
) {
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
}

export const createOutboundRoutes = (deps: AdministrationDeps) => ({ ...crud(deps), ...serviceOf(deps, { test }) });
