/**
 * The first of three files that draw charts, each with the next one behind it (canvas, core, draw): half a megabyte of script, run in
 * three tasks, so that a press need not wait for all of it.
 */
import { CanvasRenderer } from "echarts/renderers";

/** @public So that it is in this file; draw.ts takes it from the library. */
export const held = CanvasRenderer;

export const next = () => import(/* webpackChunkName: "chart-core" */ "./core.ts");
