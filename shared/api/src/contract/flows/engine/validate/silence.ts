/** How long a caller may hear nothing: over the nodes of a canvas, into sub-processes and back, and where a failure leads. */
import { isOwn } from "../shared/link.ts";
import type { Finding, Surroundings } from "./finding.ts";
import {
  after,
  calledBy,
  endsHere,
  failuresOf,
  usedCanvases,
  waits,
  type Canvas,
  type Graph,
  type Place,
} from "./graph.ts";
import { ofNode } from "./of.ts";
import { isFor } from "../wording.ts";

/** Of a caller who is asked nothing either: then he hangs up. */
export const mostSilenceMs = 10_000;

/** All ms. through: until the canvas ends; fallen: until the main canvas takes up a failure; undefined: a sound comes first. */
interface Reach {
  readonly longest: number;
  readonly through: number | undefined;
  readonly fallen: number | undefined;
}

const sound: Reach = { longest: 0, through: undefined, fallen: undefined };
const most = (...all: readonly (number | undefined)[]): number | undefined => {
  const known = all.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
};
const sum = (...all: readonly (number | undefined)[]): number | undefined =>
  all.reduce((total, each) => (total === undefined || each === undefined ? undefined : total + each), 0);

const ownSilence = ({ type, config }: Place): number => type.silenceMs?.(config) ?? 0;
const sounds = (place: Place): boolean =>
  waits(place) || (place.type.speaks !== undefined && place.node.talkings.some(isFor(undefined)));

interface Caller {
  readonly canvas: Canvas;
  readonly place: Place;
}

class Silence {
  readonly #graph: Graph;
  readonly #mayFail: (expression: string) => boolean;
  readonly #callers = new Map<Canvas, Caller[]>();
  readonly #reach = new Map<Place, Reach>();
  readonly #open = new Set<Place>();
  /** Where `total` is under way. */
  readonly #asked = new Set<Place | Canvas>();
  readonly #total = new Map<Place, number>();

  constructor(graph: Graph, mayFail: (expression: string) => boolean) {
    this.#graph = graph;
    this.#mayFail = mayFail;
    for (const canvas of usedCanvases(graph))
      for (const place of canvas.places) {
        const called = calledBy(graph, place);
        if (called) this.#callers.set(called, [...(this.#callers.get(called) ?? []), { canvas, place }]);
      }
  }

  #exceptions(canvas: Canvas, place: Place): readonly Place[] {
    return failuresOf(this.#graph, canvas, place, this.#mayFail);
  }

