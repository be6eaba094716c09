import { chakra } from "@chakra-ui/react";
import { Handle, NodeResizeControl, Position, type Node, type NodeProps } from "@xyflow/react";
import { FarPoint, useIsFar, CardSign, cardPoint } from "@liantai/ui/canvas";
import { memo, useContext } from "react";
import { card, sizeLimits } from "../model/nodes.ts";
import { BehindContext } from "../layers/layers.ts";
import { formulas, type NodeFigures } from "../model/replay.ts";
import { FigureStrip } from "./figures.tsx";
import { groups, type Group } from "./kinds.ts";

export interface CardExit {
  readonly id: string;
  readonly name: string;
  /** It leads nowhere and needs to. */
  readonly open: boolean;
  /** How often calls or tests took it; absent: nobody counts. */
  readonly count?: number | undefined;
}

export interface CardData extends Record<string, unknown> {
  readonly group: Group;
  readonly start: boolean;
  /** It leads to another node of its canvas without an exit. */
  readonly jumps: boolean;
  readonly name: string;
  readonly word: string;
  /** Its first wording; undefined: its type says nothing. */
  readonly says: string | undefined;
  readonly exits: readonly CardExit[];
  readonly faults: string;
  readonly faultCount: number;
  readonly errors: boolean;
  /** A search or a test looks at it. */
  readonly lit: boolean;
  /** Of calls; undefined: they are not shown. */
  readonly figures: NodeFigures | undefined;
}
export type CardNode = Node<CardData, "card">;

const Card = chakra("div", {
  base: {
    boxSizing: "border-box",
    h: "full",
    w: "full",
    bg: "bg.panel",
    borderWidth: "1px",
    borderColor: "border.emphasized",
    borderRadius: "md",
    borderStartWidth: "4px",
    borderStartColor: "colorPalette.solid",
    fontSize: "12px",
    lineHeight: "20px",
    "&[data-chosen]": { boxShadow: "0 0 0 2px {colors.accent.solid}" },
    "&[data-wrong]": { borderColor: "border.error" },
    // Widths are of the canvas: a few of them are a pixel there.
    "&[data-far]": { bg: "colorPalette.muted", borderWidth: "4px", borderStartWidth: "4px" },
    "&[data-far][data-wrong]": { bg: "red.muted" },
    "&[data-far][data-chosen]": { boxShadow: "0 0 0 12px {colors.accent.solid}" },
    "&[data-lit]": { bg: "green.subtle" },
    "& > *": { px: "2", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
    "& > header": { display: "flex", alignItems: "center", gap: "1.5", h: "34px" },
    "& > header > svg": { color: "colorPalette.fg", flex: "none", w: "3.5", h: "3.5" },
    "& > header > b": { fontWeight: "600", overflow: "hidden", textOverflow: "ellipsis", flex: "1", minW: "0" },
    "& > header > span": { color: "fg.muted", fontSize: "11px", flex: "none" },
    "& > p": { color: "fg.muted", fontSize: "11px", h: "20px" },
    "& > ul": { listStyleType: "none", textAlign: "end", fontSize: "11px" },
    "& > ul > li": { h: "20px", overflow: "hidden", textOverflow: "ellipsis" },
    "& > ul > li[data-open]": { color: "fg.error" },
  },
});

/** px from the top of the card to the middle of an exit. */
export const exitAt = (at: number, speaks: boolean): number =>
  card.head + (speaks ? card.wording : 0) + card.exit * (at + 0.5);

interface CountedProps {
  readonly figures: NodeFigures;
  readonly exit: string;
  readonly words: string;
  readonly of: string;
}

/** An exit with how often it was taken; a press opens the calls. */
function Counted({ figures: { nodeId }, exit, words, of }: CountedProps) {
  const open = useContext(BehindContext);
  return (
    <button
      type="button"
      tabIndex={-1}
      className="nodrag nopan"
      title={formulas.branch}
      style={{ cursor: "pointer" }}
      onClick={(event) => {
        event.stopPropagation();
        open?.({ nodeId, exit, title: of });
      }}
    >
      {words}
    </button>
  );
}

/** One node: its type by colour and word, its name, what it says first, its exits as points with their words, and how much is wrong. */
export const NodeCard = memo(function NodeCard({ data, selected }: NodeProps<CardNode>) {
  const { icon: Icon, palette } = groups[data.group];
  const marks = {
    ...(selected && { "data-chosen": "" }),
    ...(data.errors && { "data-wrong": "" }),
    ...(data.lit && { "data-lit": "" }),
  };
  const common = { colorPalette: palette, title: data.faults, ...marks };
  if (useIsFar())
    return (
      <>
        <Card {...common} data-far="" />
        {!data.start && <FarPoint type="target" top={card.head / 2} />}
        {data.exits.map(({ id }, at) => (
          <FarPoint key={id} id={id} type="source" top={exitAt(at, data.says !== undefined)} />
        ))}
        {data.jumps && <FarPoint type="source" top={card.head / 2} />}
      </>
    );
  return (
    <>
      {!data.start && <Handle type="target" position={Position.Left} style={{ ...cardPoint, top: card.head / 2 }} />}
      <Card {...common}>
        <header>
          <Icon aria-hidden />
          <b>{data.name || "未命名"}</b>
          {data.name !== data.word && <span>{data.word}</span>}
        </header>
        {data.says !== undefined && <p>{data.says || "（没有话术）"}</p>}
        {data.exits.length > 0 && (
          <ul>
            {data.exits.map(({ id, name, open, count }) => (
              <li key={id} {...(open && { "data-open": "" })}>
                {data.figures && count ? (
                  <Counted
                    figures={data.figures}
                    exit={id}
                    words={`${name} ×${count}`}
                    of={`「${data.name}」${name}`}
                  />
                ) : count === undefined ? (
                  name
                ) : (
                  `${name} ×${count}`
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      {data.figures && <FigureStrip figures={data.figures} name={data.name} />}
      {data.faultCount > 0 && (
        <CardSign insetEnd="-6px" bg={data.errors ? "red.solid" : "orange.solid"} aria-hidden>
          {data.faultCount}
        </CardSign>
      )}
      {data.exits.map(({ id }, at) => (
        <Handle
          key={id}
          id={id}
          type="source"
          position={Position.Right}
          style={{ ...cardPoint, top: exitAt(at, data.says !== undefined) }}
        />
      ))}
      {data.jumps && (
        <Handle
          type="source"
          position={Position.Right}
          isConnectable={false}
          style={{ ...cardPoint, top: card.head / 2 }}
        />
      )}
      {selected && (
        <NodeResizeControl
          position="bottom-right"
          minWidth={sizeLimits.minWidth}
          maxWidth={sizeLimits.maxWidth}
          maxHeight={sizeLimits.maxHeight}
          style={{ background: "transparent", border: "none", width: 14, height: 14, cursor: "nwse-resize" }}
        />
      )}
    </>
  );
});
