/** Where the time of a flow's orders goes: node by node, and the orders behind each figure (D9). */
import { array, boolean, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { dateField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

/** So many stays are looked at, and so many of the orders behind a figure shown. */
export const heatLimits = { stays: 50_000, orders: 200 } as const;

export const heatFigures = { now: "当前工单", stays: "停留次数", median: "中位用时", p90: "P90用时" } as const;
export type HeatFigure = keyof typeof heatFigures;

/** As lengths from the shortest to the longest: the one that so many of a hundred are not longer than (the nearest rank). */
export const rankOf = (count: number, percent: number): number => Math.ceil((count * percent) / 100);

const rankText = (name: string, count: number, percent: number): string =>
  count === 0
    ? `${name}：所选时间内没有工单离开该节点`
    : `${name}：${count}次停留按用时从短到长排列，取第${rankOf(count, percent)}个（${count}×${percent}%，向上取整）`;

/** How a figure is made, in words. */
export const heatFormulas: Readonly<Record<HeatFigure, (stays: number) => string>> = {
  now: () => "当前工单：现在停在该节点、还没有离开的工单，与所选时间无关",
  stays: () => "停留次数：所选时间内离开该节点的次数；同一工单退回后再来，算另一次",
  median: (stays) => rankText("中位用时", stays, 50),
  p90: (stays) => rankText("P90用时", stays, 90),
};

const asked = {
  compId: compField(),
  id: idField("流程"),
  startTime: dateField("开始日期").required("请选择开始日期"),
  endTime: dateField("结束日期").required("请选择结束日期"),
};
const onFlows = onPages(roles(RoleTypes.administrators), "/workorderflow");

export const flowHeatApi = defineResource({
  heat: defineEndpoint({
    name: "workFlowHeat",
    method: "POST",
    path: "/crm/api/v1/workFlow/heat",
    summary: "Of each node of a flow: orders there now, and the working time of stays that ended in a time",
    permission: onFlows,
    reads: true,
    body: object(asked),
    reply: object({
      /** By which time counts; '': the clock. */
      timeRule: string().defined(),
      /** More stays than are looked at: the newest count. */
      cut: boolean().required(),
      nodes: array()
        .of(
          object({
            nodeId: string().required(),
            name: string().required(),
            /** Not in the newest version any more. */
            gone: boolean().required(),
            now: number().required(),
            stays: number().required(),
            /** ms; null: no stay ended. */
            median: number().nullable().defined(),
            p90: number().nullable().defined(),
          }),
        )
        .required(),
    }),
    tags: ["WorkFlow", "WorkOrder"],
  }),
  heatOrders: defineEndpoint({
    name: "workFlowHeatOrders",
    method: "POST",
    path: "/crm/api/v1/workFlow/heatOrders",
    summary: "The stays behind a figure of a node, the longest first",
    permission: onFlows,
    reads: true,
    body: object({
      ...asked,
      nodeId: idField("节点"),
      /** Orders that are there now, or stays that ended. */
      which: string<"now" | "stays">().label("范围").oneOf(["now", "stays"]).required("请选择范围"),
    }),
    reply: object({
      total: number().required(),
      list: array()
        .of(
          object({
            id: string().required(),
            workCode: string().defined(),
            title: string().defined(),
            holder: string().defined(),
            holderName: string().defined(),
            enterTime: string().required(),
            /** '': it is still there. */
            leaveTime: string().defined(),
            ms: number().required(),
          }),
        )
        .required(),
    }),
    tags: ["WorkFlow", "WorkOrder"],
  }),
});
