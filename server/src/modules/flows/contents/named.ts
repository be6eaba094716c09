/** What of the contents beside flows a flow reads and says, with the shared sub-processes that it calls. */
import { nodeTypeOf, promptsIn, type FlowBody, type Program } from "@liantai/api/flows";
import { namedIn } from "../naming.ts";

interface Beside {
  readonly tables: readonly string[];
  readonly prompts: readonly string[];
}

const each = (ids: readonly string[]): readonly string[] => [...new Set(ids)];

function ofBody(body: FlowBody): Beside {
  const named = namedIn(body);
  const ids = (wanted: string) => each(named.flatMap(({ kind, usedId }) => (kind === wanted ? [usedId] : [])));
  return { tables: ids("lookUpTable"), prompts: ids("sharedPrompt") };
}

function ofProgram(program: Program): Beside {
  const nodes = Object.values(program.subs).flatMap((sub) => Object.values(sub.nodes));
  const read = nodes.flatMap(({ type, config }) => nodeTypeOf(type)?.columns?.(config) ?? []);
  return { tables: each(read.map(({ tableId }) => tableId)), prompts: promptsIn(program) };
}

export const besideIn = (of: FlowBody | Program): Beside => ("subs" in of ? ofProgram(of) : ofBody(of));
