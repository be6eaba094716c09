/** Flows: what they are (flow), what a call does in them (step), what is wrong with them (validate). Pure; decision 078. */
export * from "./flow.ts";
export * from "./program.ts";
export * from "./session.ts";
export { leftText } from "./left-text.ts";
export { fieldsIn, fieldsOf } from "./fields.ts";
export * from "./tools.ts";
export { languageVariable, promptsIn, promptsOf, promptWording } from "./prompts.ts";
export { compile, configOf, type Version } from "./compile.ts";
export { edgeId, edgesOf, exitsByType, withEdges } from "./edges.ts";
export { begun, givenTo, step, type FlowStep } from "./step.ts";
export { nodeTypeList, nodeTypeOf } from "./nodes/index.ts";
export { next, type Exit, type NodeType, type ReadColumn, type Reference, type ReferenceKind } from "./node-type.ts";
export { checkWords } from "./key-checks.ts";
export { operators, operatorWords, rowSchema, type Operator, type Row } from "./rows.ts";
export { errorWords } from "./nodes/exception.ts";
export { fiveSteps, fourSteps } from "./nodes/satisfaction.ts";
export { slotTypes, type SlotType } from "./listening.ts";
export { numbersAmong } from "./masks.ts";
export { fill, masked, namesIn, own, textOf } from "./values.ts";
export * from "./flow-test/index.ts";
export * from "./replay/index.ts";
export {
  inputsOf,
  link,
  mainOf,
  resultsOf,
  sharedCalls,
  type LinkedBody,
  type SharedCall,
  type SharedFlow,
  type SharedFlows,
  type SharedVersion,
} from "./shared/link.ts";
export { isLinked, linkedName, linkedNameOf, ownName, type LinkedName } from "./shared/names.ts";
export * from "./validate/index.ts";
export { mostSilenceMs } from "./validate/silence.ts";
export * from "./read/index.ts";
