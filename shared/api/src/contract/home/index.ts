/** Area 'home': 企业首页 and 坐席首页. */
import { defineArea } from "../area.ts";
import { rowsOf } from "../tab-row.ts";
import { homeApi } from "./figures.ts";

export * from "./figures.ts";
export * from "./metrics.ts";

const row = rowsOf("admin", "organisation");

export const homeTabs = [row("/enterprisehomepage", "企业首页", "A"), row("/seathomepage", "坐席首页", "SM")];

export const homeArea = /* #__PURE__ */ defineArea(() => ({
  tabs: homeTabs,
  resources: [homeApi],
}));
