/** The second of three (canvas.ts). */
export { init, use } from "echarts/core";

export const next = () => import(/* webpackChunkName: "chart" */ "./draw.ts");
