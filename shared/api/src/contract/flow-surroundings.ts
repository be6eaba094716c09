/**
 * What nodes of flows name of other areas: voices, whatever calls are led to, interfaces, forms. For the flow editor, which has no bundle
 * of theirs.
 */
export { customerFormConfApi } from "./customer-forms/definitions.ts";
export { interfaceConfigApi } from "./interfaces/configs.ts";
export { accessNumApi } from "./numbers/access-numbers.ts";
export { voiceApi } from "./voices/voices.ts";
