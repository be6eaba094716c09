/** Variables: declared, assigned on every path before they are used; what expressions and patterns say. */
import { engineVariables, isSetByEngine, systemVariables, variableName, type Talking } from "../flow.ts";
import { inputsOf } from "../shared/link.ts";
import type { Finding, Surroundings } from "./finding.ts";
import {
  after,
  calledBy,
  exceptionOf,
  namesOf,
  namesOfTalkings,
  usedCanvases,
  type Canvas,
  type Graph,
  type Place,
} from "./graph.ts";
import { globalHearings, ofFlow, ofNode } from "./of.ts";

const prefixed = /^(formData|customer)\.\w/;

const isSystem = (name: string): boolean => isSetByEngine(name) || prefixed.test(name);

export function declared({ body, canvases }: Graph, { self }: Pick<Surroundings, "self">): readonly Finding[] {
  const names = body.collectVariable.map(({ vName }) => vName);
  const known = new Set(names);
  const set = (place: Place): readonly string[] => place.type.sets?.(place.config) ?? [];
  return [
    ...body.collectVariable.flatMap(({ vName }, at) => [
      ...(variableName.test(vName) ? [] : [ofFlow("variable", `变量名“${vName}”只能用字母、数字和下划线`)]),
      ...(names.indexOf(vName) === at ? [] : [ofFlow("variable", `变量“${vName}”重复`)]),
      ...(isSystem(vName) ? [ofFlow("variable", `变量“${vName}”与系统变量重名`)] : []),
    ]),
    ...Object.keys(body.variableFormConf)
      .filter((name) => !known.has(name) && !isSystem(name))
      .map((name) => ofFlow("variable", `写入表单的变量“${name}”没有声明`)),
    ...globalHearings(body, self).flatMap(({ name: hearing, talkings }) =>
      namesOfTalkings(talkings)
        .filter((name) => name !== "" && !known.has(name) && !isSystem(name))
        .map((name) => ofFlow("variable", `${hearing}：变量“${name}”没有声明`)),
    ),
    ...canvases.flatMap(({ places }) =>
      places.flatMap((place) => [
        ...set(place)
          .filter((name) => isSystem(name))
          .map((name) => ofNode(place, "variable", `系统变量“${name}”不能赋值`)),
        ...[...new Set([...set(place), ...namesOf(place)])]
          .filter((name) => name !== "" && !known.has(name) && !isSystem(name))
          .map((name) => ofNode(place, "variable", `变量“${name}”没有声明`)),
      ]),
    ),
  ];
}

export function written(
  { body, canvases }: Graph,
  { expressionError, patternError, self }: Surroundings,
): readonly Finding[] {
  const names = [
    ...body.collectVariable.map(({ vName }) => vName),
    ...Object.keys(systemVariables),
    ...engineVariables,
  ];
  const wrong = (text: string): readonly string[] => {
    const error = expressionError(text, names);
    return error === undefined ? [] : [`表达式“${text.slice(0, 60)}”有误：${error}`];
  };
  const conditions = (talkings: readonly Talking[]) => talkings.flatMap(({ skills }) => skills.condition || []);
  const inNodes = canvases.flatMap(({ places }) =>
    places.flatMap((place) => {
      const expressions = [...(place.type.expressions?.(place.config) ?? []), ...conditions(place.node.talkings)];
      return [
        ...expressions.flatMap(wrong).map((text) => ofNode(place, "expression", text)),
        ...(place.type.patterns?.(place.config) ?? []).flatMap((text) => {
          const error = patternError(text);
          return error === undefined ? [] : [ofNode(place, "pattern", `正则“${text.slice(0, 60)}”有误：${error}`)];
        }),
      ];
    }),
  );
  const inGlobals = globalHearings(body, self).flatMap(({ name, talkings }) =>
    conditions(talkings).flatMap((text) => wrong(text).map((fault) => ofFlow("expression", `${name}：${fault}`))),
  );
  return [...inNodes, ...inGlobals];
}

type Names = ReadonlySet<string>;
/** What both have; undefined: nobody has come yet. */
const both = (a: Names | undefined, b: Names): Names => (a ? new Set([...a].filter((name) => b.has(name))) : b);
const sameSize = (a: Names | undefined, b: Names): boolean => a?.size === b.size;

/** An exit that need not be wired, is not, and is no failure ends the canvas, too. */
const endsHere = ({ exits, to }: Place): boolean =>
  exits.some(({ id, defaulted, fails }) => defaulted && !fails && to[id] === undefined);

/**
 * A forward analysis to its fixed point: of each node what is assigned on every path to it. What a sub-process assigns on all paths to an
 * end is assigned after the call; where failures go, what their node had before counts.
 */
export function assigned(graph: Graph, { self }: Pick<Surroundings, "self">): readonly Finding[] {
  const first: Names = new Set([
    ...graph.body.collectVariable.filter(({ value }) => value !== "").map(({ vName }) => vName),
    ...(self ? inputsOf(graph.body) : []),
  ]);
  const before = new Map<Place, Names>();
  const atEnd = new Map<Canvas, Names>();
  const used = usedCanvases(graph);
  const meet = (place: Place | undefined, names: Names): boolean => {
    if (!place) return false;
    const met = both(before.get(place), names);
    if (sameSize(before.get(place), met)) return false;
    before.set(place, met);
    return true;
  };
  const flowOut = (canvas: Canvas, place: Place, names: Names): boolean => {
    const called = calledBy(graph, place);
    if (called && called !== canvas) {
      const entered = meet(called.start, names);
      const back = atEnd.get(called);
      return [
        entered,
        ...(back ? after(canvas, place).map((next) => meet(next, new Set([...names, ...back]))) : []),
      ].some(Boolean);
    }
    const { sets, setsAt } = place.type;
    const own = sets?.(place.config) ?? [];
    const with_ = new Set([...names, ...own]);
    const at = setsAt?.(place.config);
    const wired = Object.entries(place.to).map(([exit, id]) =>
      meet(canvas.byId.get(id), at && !at.includes(exit) ? names : with_),
    );
    const jumped = after(canvas, place)
      .filter(({ node }) => !Object.values(place.to).includes(node.nodeId))
      .map((next) => meet(next, with_));
    return [...wired, ...jumped].some(Boolean);
  };
  if (graph.main) meet(graph.main.start, first);
  for (let more = true, rounds = 0; more && rounds < 1_000; rounds++) {
    more = false;
    for (const canvas of used)
      for (const place of canvas.places) {
        const names = before.get(place);
        if (!names) continue;
        if (flowOut(canvas, place, names)) more = true;
        const failure = exceptionOf(graph, canvas);
        if (failure && failure.place !== place && place.type.type !== "start" && meet(failure.place, names))
          more = true;
        if (place.type.type === "end" || endsHere(place)) {
          const met = both(atEnd.get(canvas), names);
          if (!sameSize(atEnd.get(canvas), met)) more = true;
          atEnd.set(canvas, met);
        }
        if (place.type.type === "speech")
          for (const { subProcessId } of graph.body.qaNodes)
            if (meet(graph.byId.get(subProcessId)?.start, names)) more = true;
      }
  }
  const known = new Set(graph.body.collectVariable.map(({ vName }) => vName));
  return [...before].flatMap(([place, names]) =>
    namesOf(place)
      .filter((name) => known.has(name) && !names.has(name))
      .map((name) => ofNode(place, "assigned", `变量“${name}”在有的路径上还没有赋值`)),
  );
}
