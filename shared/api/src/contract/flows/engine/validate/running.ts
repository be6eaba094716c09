/** What a call meets on its way: rounds without an end, sub-processes too deep, silence. */
import { isOwn } from "../shared/link.ts";
import type { Finding, Surroundings } from "./finding.ts";
import { after, calledBy, waits, type Canvas, type Graph, type Place } from "./graph.ts";
import { ofCanvas, ofFlow, ofNode } from "./of.ts";

/** Sub-processes that can be gone through without a wait. */
function transparent(graph: Graph): ReadonlySet<Canvas> {
  const found = new Set<Canvas>();
  const goes = (canvas: Canvas): boolean => {
    const seen = new Set<Place>();
    const waiting = canvas.start ? [canvas.start] : [];
    for (let place = waiting.pop(); place; place = waiting.pop()) {
      if (seen.has(place) || stops(graph, place, found)) continue;
      if (place.type.type === "end") return true;
      seen.add(place);
      waiting.push(...after(canvas, place));
    }
    return false;
  };
  for (let more = true; more;) {
    const size = found.size;
    for (const canvas of graph.canvases) if (!found.has(canvas) && goes(canvas)) found.add(canvas);
    more = found.size > size;
  }
  return found;
}

/** It waits, or counts: whoever goes round through it comes to an end. */
function stops(graph: Graph, place: Place, through: ReadonlySet<Canvas>): boolean {
  const called = calledBy(graph, place);
  return waits(place) || place.type.type === "loop" || (called !== undefined && !through.has(called));
}

export function cycles(graph: Graph): readonly Finding[] {
  const through = transparent(graph);
  return graph.canvases.flatMap((canvas) => {
    const state = new Map<Place, "open" | "done">();
    const found: Place[] = [];
    const visit = (first: Place): void => {
      const stack = [{ place: first, left: [...after(canvas, first)] }];
      state.set(first, "open");
      for (let top = stack.at(-1); top; top = stack.at(-1)) {
        const next = top.left.pop();
        if (!next) {
          state.set(top.place, "done");
          stack.pop();
        } else if (state.get(next) === "open") found.push(next);
        else if (!state.has(next) && !stops(graph, next, through)) {
          state.set(next, "open");
          stack.push({ place: next, left: [...after(canvas, next)] });
        }
      }
    };
    for (const place of canvas.places) if (!state.has(place) && !stops(graph, place, through)) visit(place);
    return [...new Set(found)].map((place) => ofNode(place, "loop", "这里循环而没有停顿或次数限制"));
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

/** Of a caller who is asked nothing either: then he hangs up. */
export const mostSilenceMs = 10_000;

/** The longest while without a sound: from the answer, or from one sound to the next. */
export function deadAir(graph: Graph): readonly Finding[] {
  return graph.canvases.flatMap((canvas) => {
    const longest = new Map<Place, number>();
    const of = (place: Place, open: ReadonlySet<Place>): number => {
      const known = longest.get(place);
      if (known !== undefined) return known;
      const own = place.type.silenceMs?.(place.config) ?? 0;
      const sounds =
        waits(place) || (place.type.speaks !== undefined && place.node.talkings.length > 0) || open.has(place);
      const now = new Set([...open, place]);
      const total = sounds ? 0 : own + Math.max(0, ...after(canvas, place).map((next) => of(next, now)));
      if (!open.has(place)) longest.set(place, total);
      return total;
    };
    const long = canvas.places.filter(
      (place) => (place.type.silenceMs?.(place.config) ?? 0) > 0 && of(place, new Set()) > mostSilenceMs,
    );
    // The first of a row says it for the row.
    const later = new Set(long.flatMap((place) => after(canvas, place)));
    const firsts = long.filter((place) => !later.has(place));
    return (firsts.length > 0 ? firsts : long).map((place) =>
      ofNode(
        place,
        "deadAir",
        `从这里起客户可能${Math.round(of(place, new Set()) / 1_000)}秒听不到声音，请加等待音乐或话术`,
      ),
    );
  });
}
