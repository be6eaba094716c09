/** What a call meets on its way: rounds without an end, sub-processes too deep, silence. */
import { isOwn } from "../shared/link.ts";
import type { Finding, Surroundings } from "./finding.ts";
import { after, calledBy, endsHere, failuresOf, waits, type Canvas, type Graph, type Place } from "./graph.ts";
import { ofCanvas, ofFlow, ofNode } from "./of.ts";

/** Ways that a call takes at once: it waits for nobody there, and counts nothing. */
class AtOnce {
  /** Canvases that can be gone through. */
  readonly #through = new Set<Canvas>();
  /** From where a failure can be taken up by the main canvas. */
  readonly #falling = new Set<Canvas>();
  readonly #graph: Graph;
  readonly #mayFail: (expression: string) => boolean;

  constructor(graph: Graph, mayFail: (expression: string) => boolean) {
    this.#graph = graph;
    this.#mayFail = mayFail;
    const size = () => this.#through.size + this.#falling.size;
    for (let before = -1; before < size();) {
      before = size();
      for (const canvas of graph.canvases) this.#go(canvas);
    }
  }

  /** It waits, or counts: whoever goes round through it comes to an end. */
  stops(place: Place): boolean {
    return waits(place) || place.type.type === "loop";
  }

  #failures(canvas: Canvas, place: Place): readonly Place[] {
    const { main } = this.#graph;
    const called = calledBy(this.#graph, place);
    const fallen = called && main?.exception && this.#falling.has(called) ? [main.exception] : [];
    return [...failuresOf(this.#graph, canvas, place, this.#mayFail), ...fallen];
  }

  /** Nodes of the canvas that come next. */
  nexts(canvas: Canvas, place: Place): readonly Place[] {
    const called = calledBy(this.#graph, place);
    const on = called && !this.#through.has(called) ? [] : after(canvas, place);
    return [...on, ...this.#failures(canvas, place).filter((each) => canvas.byId.get(each.node.nodeId) === each)];
  }

  #go(canvas: Canvas): void {
    const seen = new Set<Place>();
    const waiting = canvas.start ? [canvas.start] : [];
    for (let place = waiting.pop(); place; place = waiting.pop()) {
      if (seen.has(place) || this.stops(place)) continue;
      seen.add(place);
      if (endsHere(place)) this.#through.add(canvas);
      const out = this.#failures(canvas, place).some((each) => canvas.byId.get(each.node.nodeId) !== each);
      if (out) this.#falling.add(canvas);
      waiting.push(...this.nexts(canvas, place));
    }
  }
}

export function cycles(graph: Graph, { expressionFails }: Pick<Surroundings, "expressionFails">): readonly Finding[] {
  const ways = new AtOnce(graph, expressionFails);
  return graph.canvases.flatMap((canvas) => {
    const state = new Map<Place, "open" | "done">();
    const found = new Map<Place, string>();
    const visit = (first: Place): void => {
      const stack = [{ place: first, left: [...ways.nexts(canvas, first)] }];
      state.set(first, "open");
      for (let top = stack.at(-1); top; top = stack.at(-1)) {
        const next = top.left.pop();
        if (!next) {
          state.set(top.place, "done");
          stack.pop();
        } else if (state.get(next) === "open") {
          const round = stack.slice(stack.findIndex(({ place }) => place === next));
          const failing = round.some(({ place }) => place.type.type === "exception");
          found.set(next, `${failing ? "失败后经异常节点" : "这里"}循环而没有停顿或次数限制`);
        } else if (!state.has(next) && !ways.stops(next)) {
          state.set(next, "open");
          stack.push({ place: next, left: [...ways.nexts(canvas, next)] });
        }
      }
    };
    for (const place of canvas.places) if (!state.has(place) && !ways.stops(place)) visit(place);
    return [...found].map(([place, text]) => ofNode(place, "loop", text));
  });
}

const mostDeep = 10;

/** Where shared sub-processes are among them: at the node that leads the deepest. */
function tooDeep(graph: Graph, main: Canvas, depth: ReadonlyMap<Canvas, number>): Finding {
  const text = `子流程调用超过${mostDeep}层`;
  const deepest = graph.canvases.every(({ sub }) => isOwn(sub))
    ? undefined
    : main.places.find((place) => {
        const called = calledBy(graph, place);
        return called !== undefined && (depth.get(called) ?? 0) >= mostDeep - 1;
      });
  return deepest ? ofNode(deepest, "recursion", text) : ofCanvas(main.sub, "recursion", text);
}

export function recursion(graph: Graph): readonly Finding[] {
  const depth = new Map<Canvas, number>();
  const findings: Finding[] = [];
  const deep = (canvas: Canvas, stack: readonly Canvas[]): number => {
    const known = depth.get(canvas);
    if (known !== undefined) return known;
    let most = 0;
    for (const place of canvas.places) {
      const called = calledBy(graph, place);
      if (!called) continue;
      if (called === canvas || stack.includes(called))
        findings.push(ofNode(place, "recursion", `子流程“${called.sub.subProcessName}”调用了自己`));
      else most = Math.max(most, 1 + deep(called, [...stack, canvas]));
    }
    depth.set(canvas, most);
    return most;
  };
  for (const canvas of graph.canvases)
    if (deep(canvas, []) >= mostDeep && canvas === graph.main) findings.push(tooDeep(graph, canvas, depth));
  return findings;
}

export function inUse(graph: Graph, { inUse: used }: Surroundings): readonly Finding[] {
  return used
    .filter(({ subProcessId }) => !graph.byId.has(subProcessId))
    .map(({ name }) => ofFlow("inUse", `运行中的版本还在调用子流程“${name}”，不能删除`));
}
