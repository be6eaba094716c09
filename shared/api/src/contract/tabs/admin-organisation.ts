import { row, type TabRow } from "./row.ts";

/** screens.md, "admin: organisation". */
export const adminOrganisationTabs: readonly TabRow[] = [
  row("admin", "organisation", "/enterprisehomepage", "企业首页", "A"),
  row("admin", "organisation", "/seathomepage", "坐席首页", "SM"),
  row("admin", "organisation", "/seatrole", "坐席角色", "A"),
  row("admin", "organisation", "/role/setrolemenu", "角色授权", "OA"),
  row("admin", "organisation", "/menulist", "菜单管理", "O"),
  row("admin", "organisation", "/role/operate", "运营角色", "O"),
  row("admin", "organisation", "/operateaccount", "运营账号", "O"),
  row("admin", "organisation", "/operationunits", "运营单位", "O"),
  row("admin", "organisation", "/enterprise", "企业管理", "O"),
  row("admin", "organisation", "/enterpriseadmin", "企业管理员", "O"),
  row("admin", "organisation", "/rechargeenterprise", "企业充值", "O"),
  row("admin", "organisation", "/rechargerecord", "充值记录", "OA"),
  row("admin", "organisation", "/useraccount", "用户账号", "A"),
  row("admin", "organisation", "/syncmenu", "菜单同步", "O"),
];
