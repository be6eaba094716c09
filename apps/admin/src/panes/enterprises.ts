import type { Panes } from "@liantai/ui";

export const enterprisesPanes: Panes = {
  "/enterprise": () => import(/* webpackChunkName: "enterprises" */ "../organisation/enterprise/screen.tsx"),
  "/enterpriseadmin": () => import(/* webpackChunkName: "enterprises" */ "../organisation/enterpriseadmin/screen.tsx"),
  "/operateaccount": () => import(/* webpackChunkName: "enterprises" */ "../organisation/operateaccount/screen.tsx"),
  "/operationunits": () => import(/* webpackChunkName: "enterprises" */ "../organisation/operationunits/screen.tsx"),
  "/useraccount": () => import(/* webpackChunkName: "enterprises" */ "../organisation/useraccount/screen.tsx"),
  "/rechargeenterprise": () =>
    import(/* webpackChunkName: "enterprises" */ "../organisation/rechargeenterprise/screen.tsx"),
  "/rechargerecord": () => import(/* webpackChunkName: "enterprises" */ "../organisation/rechargerecord/screen.tsx"),
};
