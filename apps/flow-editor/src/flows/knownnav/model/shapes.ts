/** What a layout is made of, and what comes of it: plain data that goes to a worker and back. */
import type { SubProcess } from "@liantai/api/flows";
import type { Point } from "@liantai/ui/canvas";
import { edgesOf, jumpsTo } from "./exits.ts";
import { sizeOf, type Size } from "./nodes.ts";

export interface Shapes {
  readonly nodes: readonly (readonly [id: string, size: Size])[];
  readonly edges: readonly (readonly [from: string, to: string])[];
}
export type Places = readonly (readonly [id: string, at: Point])[];

export const shapesOf = (sub: SubProcess): Shapes => ({
  nodes: sub.flow.nodes.map((node) => [node.nodeId, sizeOf(node)]),
  edges: [
    ...edgesOf(sub).map(({ source, target }) => [source, target] as const),
    ...sub.flow.nodes.map((node) => [node.nodeId, jumpsTo(node)] as const).filter(([, to]) => to !== ""),
  ],
});
