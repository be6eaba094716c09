import type { Panes } from "@liantai/ui";

export const seatsPanes: Panes = {
  "/seats": () => import(/* webpackChunkName: "seats" */ "./seats/screen.tsx"),
  "/seatsgroup": () => import(/* webpackChunkName: "seats" */ "./seatsgroup/screen.tsx"),
  "/allotMember": () => import(/* webpackChunkName: "seats" */ "./allotMember/screen.tsx"),
  "/extension": () => import(/* webpackChunkName: "seats" */ "./extension/screen.tsx"),
  "/seatcustomstatus": () => import(/* webpackChunkName: "seats" */ "./seatcustomstatus/screen.tsx"),
  "/allocationSeatCustomstatus": () =>
    import(/* webpackChunkName: "seats" */ "./allocationSeatCustomstatus/screen.tsx"),
  "/seatcustomstatusrestrictions": () =>
    import(/* webpackChunkName: "seats" */ "./seatcustomstatusrestrictions/screen.tsx"),
};
