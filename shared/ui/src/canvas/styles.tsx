import { Global } from "@emotion/react";
import sheet from "@xyflow/react/dist/base.css";

/** The library's own rules, through the page's style cache: its style element carries the nonce that the policy asks for. */
export const CanvasStyles = () => <Global styles={sheet} />;

/** Colours of the theme for what the library draws. */
export const canvasColors = {
  "--xy-edge-stroke": "{colors.border.emphasized}",
  "--xy-edge-stroke-width": "1.5",
  "--xy-edge-stroke-selected": "{colors.accent.solid}",
  "--xy-connectionline-stroke": "{colors.accent.solid}",
  "--xy-handle-background-color": "{colors.fg.muted}",
  "--xy-background-color": "{colors.bg.canvas}",
  "--xy-background-pattern-color": "{colors.border}",
  "--xy-minimap-background-color": "{colors.bg.panel}",
  "--xy-minimap-mask-background-color": "{colors.bg.emphasized}",
  "--xy-minimap-node-background-color": "{colors.border.emphasized}",
  // By margins: each transform would be a layer to think of in every frame of a drag.
  "& .react-flow__handle-left": { transform: "none", marginBlockStart: "-4.5px", marginInlineStart: "-4.5px" },
  "& .react-flow__handle-right": { transform: "none", marginBlockStart: "-4.5px", marginInlineEnd: "-4.5px" },
  "& [data-far] .react-flow__edge-path": { strokeWidth: "5" },
  "& .react-flow__minimap-mask": { opacity: 0.6 },
  "& .react-flow__minimap": { borderWidth: "1px", borderRadius: "sm", m: "2" },
  "& .react-flow__edge-text": { fontSize: "11px", fill: "{colors.fg}" },
  "& .react-flow__edge-textbg": { fill: "{colors.bg.panel}", stroke: "{colors.border}" },
  "& .react-flow__edge.wrong": { "--xy-edge-stroke": "{colors.fg.error}" },
  "& .react-flow__edge.walked": { "--xy-edge-stroke": "{colors.green.solid}", "--xy-edge-stroke-width": "2.5" },
  "& .react-flow__node:focus-visible": {
    outline: "2px solid {colors.accent.solid}",
    outlineOffset: "3px",
    borderRadius: "md",
  },
  "& .react-flow__edge:focus-visible .react-flow__edge-path": { "--xy-edge-stroke-width": "3" },
} as const;
