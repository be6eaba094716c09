import type { Panes } from "@liantai/ui";

export const enterprisesPanes: Panes = {
  "/enterprise": () => import(/* webpackChunkName: "enterprises" */ "./enterprise/screen.tsx"),
  "/enterpriseadmin": () => import(/* webpackChunkName: "enterprises" */ "./enterpriseadmin/screen.tsx"),
  "/operateaccount": () => import(/* webpackChunkName: "enterprises" */ "./operateaccount/screen.tsx"),
  "/operationunits": () => import(/* webpackChunkName: "enterprises" */ "./operationunits/screen.tsx"),
  "/useraccount": () => import(/* webpackChunkName: "enterprises" */ "./useraccount/screen.tsx"),
  "/rechargeenterprise": () => import(/* webpackChunkName: "enterprises" */ "./rechargeenterprise/screen.tsx"),
  "/rechargerecord": () => import(/* webpackChunkName: "enterprises" */ "./rechargerecord/screen.tsx"),
};
