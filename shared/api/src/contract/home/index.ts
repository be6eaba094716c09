/** Area 'home': 企业首页 and 坐席首页. */
import type { PageButtons } from "../buttons.ts";
import type { Endpoint } from "../resource.ts";
import { homeApi } from "./figures.ts";

export * from "./figures.ts";

export const homeEndpoints: readonly Endpoint[] = Object.values(homeApi);

export const homeButtons: PageButtons = {};
