import type { Point } from "./node-changes.ts";

/** What the library says to those who do not see. */
export const canvasWords = {
  "node.a11yDescription.default": "按回车或空格选择节点，选择后用方向键移动，按Delete删除，按Escape取消",
  "node.a11yDescription.keyboardDisabled": "按回车或空格选择节点，选择后用方向键移动，按Delete删除，按Escape取消",
  "node.a11yDescription.ariaLiveMessage": ({ x, y }: Point) => `节点已移到横向${Math.round(x)}、纵向${Math.round(y)}`,
  "edge.a11yDescription.default": "按回车或空格选择连线，按Delete删除，按Escape取消",
  "minimap.ariaLabel": "缩略图",
  "handle.ariaLabel": "连接点",
};

/** Keys are the canvas's own: the library listens to the whole page, other tabs included. */
export const canvasKeys = {
  deleteKeyCode: null,
  panActivationKeyCode: null,
  zoomActivationKeyCode: null,
  zoomOnDoubleClick: false,
} as const;
