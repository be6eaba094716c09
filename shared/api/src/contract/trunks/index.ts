/** Area 'trunks': trunks, their groups, routes and outbound routes (screens.md, "admin: call centre"). */
import { crudButtons, type PageButtons } from "../buttons.ts";
import type { Endpoint } from "../resource.ts";
import { routeGroupApi } from "./groups.ts";
import { routeNodeApi } from "./nodes.ts";
import { routeOutApi } from "./outbound.ts";
import { routeConfigApi } from "./routes.ts";

export * from "./groups.ts";
export * from "./nodes.ts";
export * from "./outbound.ts";
export * from "./routes.ts";

export const trunksEndpoints: readonly Endpoint[] = [routeNodeApi, routeGroupApi, routeConfigApi, routeOutApi].flatMap(
  (api) => Object.values<Endpoint>(api),
);

export const trunksButtons: PageButtons = { "/routercalout": crudButtons("routeOut", ["O", "A"]) };
