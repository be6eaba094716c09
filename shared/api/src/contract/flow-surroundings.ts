/**
 * What screens of the flow editor name of other areas: voices, whatever calls are led to, interfaces, forms, enterprises. It has no bundle
 * of theirs.
 */
export { companyApi } from "./enterprises/companies.ts";
export { customerFormConfApi } from "./customer-forms/definitions.ts";
export { interfaceConfigApi } from "./interfaces/configs.ts";
export { accessNumApi } from "./numbers/access-numbers.ts";
export { voiceApi } from "./voices/voices.ts";
