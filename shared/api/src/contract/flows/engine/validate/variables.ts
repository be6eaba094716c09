/** Variables: declared, assigned on every path before they are used; what expressions and patterns say. */
import { engineVariables, isSetByEngine, systemType, systemVariables, variableName } from "../flow.ts";
import { inputsOf, sharedCalls } from "../shared/link.ts";
import type { ExpressionUse, Finding, Surroundings } from "./finding.ts";
import {
  after,
  calledBy,
  conditionsOf,
  endsHere,
  exceptionOf,
  namesOf,
  namesOfTalkings,
  stepsOf,
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

/**
 * A value is whatever a node makes it; only what no node sets is sure to be as declared: its first value, or what a number of a task
 * brings. That of a text may be a number that another flow handed over under a type nobody chose.
 */
function sureTypes({ body, canvases }: Graph, { self }: Pick<Surroundings, "self">): ExpressionUse["types"] {
  if (self || sharedCalls(body).length > 0) return {};
  const set = new Set(
    canvases.flatMap(({ places }) => places.flatMap(({ type, config }) => type.sets?.(config) ?? [])),
  );
  const names = new Set(body.collectVariable.map(({ vName }) => vName));
  const system = Object.keys(systemVariables).filter((name) => systemType(name) === "number" && !names.has(name));
  return Object.fromEntries([
    ...system.map((name) => [name, "number"] as const),
    ...body.collectVariable.flatMap(({ vName, type }) =>
      type === "text" || set.has(vName) ? [] : [[vName, type] as const],
    ),
  ]);
}

export function written(graph: Graph, { expressionError, patternError, self }: Surroundings): readonly Finding[] {
  const { body, canvases } = graph;
  const names = [
    ...body.collectVariable.map(({ vName }) => vName),
    ...Object.keys(systemVariables),
    ...engineVariables,
  ];
  const types = sureTypes(graph, { self });
  const wrong = (text: string, condition: boolean): readonly string[] => {
    const error = expressionError(text, names, { condition, types });
    return error === undefined ? [] : [`表达式“${text.slice(0, 60)}”有误：${error}`];
  };
  const inNodes = canvases.flatMap(({ places }) =>
    places.flatMap((place) => {
      const { type, config, node } = place;
      const faults = [
        ...(type.expressions?.(config) ?? []).flatMap((text) => wrong(text, type.judges === true)),
        ...conditionsOf(node.talkings).flatMap((text) => wrong(text, true)),
      ];
      return [
        ...faults.map((text) => ofNode(place, "expression", text)),
        ...(type.patterns?.(config) ?? []).flatMap((text) => {
          const error = patternError(text);
          return error === undefined ? [] : [ofNode(place, "pattern", `正则“${text.slice(0, 60)}”有误：${error}`)];
        }),
      ];
    }),
  );
  const inGlobals = globalHearings(body, self).flatMap(({ name, talkings }) =>
    conditionsOf(talkings).flatMap((text) =>
      wrong(text, true).map((fault) => ofFlow("expression", `${name}：${fault}`)),
    ),
  );
  return [...inNodes, ...inGlobals];
}

type Names = ReadonlySet<string>;
/** What both have; undefined: nobody has come yet. */
const both = (a: Names | undefined, b: Names): Names => (a ? new Set([...a].filter((name) => b.has(name))) : b);
const sameSize = (a: Names | undefined, b: Names): boolean => a?.size === b.size;

/**
 * A forward analysis to its fixed point: of each node what is assigned on every path to it. What a sub-process assigns on all paths to an
 * end is assigned after the call; where failures go, what their node had before counts.
 */
export function assigned(
  graph: Graph,
  { self, expressionNames }: Pick<Surroundings, "self" | "expressionNames">,
): readonly Finding[] {
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
        if (endsHere(place)) {
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
  const variablesIn = (text: string) => expressionNames(text).map((name) => name.split(".")[0]!);
  return [...before].flatMap(([place, names]) =>
    unassigned(place, names, variablesIn)
      .filter((name) => known.has(name))
      .map((name) => ofNode(place, "assigned", `变量“${name}”在有的路径上还没有赋值`)),
  );
}

/** What a node reads before it has a value, each once. names: those that have one where the node begins. */
function unassigned(place: Place, names: Names, variablesIn: (text: string) => readonly string[]): readonly string[] {
  const has = new Set(names);
  const missing = new Set<string>();
  for (const { reads, sets } of stepsOf(place, variablesIn)) {
    for (const name of reads) if (!has.has(name)) missing.add(name);
    for (const name of sets) has.add(name);
  }
  return [...missing];
}
