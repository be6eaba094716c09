/** All cases in one flow: two keys choose the case. */
import { body, node, sounding, variables, type FlowBody } from "../drawing.ts";
import { targetOf, type ExitCase } from "./exit-case.ts";

/** A condition takes thirty rules. */
const mostRules = 25;

/** Of at most thirty characters. */
export const nameOf = (nodeId: string): string => `节点${nodeId.slice(-28)}`;
const named = (nodeId: string, nodeType: string, more: Parameters<typeof node>[3] = {}) =>
  node(nodeId, nameOf(nodeId), nodeType, more);
export { named };

export const codeOf = (at: number): string => String(at + 10);
/** What no case has. */
export const noCase = "99";

const entryOf = ({ id, asks, before = [] }: ExitCase): string => (asks ? `${id}-typed` : (before[0]?.nodeId ?? id));

function nodesOf(each: ExitCase, typedVoice: string) {
  const { id, type, config = {}, says = [], intents = {}, asks, before = [], targets = {}, more = [], exits } = each;
  const ids = Object.keys(exits);
  const to = Object.fromEntries(ids.map((exit) => [exit, targets[exit]?.nodeId ?? targetOf(each, exit)]));
  const typed = named(`${id}-typed`, "keyCollect", {
    says: [sounding(typedVoice)],
    config: { vName: "typed", firstSeconds: 20 },
    to: { collected: before[0]?.nodeId ?? id },
  });
  return [
    ...(asks ? [typed] : []),
    ...before,
    named(id, type, { says, config, to, intents }),
    ...ids.map((exit) => targets[exit] ?? named(targetOf(each, exit), "hangup")),
    ...more,
  ];
}

const rulesFrom = (at: number): string => (at === 0 ? "pick" : `pick${at}`);

export function drawn(
  cases: readonly ExitCase[],
  voices: { readonly which: string; readonly typed: string },
): FlowBody {
  const parts = Array.from({ length: Math.ceil(cases.length / mostRules) }, (_, n) => n);
  const picks = parts.map((part) => {
    const own = cases.slice(part * mostRules, (part + 1) * mostRules);
    const rules = own.map(({ id }, n) => ({
      id,
      rows: [{ variable: "which", value: codeOf(part * mostRules + n) }],
    }));
    const to = Object.fromEntries(own.map((each) => [each.id, entryOf(each)]));
    const last = part === parts.length - 1;
    return named(rulesFrom(part), "condition", {
      config: { rules },
      to: { ...to, else: last ? "nowhere" : rulesFrom(part + 1) },
    });
  });
  return body(
    [
      named("start", "start", { to: { next: "which" } }),
      named("which", "keyCollect", {
        says: [sounding(voices.which)],
        config: { vName: "which", min: 2, max: 2, firstSeconds: 20, betweenSeconds: 10 },
        to: { collected: "pick" },
      }),
      ...picks,
      named("nowhere", "hangup"),
      ...cases.flatMap((each) => nodesOf(each, voices.typed)),
    ],
    {
      collectVariable: variables("which", "typed", ...cases.flatMap((each) => each.variables ?? [])),
      subs: Object.fromEntries(cases.flatMap((each) => Object.entries(each.subs ?? {}))),
    },
  );
}

/** Nodes that a caller goes through who takes this way. */
export function pathOf(cases: readonly ExitCase[], each: ExitCase, exit: string): readonly string[] {
  const { id, asks, before = [], exits, ways = {} } = each;
  const part = Math.floor(cases.indexOf(each) / mostRules);
  const picks = Array.from({ length: part + 1 }, (_, n) => rulesFrom(n));
  const own = [...(asks ? [`${id}-typed`] : []), ...before.map(({ nodeId }) => nodeId), id];
  const take = exits[exit] ?? ways[exit];
  return ["start", "which", ...picks, ...own, ...(take?.path ?? [targetOf(each, exit)])];
}
