/** Area 'trunks': trunks, their groups, routes and outbound routes (screens.md, "admin: call centre"). */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { routeGroupApi } from "./groups.ts";
import { routeNodeApi } from "./nodes.ts";
import { routeOutApi } from "./outbound.ts";
import { routeConfigApi } from "./routes.ts";

export * from "./groups.ts";
export * from "./nodes.ts";
export * from "./outbound.ts";
export * from "./routes.ts";

const row = rowsOf("admin", "call-centre");

export const trunksTabs = [
  row("/routernode", "路由节点", "O"),
  row("/routernodegroup", "路由节点组", "O"),
  row("/routercmbd", "路由配置", "O"),
  row("/routercalout", "外呼路由", "OA"),
];

export const trunksArea = /* #__PURE__ */ defineArea(() => ({
  tabs: trunksTabs,
  resources: [routeNodeApi, routeGroupApi, routeConfigApi, routeOutApi],
  buttons: { "/routercalout": crudButtons("routeOut", ["O", "A"]) },
  logWords: {
    objects: { routeNode: "路由节点", routeGroup: "路由节点组", routeConfig: "路由配置", routeOut: "外呼路由" },
    fields: {
      checkedAt: "检测时间",
      latencyMs: "响应毫秒数",
      stateText: "检测详情",
      passwordSealed: "注册密码",
      nodeId: "节点",
      weight: "权重",
    },
  },
}));
