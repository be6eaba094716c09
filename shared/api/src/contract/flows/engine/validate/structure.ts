/** Canvases, exits, and what is reached. */
import { nodeTypeOf } from "../nodes/index.ts";
import { misses } from "../flow.ts";
import type { Finding } from "./finding.ts";
import { globalNames, ofCanvas, ofFlow, ofNode } from "./of.ts";
import { after, usedCanvases, type Canvas, type Graph, type Place } from "./graph.ts";

const twice = (ids: readonly string[]): readonly string[] => [
  ...new Set(ids.filter((id, at) => ids.indexOf(id) !== at)),
];

/** One main canvas, one start a canvas, at most one exception node, ids and types that are known. */
export function canvases({ body, canvases: all }: Graph): readonly Finding[] {
  const subs = body.nodes.map(({ subProcess }) => subProcess);
  const mains = subs.filter(({ classification }) => classification === 1).length;
  const nodeIds = subs.flatMap(({ flow }) => flow.nodes.map(({ nodeId }) => nodeId));
  return [
    ...(mains === 1 ? [] : [ofFlow("main", mains === 0 ? "流程没有主流程画布" : "流程只能有一个主流程画布")]),
    ...twice(subs.map(({ subProcessId }) => subProcessId)).map((id) => ofFlow("ids", `画布编号“${id}”重复`)),
    ...twice(nodeIds).map((id) => ofFlow("ids", `节点编号“${id}”重复`)),
    ...all.flatMap(({ sub, places }) => {
      const count = (name: string) => places.filter(({ type }) => type.type === name).length;
      const strange = sub.flow.nodes.filter(({ nodeType }) => nodeTypeOf(nodeType) === undefined);
      return [
        ...(count("start") === 0 ? [ofCanvas(sub, "start", "没有“开始”节点")] : []),
        ...(count("start") > 1 ? [ofCanvas(sub, "start", "只能有一个“开始”节点")] : []),
        ...(count("exception") > 1 ? [ofCanvas(sub, "exception", "只能有一个“异常”节点")] : []),
        ...strange.map((node) => ofNode({ sub, node }, "nodeType", `不认识的节点类型“${node.nodeType}”`)),
      ];
    }),
  ];
}

/** An exit of the flow's own leads to a node that is there. */
export const globalExit = ({ body }: Graph): readonly Finding[] => {
  const known = new Set(body.nodes.flatMap(({ subProcess }) => subProcess.flow.nodes.map(({ nodeId }) => nodeId)));
  return misses.flatMap((why) => {
    const { exit = "" } = body.globals[why];
    return exit === "" || known.has(exit)
      ? []
      : [ofFlow("reference", `“${globalNames[why]}”的出口指向不存在的节点“${exit}”`)];
  });
};

/** Every exit leads somewhere or may lead nowhere; what leads somewhere leads to a node of the canvas. */
export const exits = ({ canvases: all }: Graph): readonly Finding[] =>
  all.flatMap(({ sub, places }) => {
    const known = new Set(sub.flow.nodes.map(({ nodeId }) => nodeId));
    return places.flatMap((place) => {
      const { node, exits: own, to } = place;
      const branches = [{ id: "next", nodeId: node.nextNodeId }, ...node.branch];
      const wrong = branches.filter(({ nodeId }) => nodeId !== "" && !known.has(nodeId));
      const strange = node.branch.filter(({ id, nodeId }) => nodeId !== "" && !own.some((exit) => exit.id === id));
      const edges = sub.flow.edges.filter(({ source }) => source === node.nodeId);
      const differs = edges.some(({ exit, target }) => to[exit] !== target);
      return [
        ...own
          .filter(({ id, defaulted }) => !defaulted && to[id] === undefined)
          .map(({ name }) => ofNode(place, "exit", `分支“${name}”没有连接`)),
        ...wrong.map(({ id, nodeId }) => ofNode(place, "branch", `分支“${id}”指向不存在的节点“${nodeId}”`)),
        ...twice(node.branch.map(({ id }) => id)).map((id) => ofNode(place, "branch", `分支“${id}”重复`)),
        ...strange.map(({ nodeName }) => ofNode(place, "branch", `多余的分支“${nodeName}”，不会走到`, "warning")),
        ...(differs ? [ofNode(place, "edges", "连线与分支不一致，以分支为准", "warning")] : []),
        ...(place.type.type === "jump" && place.config["to"] === "node" && !known.has(String(place.config["targetId"]))
          ? [ofNode(place, "reference", "跳转的目标节点不在本画布")]
          : []),
      ];
    });
  });

/** Nodes of a canvas that a call can come to: from its start, and by a failure. */
function reachedIn(canvas: Canvas): ReadonlySet<Place> {
  const reached = new Set<Place>();
  const waiting = [canvas.start, canvas.exception].filter((place) => place !== undefined);
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    if (reached.has(place)) continue;
    reached.add(place);
    waiting.push(...after(canvas, place));
  }
  return reached;
}

export function reachable(graph: Graph): readonly Finding[] {
  const used = usedCanvases(graph);
  return graph.canvases.flatMap((canvas) => {
    if (!used.has(canvas)) return [ofCanvas(canvas.sub, "unused", "没有地方调用它", "warning")];
    const reached = reachedIn(canvas);
    return canvas.places
      .filter((place) => !reached.has(place))
      .map((place) => ofNode(place, "reachable", "没有路径能到达"));
  });
}
