/** 路由节点, 路由节点组, 路由配置: the installation's way out. */
import { AppError, type BodyOf, formatTime } from "@liantai/api/contract";
import type { routeConfigApi, routeGroupApi, routeNodeApi } from "@liantai/api/contract/admin";
import { ownInstallation } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";

import type { AdministrationDeps } from "../deps.ts";
import { checkTrunk, type Checked } from "./check.ts";
import { crudService } from "../crud/index.ts";
import { configs, groups, nodes, noteCheck, type ConfigRow, type GroupRow, type NodeRow } from "./trunk-repository.ts";

type NodeBody = BodyOf<typeof routeNodeApi.add>;
type GroupBody = BodyOf<typeof routeGroupApi.add>;
type ConfigBody = BodyOf<typeof routeConfigApi.add>;

const sealContext = (id: string): string => `route-node/${id}`;
type MemberRow = {
  readonly nodeId: string;
  readonly weight: number;
  readonly name: string;
  readonly enabled: number;
  readonly state: string;
};

const presentNode = (row: NodeRow & { readonly groups: readonly string[] | null }) => ({
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
  state: row.state as "unknown",
  stateText: row.stateText,
  checkedAt: row.checkedAt && formatTime(row.checkedAt),
  latencyMs: row.latencyMs,
  groups: [...(row.groups ?? [])],
});

export function createTrunkService(deps: AdministrationDeps) {
  const { ports, audit, sealer } = deps;
  const scope = "installation";
  const node = crudService({
    deps: { ports, audit },
    object: "routeNode",
    scope,
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
  return {
    node: {
      ...node,
      async check(
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
      },
    },
    group: crudService({
      deps: { ports, audit },
      object: "routeGroup",
      scope,
      store: groups,
      toRow: (_trx, body: GroupBody) => ({
        name: body.name,
        mode: body.mode,
        enabled: body.enabled,
        remark: body.remark ?? "",
        members: body.members.map(({ nodeId, weight }) => ({ nodeId, weight })),
      }),
      present: (row: GroupRow & { readonly members: readonly MemberRow[] }) => ({
        id: row.id,
        name: row.name,
        mode: row.mode as "weight",
        enabled: row.enabled,
        remark: row.remark,
        members: row.members.map((m) => ({
          nodeId: m.nodeId,
          nodeName: m.name,
          weight: m.weight,
          enabled: m.enabled,
          state: m.state,
        })),
      }),
      key: { path: "name", label: "组名称", of: (row) => row.name },
    }),
    config: crudService({
      deps: { ports, audit },
      object: "routeConfig",
      scope,
      store: configs,
      toRow: (_trx, body: ConfigBody) => ({
        name: body.name,
        ownerCompId: body.ownerCompId || null,
        callerPrefixes: body.callerPrefixes ?? "",
        calleePrefixes: body.calleePrefixes ?? "",
        groupId: body.groupId,
        priority: body.priority,
        enabled: body.enabled,
        remark: body.remark ?? "",
      }),
      present: (row: ConfigRow & { readonly groupName: string; readonly ownerName: string | null }) => ({
        id: row.id,
        name: row.name,
        ownerCompId: row.ownerCompId,
        ownerName: row.ownerName,
        callerPrefixes: row.callerPrefixes,
        calleePrefixes: row.calleePrefixes,
        groupId: row.groupId,
        groupName: row.groupName,
        priority: row.priority,
        enabled: row.enabled,
        remark: row.remark,
      }),
      key: { path: "name", label: "路由名称", of: (row) => row.name },
    }),
  };
}
