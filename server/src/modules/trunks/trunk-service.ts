/** 路由节点, 路由节点组, 路由配置: the installation's way out. */
import { AppError, type BodyOf } from "@liantai/api/contract";
import type { routeConfigApi, routeGroupApi, routeNodeApi } from "@liantai/api/contract/admin";
import { ownInstallation } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import { formatTime } from "../event-log/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import { checkTrunk, type Checked } from "./check.ts";
import { crudService } from "../crud/index.ts";
import { configs, groups, nodes, noteCheck, type ConfigRow, type GroupRow, type NodeRow } from "./trunk-repository.ts";

type NodeBody = BodyOf<typeof routeNodeApi.add>;
type GroupBody = BodyOf<typeof routeGroupApi.add>;
type ConfigBody = BodyOf<typeof routeConfigApi.add>;

const sealContext = (id: string): string => `route-node/${id}`;
type MemberRow = {
  readonly node_id: string;
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
  userName: row.user_name,
  hasPassword: row.password_sealed !== "",
  enabled: row.enabled,
  remark: row.remark,
  state: row.state as "unknown",
  stateText: row.state_text,
  checkedAt: row.checked_at && formatTime(row.checked_at),
  latencyMs: row.latency_ms,
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
      user_name: body.userName ?? "",
      enabled: body.enabled,
      remark: body.remark ?? "",
      // The name is the context: it is unique, and known before the id is.
      password_sealed: body.password
        ? sealer.seal(body.password, sealContext(body.name))
        : before && before.password_sealed !== "" && before.name !== body.name
          ? sealer.seal(sealer.unseal(before.password_sealed, sealContext(before.name)), sealContext(body.name))
          : (before?.password_sealed ?? ""),
      ...(before && before.address === body.address && before.transport === body.transport
        ? {}
        : { state: "unknown", state_text: "", checked_at: null, latency_ms: null }),
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
            state_text: found.text,
            latency_ms: found.latencyMs,
            checked_at: new Date(ports.clock.now()),
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
        members: body.members.map(({ nodeId, weight }) => ({ node_id: nodeId, weight })),
      }),
      present: (row: GroupRow & { readonly members: readonly MemberRow[] }) => ({
        id: row.id,
        name: row.name,
        mode: row.mode as "weight",
        enabled: row.enabled,
        remark: row.remark,
        members: row.members.map((m) => ({
          nodeId: m.node_id,
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
        owner_comp_id: body.ownerCompId || null,
        caller_prefixes: body.callerPrefixes ?? "",
        callee_prefixes: body.calleePrefixes ?? "",
        group_id: body.groupId,
        priority: body.priority,
        enabled: body.enabled,
        remark: body.remark ?? "",
      }),
      present: (row: ConfigRow & { readonly group_name: string; readonly owner_name: string | null }) => ({
        id: row.id,
        name: row.name,
        ownerCompId: row.owner_comp_id,
        ownerName: row.owner_name,
        callerPrefixes: row.caller_prefixes,
        calleePrefixes: row.callee_prefixes,
        groupId: row.group_id,
        groupName: row.group_name,
        priority: row.priority,
        enabled: row.enabled,
        remark: row.remark,
      }),
      key: { path: "name", label: "路由名称", of: (row) => row.name },
    }),
  };
}
