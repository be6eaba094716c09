/** 路由节点: trunks, and what a look at one finds. */
import { serviceOf } from "../service.ts";
import { AppError, type BodyOf, formatTime } from "@liantai/api/contract";
import type { routeNodeApi } from "@liantai/api/contract/admin";
import { ownInstallation } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";

import type { AdministrationDeps } from "../deps.ts";
import { checkTrunk, type Checked } from "./check.ts";
import { crudService } from "../crud/index.ts";
import { publish } from "../topics.ts";
import { nodes, noteCheck, type ListedNode } from "./trunk-repository.ts";

type NodeBody = BodyOf<typeof routeNodeApi.add>;

export const sealContext = (name: string): string => `route-node/${name}`;
const presentNode = (row: ListedNode) => ({
  id: row.id,
  name: row.name,
  address: row.address,
  transport: row.transport,
  codecs: [...row.codecs],
  concurrency: row.concurrency,
  userName: row.userName,
  hasPassword: row.passwordSealed !== "",
  enabled: row.enabled,
  remark: row.remark,
  dataHeaders: row.dataHeaders,
  sendsData: row.sendsData,
  state: row.state,
  stateText: row.stateText,
  checkedAt: row.checkedAt && formatTime(row.checkedAt),
  latencyMs: row.latencyMs,
  groups: [...(row.groups ?? [])],
});

const crud = ({ ports, audit, sealer }: AdministrationDeps) =>
  crudService({
    changed: () => publish(ports.broker, "trunks.changed", {}),
    deps: { ports, audit },
    object: "routeNode",
    scope: "installation",
    store: nodes,
    toRow: (_trx, body: NodeBody, before) => ({
      name: body.name,
      address: body.address,
      transport: body.transport,
      codecs: JSON.stringify(body.codecs),
      concurrency: body.concurrency,
      userName: body.userName ?? "",
      enabled: body.enabled,
      remark: body.remark ?? "",
      dataHeaders: body.dataHeaders ?? before?.dataHeaders ?? "",
      sendsData: body.sendsData ?? before?.sendsData ?? 0,
      // The name is the context: it is unique, and known before the id is.
      passwordSealed: body.password
        ? sealer.seal(body.password, sealContext(body.name))
        : before && before.passwordSealed !== "" && before.name !== body.name
          ? sealer.seal(sealer.unseal(before.passwordSealed, sealContext(before.name)), sealContext(body.name))
          : (before?.passwordSealed ?? ""),
      ...(before && before.address === body.address && before.transport === body.transport
        ? {}
        : { state: "unknown", stateText: "", checkedAt: null, latencyMs: null }),
    }),
    present: presentNode,
    key: { path: "name", label: "节点名称", of: (row) => row.name },
  });

async function check(
  { ports }: AdministrationDeps,
  { id }: { readonly id: string },
  { caller }: RequestContext,
): Promise<Checked & { readonly stateText: string }> {
  // What it finds is stored with the trunk.
  ownInstallation(caller);
  // system: trunks belong to the installation. The wait for the network is outside of any transaction.
  const row = await ports.database.system((trx) => nodes.find(trx, "", id));
  if (!row) throw new AppError("notFound");
  const found = await checkTrunk(row.address, row.transport, ports.random);
  await ports.database.system((trx) =>
    noteCheck(trx, id, {
      state: found.state,
      stateText: found.text,
      latencyMs: found.latencyMs,
      checkedAt: new Date(ports.clock.now()),
    }),
  );
  return { ...found, stateText: found.text };
}

export const createNodes = (deps: AdministrationDeps) => ({ ...crud(deps), ...serviceOf(deps, { check }) });
