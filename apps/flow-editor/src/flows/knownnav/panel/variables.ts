/** Variables that a flow's texts and conditions may name. */
import { configOf, namesIn, nodeTypeOf, systemVariables, variableName, type FlowBody } from "@liantai/api/flows";
import type { Pairs } from "@liantai/ui/board";

const word = (vName: string, vAlias: string): string =>
  vAlias === "" || vAlias === vName ? vName : `${vAlias}（${vName}）`;

/** Those that the flow may set: collected ones, and those that a node sets without their being declared. */
export function ownVariables({ collectVariable, nodes }: FlowBody): Pairs {
  const declared = new Map(collectVariable.map(({ vName, vAlias }) => [vName, word(vName, vAlias)]));
  for (const { subProcess } of nodes)
    for (const node of subProcess.flow.nodes)
      for (const vName of nodeTypeOf(node.nodeType)?.sets?.(configOf(node)) ?? [])
        if (variableName.test(vName) && !declared.has(vName)) declared.set(vName, vName);
  return [...declared];
}

const system: Pairs = Object.entries(systemVariables).map(([vName, vAlias]) => [vName, word(vName, vAlias)] as const);

export const allVariables = (body: FlowBody): Pairs => [...ownVariables(body), ...system];

const ofForm = /^(formData|customer)\./;

/** Names in a text that nothing sets; formData.x and customer.x are the contact's own. */
export function unknownNames(text: string, known: Pairs): readonly string[] {
  const names = new Set(known.map(([vName]) => vName));
  return [...new Set(namesIn(text))].filter((vName) => !names.has(vName) && !ofForm.test(vName));
}
