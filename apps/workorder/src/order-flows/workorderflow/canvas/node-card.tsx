import { chakra } from "@chakra-ui/react";
import type { NodeKind } from "@liantai/api/contract/workorder";
import { Handle, Position, type Node, type NodeProps } from "@xyflow/react";
import { FarPoint, useIsFar, CardSign, cardPoint } from "@liantai/ui/canvas";
import { memo } from "react";
import { sizeOf } from "../../parts/graph.ts";
import { kindIcons, kindPalettes } from "./kinds.tsx";

export interface CardData extends Record<string, unknown> {
  readonly kind: NodeKind;
  readonly name: string;
  readonly summary: string;
  readonly limit: string;
  readonly faults: string;
  readonly faultCount: number;
  /** Its places in the way that was tried out: 1, 3. */
  readonly walked: string;
  /** How long orders stay there against the longest, 1 to 4; 0: it is not looked at, or none left it. */
  readonly heat: number;
  readonly spent: string;
}
export type CardNode = Node<CardData, "card">;

const Card = chakra("div", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2",
    boxSizing: "border-box",
    h: "full",
    ps: "2.5",
    pe: "2",
    bg: "bg.panel",
    borderWidth: "1px",
    borderColor: "border.emphasized",
    borderRadius: "md",
    borderStartWidth: "4px",
    borderStartColor: "colorPalette.solid",
    textStyle: "xs",
    "&[data-round]": { borderRadius: "full", justifyContent: "center", borderStartWidth: "1px" },
    "&[data-chosen]": { boxShadow: "0 0 0 2px {colors.accent.solid}" },
    "&[data-walked]": { bg: "green.subtle" },
    "&[data-heat='1']": { bg: "orange.50", _dark: { bg: "orange.950" } },
    "&[data-heat='2']": { bg: "orange.100", _dark: { bg: "orange.900" } },
    "&[data-heat='3']": { bg: "orange.200", _dark: { bg: "orange.800" } },
    "&[data-heat='4']": { bg: "red.200", _dark: { bg: "red.800" } },
    "&[data-heat] span": { color: "fg" },
    "&[data-wrong]": { borderColor: "border.error" },
    // Widths are of the canvas: a few of them are a pixel there.
    "&[data-far]": { bg: "colorPalette.muted", borderWidth: "4px", borderStartWidth: "4px" },
    "&[data-far][data-wrong]": { bg: "red.muted" },
    "&[data-far][data-chosen]": { boxShadow: "0 0 0 12px {colors.accent.solid}" },
    "& svg": { color: "colorPalette.fg", flex: "none", w: "4", h: "4" },
    "& b": { fontWeight: "600", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
    "& span": {
      color: "fg.muted",
      overflow: "hidden",
      textOverflow: "ellipsis",
      whiteSpace: "nowrap",
      fontSize: "11px",
    },
  },
});
const Lines = chakra("div", {
  base: { display: "flex", flexDirection: "column", minW: "0", flex: "1", lineHeight: "1.4" },
});

/** One node: its kind by colour and sign, its name, who handles it, how long he has, and how much is wrong with it. */
export const NodeCard = memo(function NodeCard({ data, selected }: NodeProps<CardNode>) {
  const Icon = kindIcons[data.kind];
  const round = data.kind === "start" || data.kind === "end";
  const common = {
    ...{ colorPalette: kindPalettes[data.kind], style: sizeOf(data.kind), title: data.faults },
    ...(round && { "data-round": "" }),
    ...(selected && { "data-chosen": "" }),
    ...(data.walked && { "data-walked": "" }),
    ...(data.heat > 0 && { "data-heat": String(data.heat) }),
    ...(data.faultCount > 0 && { "data-wrong": "" }),
  };
  if (useIsFar())
    return (
      <>
        <Card {...common} data-far="" />
        {data.kind !== "start" && <FarPoint type="target" />}
        {data.kind !== "end" && <FarPoint type="source" />}
      </>
    );
  return (
    <>
      {data.kind !== "start" && <Handle type="target" position={Position.Left} style={cardPoint} />}
      <Card {...common}>
        <Icon aria-hidden />
        {round ? (
          <b>{data.name || "未命名"}</b>
        ) : (
          <Lines>
            <b>{data.name || "未命名"}</b>
            <span>{data.summary}</span>
            {data.spent !== "" ? <span>{data.spent}</span> : data.limit !== "" && <span>{data.limit}</span>}
          </Lines>
        )}
      </Card>
      {data.faultCount > 0 && (
        <CardSign bg="red.solid" insetEnd="-6px" aria-hidden>
          {data.faultCount}
        </CardSign>
      )}
      {data.walked !== "" && (
        <CardSign bg="green.solid" insetStart="-6px" aria-hidden>
          {data.walked}
        </CardSign>
      )}
      {data.kind !== "end" && <Handle type="source" position={Position.Right} style={cardPoint} />}
    </>
  );
});
