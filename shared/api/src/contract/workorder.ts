/** The contract of the app workorder: its areas, and the general parts their screens are made of. One bundle, with the app. */
import type { Area } from "./area.ts";
import { contactsArea } from "./contacts/index.ts";
import { customerFormsArea } from "./customer-forms/index.ts";
import { followUpsArea } from "./follow-ups/index.ts";
import { remindersArea } from "./reminders/index.ts";
import { workOrdersArea } from "./work-orders/index.ts";

export * from "./parts.ts";
export * from "./contacts/index.ts";
export * from "./customer-forms/index.ts";
export * from "./follow-ups/index.ts";
export * from "./reminders/index.ts";
/** What drawing flows takes; the machine and what tries a flow out come with the designer (contract/work-orders). */
export { orderFlowsTabs, ordersTabs } from "./work-orders/index.ts";
export { orderStates } from "./work-orders/codes.ts";
export * from "./work-orders/delegates.ts";
export * from "./work-orders/flow.ts";
export * from "./work-orders/flows.ts";
export * from "./work-orders/nodes.ts";
export * from "./work-orders/warns.ts";
/** What forms offer of them. */
export { cascadeApi } from "./settings/cascades.ts";
export { dictionarieApi } from "./settings/dictionaries.ts";

export const workorderAreas: readonly Area[] = [
  contactsArea,
  customerFormsArea,
  remindersArea,
  followUpsArea,
  workOrdersArea,
];
