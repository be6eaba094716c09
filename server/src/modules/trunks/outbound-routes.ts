/** 外呼路由 of an enterprise, and the test that says which route a call takes. */
import { serviceOf } from "../service.ts";
import { chosenTrunks } from "./chosen-trunks.ts";
import { outRoutesOf, screen } from "./screened.ts";
import { type BodyOf } from "@liantai/api/contract";
import { type routeOutApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { ownNumbers } from "../organisation/index.ts";
import { chooseOutbound } from "./outbound.ts";
import { crudService } from "../crud/index.ts";
import { routeOuts, type RouteOutRow } from "./repository.ts";
import { parsePrefixes } from "./screening.ts";

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
  const { config, steps, trunks } = await chosenTrunks(
    ports.database,
    { compId, caller: from, dialled: out.dialled },
    () => 0,
  );
  return {
    ok: true,
    reason: "",
    dialled: out.dialled,
    displayed: out.displayed,
    routeName: out.route?.name ?? null,
    trunkRoute: config ?? null,
    trunks: trunks.map((t) => t.name),
    steps: [...verdict.steps, ...out.steps, ...steps],
  };
}

export const createOutboundRoutes = (deps: AdministrationDeps) => ({ ...crud(deps), ...serviceOf(deps, { test }) });
