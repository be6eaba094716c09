/** 路由节点, 路由节点组, 路由配置: the installation's way out. */
import { createNodes } from "./nodes.ts";
import { type BodyOf } from "@liantai/api/contract";
import type { routeConfigApi, routeGroupApi } from "@liantai/api/contract/admin";

import type { AdministrationDeps } from "../deps.ts";
import type { CrudService } from "../../http/crud.ts";
import { crudService } from "../crud/index.ts";
import { configs, groups, type ListedConfig, type ListedGroup } from "./trunk-repository.ts";

type GroupBody = BodyOf<typeof routeGroupApi.add>;
type ConfigBody = BodyOf<typeof routeConfigApi.add>;

const createGroups = ({ ports, audit }: AdministrationDeps) =>
  crudService({
    deps: { ports, audit },
    object: "routeGroup",
    scope: "installation",
    store: groups,
    toRow: (_trx, body: GroupBody) => ({
      name: body.name,
      mode: body.mode,
      enabled: body.enabled,
      remark: body.remark ?? "",
      members: body.members.map(({ nodeId, weight }) => ({ nodeId, weight })),
    }),
    present: (row: ListedGroup) => ({
      id: row.id,
      name: row.name,
      mode: row.mode,
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
  });

function createConfigs({ ports, audit }: AdministrationDeps): CrudService<typeof routeConfigApi> {
  const service = crudService({
    deps: { ports, audit },
    object: "routeConfig",
    scope: "installation",
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
    present: (row: ListedConfig) => ({
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
  });
  return {
    ...service,
    // Operators without isSuper read the installation's routes and those of their enterprises, not whom others look after.
    list: (body, context) => service.list({ ...body, companies: context.caller.companies }, context),
  };
}

export const createTrunkService = (deps: AdministrationDeps) => ({
  node: createNodes(deps),
  group: createGroups(deps),
  config: createConfigs(deps),
});
