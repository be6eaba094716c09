/** Area 'interfaces': an enterprise's outward interfaces, their deliveries, and the addresses operators allow (docs/decisions/019). */
import { crudButtons, type PageButtons } from "../buttons.ts";
import type { Endpoint } from "../resource.ts";
import { interfaceAllowanceApi } from "./allowances.ts";
import { interfaceConfigApi } from "./configs.ts";
import { interfaceDeliveryApi } from "./deliveries.ts";

export * from "./allowances.ts";
export * from "./configs.ts";
export * from "./deliveries.ts";
export * from "./fields.ts";

export const interfacesEndpoints: readonly Endpoint[] = [
  ...Object.values(interfaceConfigApi),
  ...Object.values(interfaceDeliveryApi),
  ...Object.values(interfaceAllowanceApi),
];

export const interfacesButtons: PageButtons = {
  "/interfaceConfigList": [
    ...crudButtons("interface", ["A"]),
    { code: "interface.retry", name: "重新推送", who: ["A"] },
  ],
  "/interfaceconfig": [{ code: "interface.test", name: "测试", who: ["A"] }],
};
