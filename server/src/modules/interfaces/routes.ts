import { interfaceAllowanceApi, interfaceConfigApi, interfaceDeliveryApi } from "@liantai/api/contract/admin";
import { crudRoutes } from "../../http/crud.ts";
import { route, type Route } from "../../http/routes.ts";
import type { Deliveries } from "./deliveries.ts";
import type { InterfaceService } from "./service.ts";

export function interfacesRoutes(service: InterfaceService, deliveries: Deliveries): readonly Route[] {
  return [
    ...crudRoutes(interfaceConfigApi, service),
    route(interfaceConfigApi.get, ({ body }, context) => service.get(body, context)),
    route(interfaceConfigApi.test, ({ body }, context) => service.test(body, context)),
    route(interfaceDeliveryApi.list, ({ body }, context) => deliveries.list(body, context)),
    route(interfaceDeliveryApi.retry, ({ body }, context) => deliveries.retry(body, context)),
    route(interfaceAllowanceApi.list, ({ body }, context) => service.allowances(body, context)),
    route(interfaceAllowanceApi.add, ({ body }, context) => service.allow(body, context)),
    route(interfaceAllowanceApi.delete, ({ body }, context) => service.disallow(body, context)),
  ];
}
