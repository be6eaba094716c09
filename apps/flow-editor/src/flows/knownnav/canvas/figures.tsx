import { chakra } from "@chakra-ui/react";
import { useContext } from "react";
import { BehindContext } from "../layers/layers.ts";
import { behind, figuresOf, figureText, figureWords, formulas, type NodeFigures } from "../model/replay.ts";

const Strip = chakra("div", {
  base: {
    position: "absolute",
    top: "100%",
    insetStart: "0",
    mt: "1px",
    display: "flex",
    gap: "2px",
    fontSize: "11px",
    lineHeight: "16px",
    whiteSpace: "nowrap",
    "& > button": {
      px: "1",
      borderRadius: "sm",
      bg: "bg.emphasized",
      cursor: "pointer",
      fontVariantNumeric: "tabular-nums",
      "&[data-lost]": { color: "fg.error" },
    },
  },
});

/**
 * Under a card: how many came, left and hung up, and how long they stayed; a press opens the calls. By keys the side 回放 has them, too.
 */
export function FigureStrip({ figures, name }: { readonly figures: NodeFigures; readonly name: string }) {
  const open = useContext(BehindContext);
  const { nodeId } = figures;
  return (
    <Strip className="nodrag nopan">
      {figuresOf(figures).map((kind) => (
        <button
          key={kind}
          type="button"
          tabIndex={-1}
          title={formulas[kind]}
          {...(kind === "hangUps" && figures.hangUps > 0 && { "data-lost": "" })}
          onClick={(event) => {
            event.stopPropagation();
            open?.({ nodeId, ...behind(kind), title: `「${name}」${figureWords[kind]}` });
          }}
        >
          {figureWords[kind]} {figureText(figures, kind)}
        </button>
      ))}
    </Strip>
  );
}
