/**
 * The first of three files that draw charts, each with the next one behind it (canvas, core, draw): half a megabyte of script, run in
 * three tasks, so that a press need not wait for all of it.
 */
export { CanvasRenderer } from "echarts/renderers";

export const next = () => import(/* webpackChunkName: "chart-core" */ "./core.ts");
