import type { Panes } from "@liantai/ui";

export const seatsPanes: Panes = {
  "/seats": () => import(/* webpackChunkName: "seats" */ "../call-centre/seats/screen.tsx"),
  "/seatsgroup": () => import(/* webpackChunkName: "seats" */ "../call-centre/seatsgroup/screen.tsx"),
  "/allotMember": () => import(/* webpackChunkName: "seats" */ "../call-centre/allotMember/screen.tsx"),
  "/extension": () => import(/* webpackChunkName: "seats" */ "../call-centre/extension/screen.tsx"),
  "/seatcustomstatus": () => import(/* webpackChunkName: "seats" */ "../call-centre/seatcustomstatus/screen.tsx"),
  "/allocationSeatCustomstatus": () =>
    import(/* webpackChunkName: "seats" */ "../call-centre/allocationSeatCustomstatus/screen.tsx"),
  "/seatcustomstatusrestrictions": () =>
    import(/* webpackChunkName: "seats" */ "../call-centre/seatcustomstatusrestrictions/screen.tsx"),
};
