/**
 * What sentences mean (docs/protocol.md, section Understanding): regular expressions, intents, slots, inner knowledge, and what was
 * heard. The only face of this module. A flow asks `understand` with the intents of its branches and keeps what it heard with `keepHeard`.
 */
import type { Module } from "../../http/module.ts";
import type { Ports } from "../../ports/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import { intentsToMatch } from "./intents/repository.ts";
import type { FlowNeighbour, Flows } from "../flows/index.ts";
import { flowLuggage } from "./carrying.ts";
import { flowNeighbour } from "./flow-neighbour.ts";
import { createUnderstander, type Understander } from "./intents/understander.ts";
import { knowledgeAnswer, type KnowledgeAsked } from "./knowledge.ts";
import { addendsOf } from "./levels/repository.ts";
import { understandingRoutes } from "./routes.ts";
import { changed } from "./telling.ts";

export { readSlot, type SlotKind } from "./slots.ts";
export { keepHeard, type Heard } from "./learning/heard.ts";
export {
  defaultBands,
  evaluate,
  levelNames,
  type Dialogue,
  type Evaluation,
  type Rule as IntentionRule,
} from "./levels/evaluate.ts";
export { addendsOf, ruleById } from "./levels/repository.ts";
export { checkRule } from "./levels/service.ts";

/** What other modules ask. One a process. */
export const createUnderstanding = (ports: Ports) => {
  const understander: Understander = createUnderstander(ports);
  return {
    understander,
    /** For the module of flows. */
    neighbour: {
      confusion: async (compId, nodes) =>
        understander.confusion(await ports.database.tenant(compId, (trx) => intentsToMatch(trx, compId)), nodes),
      ...flowNeighbour(understander, () => ports.clock.now()),
      ...flowLuggage(
        ports.random,
        () => ports.clock.now(),
        (compId) => changed({ ports }, compId),
      ),
    } satisfies FlowNeighbour,
    /** Which of these intents a sentence means (undefined: of all); the index of the enterprise is built when it is missing. */
    understand: understander.understand,
    /** An index of intents that the caller keeps, e.g. with the version of a flow; built in a thread. */
    train: understander.train,
    /** A sentence on such an index, in a thread. */
    matchOn: understander.matchOn,
    /** Intents as they are matched; ids that there are not are missing. */
    intentsOf: (compId: string, ids: readonly string[]) =>
      ports.database.tenant(compId, (trx) => intentsToMatch(trx, compId, ids)),
    knowledgeAnswer: (compId: string, asked: KnowledgeAsked) => knowledgeAnswer({ ports, understander }, compId, asked),
    /** What gives points in a call of a robot. */
    addendsOf: (compId: string) => ports.database.tenant(compId, (trx) => addendsOf(trx, compId)),
  };
};
export type Understanding = ReturnType<typeof createUnderstanding>;

export function createUnderstandingModule(
  deps: AdministrationDeps & { readonly flows: Pick<Flows, "regression"> },
  understanding: Understanding,
): Module {
  const { understander } = understanding;
  return {
    name: "understanding",
    routes: understandingRoutes({ ...deps, understander, regression: deps.flows.regression }),
    start: () => understander.start(),
    stop: () => understander.stop(),
  };
}
