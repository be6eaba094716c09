/** Area 'blacklists': barred numbers of the installation and of enterprises (screens.md, "admin: system"). */
import { crudButtons, type PageButtons } from "../buttons.ts";
import type { Endpoint } from "../resource.ts";
import { blackListApi } from "./black-list.ts";

export * from "./black-list.ts";

export const blacklistsEndpoints: readonly Endpoint[] = Object.values<Endpoint>(blackListApi);

export const blacklistsButtons: PageButtons = { "/enterpriseblack": crudButtons("blackList", ["A"]) };
