import type { SubProcess } from "@liantai/api/flows";
import { sizeOf } from "../model/nodes.ts";

/** px of the page that a graph has at least, and the smallest zoom at which cards can be read. */
const room = { width: 700, height: 520 } as const;
const readable = 0.55;

/** How a sub-process is shown first: where all of it can be read, all of it (undefined); else from its start. */
export function firstView({ flow: { nodes } }: SubProcess) {
  const boxes = nodes.map((node) => ({ x: node.x, y: node.y, ...sizeOf(node) }));
  if (boxes.length === 0) return undefined;
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - Math.min(...boxes.map((box) => box.x));
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - Math.min(...boxes.map((box) => box.y));
  if (width * readable <= room.width && height * readable <= room.height) return undefined;
  const zoom = 0.8;
  const from = nodes.find(({ nodeType }) => nodeType === "start") ?? nodes[0]!;
  return { x: 48 - from.x * zoom, y: room.height / 3 - from.y * zoom, zoom };
}
