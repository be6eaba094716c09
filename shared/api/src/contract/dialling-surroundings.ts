/** What the screens of dialling name of other apps' areas: forms, robots and their intention rules. They have no bundle of theirs. */
export { customerFormConfApi } from "./customer-forms/definitions.ts";
export { robotAgentApi } from "./robots/agents.ts";
export { intentionRuleApi } from "./understanding/levels.ts";