  /** Nodes of the canvas that come next, those of its failures, too. */
  #nexts(canvas: Canvas, place: Place): readonly Place[] {
    const failing = this.#exceptions(canvas, place).filter((each) => each === canvas.exception);
    return [...after(canvas, place), ...failing];
  }

  /** From the node on, within its canvas and what that calls. A round ends where it closes. */
  #from(canvas: Canvas, place: Place): Reach {
    const known = this.#reach.get(place);
    if (known) return known;
    if (sounds(place) || this.#open.has(place)) return sound;
    this.#open.add(place);
    const own = ownSilence(place);
    const called = calledBy(this.#graph, place);
    const inner = called?.start ? this.#from(called, called.start) : { longest: 0, through: 0, fallen: undefined };
    const rest = this.#nexts(canvas, place).map((next) => this.#from(canvas, next));
    const falls = this.#exceptions(canvas, place).some((each) => each !== canvas.exception);
    const gone = sum(own, inner.through);
    const reach: Reach = {
      longest: most(own + inner.longest, ...rest.map(({ longest }) => sum(gone, longest))) ?? 0,
      through: most(endsHere(place) ? gone : undefined, ...rest.map(({ through }) => sum(gone, through))),
      fallen: most(falls ? own : undefined, sum(own, inner.fallen), ...rest.map(({ fallen }) => sum(gone, fallen))),
    };
    this.#open.delete(place);
    this.#reach.set(place, reach);
    return reach;
  }

  /** From the node on, wherever it leads. */
  total(canvas: Canvas, place: Place): number {
    const known = this.#total.get(place);
    if (known !== undefined) return known;
    const { main } = this.#graph;
    const { longest, through, fallen } = this.#from(canvas, place);
    const taken = main?.exception && fallen !== undefined ? this.#ahead(main, main.exception) : undefined;
    const back = through === undefined ? undefined : this.#behind(canvas);
    const total = Math.max(longest, sum(through, back) ?? 0, sum(fallen, taken) ?? 0);
    this.#total.set(place, total);
    return total;
  }

  #ahead(canvas: Canvas, place: Place): number {
    if (this.#asked.has(place)) return 0;
    this.#asked.add(place);
    const total = this.total(canvas, place);
    this.#asked.delete(place);
    return total;
  }

  /** After its end, at whoever called it. */
  #behind(canvas: Canvas): number {
    if (this.#asked.has(canvas)) return 0;
    this.#asked.add(canvas);
    const all = (this.#callers.get(canvas) ?? []).map((caller) => this.afterCall(caller));
    this.#asked.delete(canvas);
    return Math.max(0, ...all);
  }

  afterCall({ canvas, place }: Caller): number {
    const on = after(canvas, place).map((next) => this.total(canvas, next));
    return Math.max(0, ...on, endsHere(place) ? this.#behind(canvas) : 0);
  }

  /** The longest that its end can be silent for, from wherever in it or in what it calls. */
  tail(canvas: Canvas, seen: ReadonlySet<Canvas> = new Set()): number {
    const now = new Set([...seen, canvas]);
    return Math.max(
      0,
      ...canvas.places.flatMap((place) => {
        const called = calledBy(this.#graph, place);
        const own = this.#from(canvas, place).through ?? 0;
        if (!called || now.has(called)) return [own];
        const on = after(canvas, place).map((next) => this.#from(canvas, next).through);
        return [own, sum(this.tail(called, now), most(...on, endsHere(place) ? 0 : undefined)) ?? 0];
      }),
    );
  }

  /** Nodes that are come to from this one without a sound. */
  row(canvas: Canvas, first: Place): ReadonlySet<Place> {
    const reached = new Set<Place>();
    const waiting: Caller[] = [{ canvas, place: first }];
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      const { canvas: here, place } = at;
      if (sounds(place)) continue;
      const called = calledBy(this.#graph, place);
      const back = endsHere(place) ? (this.#callers.get(here) ?? []) : [];
      const nexts = [
        ...this.#nexts(here, place).map((next) => ({ canvas: here, place: next })),
        ...(called?.start ? [{ canvas: called, place: called.start }] : []),
        ...back.flatMap((caller) => after(caller.canvas, caller.place).map((next) => ({ ...caller, place: next }))),
      ];
      for (const next of nexts)
        if (!reached.has(next.place)) {
          reached.add(next.place);
          waiting.push(next);
        }
    }
    reached.delete(first);
    return reached;
  }
}

const heard = (ms: number): string => `客户可能${Math.round(ms / 1_000)}秒听不到声音，请加等待音乐或话术`;

/**
 * The longest while without a sound: from the answer, or from one sound to the next. Where it begins in a shared sub-process, the node
 * that calls it says so; what is too long within one is said where that is drawn.
 */
export function deadAir(graph: Graph, { expressionFails }: Pick<Surroundings, "expressionFails">): readonly Finding[] {
  const silence = new Silence(graph, expressionFails);
  const all = graph.canvases.flatMap((canvas) => canvas.places.map((place) => ({ canvas, place })));
  const long = all.filter(
    ({ canvas, place }) => isOwn(canvas.sub) && ownSilence(place) > 0 && silence.total(canvas, place) > mostSilenceMs,
  );
  // The first of a row says it for the row.
  const later = new Set(long.flatMap(({ canvas, place }) => [...silence.row(canvas, place)]));
  const firsts = long.filter(({ place }) => !later.has(place));
  const told = (firsts.length > 0 ? firsts : long).map(({ canvas, place }) =>
    ofNode(place, "deadAir", `从这里起${heard(silence.total(canvas, place))}`),
  );
  const borders = all.flatMap((caller) => {
    const called = calledBy(graph, caller.place);
    if (!called || isOwn(called.sub) || !isOwn(caller.canvas.sub) || later.has(caller.place)) return [];
    const [inside, on] = [silence.tail(called), silence.afterCall(caller)];
    return inside > 0 && inside <= mostSilenceMs && on > 0 && inside + on > mostSilenceMs
      ? [ofNode(caller.place, "deadAir", `公共子流程“${called.sub.subProcessName}”结束前后${heard(inside + on)}`)]
      : [];
  });
  return [...told, ...borders];
}
