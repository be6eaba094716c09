/** Area 'interfaces': an enterprise's outward interfaces, their deliveries, and the addresses operators allow (docs/decisions/019). */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { interfaceAllowanceApi } from "./allowances.ts";
import { interfaceConfigApi } from "./configs.ts";
import { interfaceDeliveryApi } from "./deliveries.ts";
import { secureEntryApi } from "./secure-entries.ts";

export * from "./allowances.ts";
export * from "./configs.ts";
export * from "./deliveries.ts";
export * from "./fields.ts";
export * from "./secure-entries.ts";

const row = rowsOf("admin", "system");

export const interfacesTabs = [row("/interfaceconfig", "接口配置", "A"), row("/interfaceConfigList", "接口列表", "A")];

export const interfacesArea = /* #__PURE__ */ defineArea(() => ({
  tabs: interfacesTabs,
  resources: [interfaceConfigApi, interfaceDeliveryApi, interfaceAllowanceApi, secureEntryApi],
  buttons: {
    "/interfaceConfigList": [
      ...crudButtons("interface", ["A"]),
      { code: "interface.retry", name: "重新推送", who: ["A"] },
    ],
    "/interfaceconfig": [{ code: "interface.test", name: "测试", who: ["A"] }],
  },
  logWords: {
    objects: {
      interfaceConfig: "外部接口",
      interfaceAllowance: "接口地址许可",
      interfaceDelivery: "接口推送",
      secureEntry: "安全输入",
    },
    actions: { redeem: "换取内容", redeemRefused: "换取被拒" },
    fields: { events: "事件", ports: "端口", "interfaceAllowance.target": "主机或网段", url: "地址", secret: "密钥" },
  },
}));
