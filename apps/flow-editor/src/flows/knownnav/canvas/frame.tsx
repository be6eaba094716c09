import { chakra } from "@chakra-ui/react";
import type { Node, NodeProps } from "@xyflow/react";
import { memo } from "react";

export type FrameNode = Node<{ readonly name: string }, "frame">;

const Frame = chakra("div", {
  base: {
    boxSizing: "border-box",
    h: "full",
    w: "full",
    borderWidth: "1px",
    borderStyle: "dashed",
    borderColor: "border.emphasized",
    borderRadius: "md",
    bg: "bg.muted",
    px: "2",
    pt: "1",
    color: "fg.muted",
    fontSize: "12px",
    fontWeight: "600",
    "&[data-chosen]": { borderColor: "accent.solid" },
  },
});

/** A group: dragged by it, all its nodes go along. */
export const GroupFrame = memo(function GroupFrame({ data, selected }: NodeProps<FrameNode>) {
  return <Frame {...(selected && { "data-chosen": "" })}>{data.name}</Frame>;
});
