/**
 * The contract of the administration (issue 3): its own bundle, so that the sign-in page does not load it. One folder an
 * area; each exports its resources, its list of endpoints and the buttons of its pages.
 */
import type { PageButtons } from "./buttons.ts";
import { privacyEndpoints } from "./privacy.ts";
import type { Endpoint } from "./resource.ts";
import { accessButtons, accessEndpoints } from "./access/index.ts";
import { enterprisesButtons, enterprisesEndpoints } from "./enterprises/index.ts";
import { seatsButtons, seatsEndpoints } from "./seats/index.ts";
import { numbersButtons, numbersEndpoints } from "./numbers/index.ts";
import { groupsButtons, groupsEndpoints } from "./groups/index.ts";
import { filesEndpoints } from "./files/index.ts";
import { callRecordsButtons, callRecordsEndpoints } from "./call-records/index.ts";
import { voicesButtons, voicesEndpoints } from "./voices/index.ts";
import { trunksButtons, trunksEndpoints } from "./trunks/index.ts";
import { limitsButtons, limitsEndpoints } from "./limits/index.ts";
import { blacklistsButtons, blacklistsEndpoints } from "./blacklists/index.ts";
import { settingsButtons, settingsEndpoints } from "./settings/index.ts";
import { interfacesButtons, interfacesEndpoints } from "./interfaces/index.ts";
import { homeButtons, homeEndpoints } from "./home/index.ts";
import { contactsEndpoints } from "./contacts/index.ts";

export * from "./buttons.ts";
export * from "./crud.ts";
export * from "./fields.ts";
export * from "./imports.ts";
export * from "./money.ts";
export * from "./password.ts";
export * from "./privacy.ts";
export * from "./access/index.ts";
export * from "./enterprises/index.ts";
export * from "./seats/index.ts";
export * from "./numbers/index.ts";
export * from "./groups/index.ts";
export * from "./files/index.ts";
export * from "./call-records/index.ts";
export * from "./voices/index.ts";
export * from "./trunks/index.ts";
export * from "./limits/index.ts";
export * from "./blacklists/index.ts";
export * from "./settings/index.ts";
export * from "./interfaces/index.ts";
export * from "./home/index.ts";
export * from "./contacts/index.ts";

export const adminEndpoints: readonly Endpoint[] = [
  ...privacyEndpoints,
  ...accessEndpoints,
  ...enterprisesEndpoints,
  ...seatsEndpoints,
  ...numbersEndpoints,
  ...groupsEndpoints,
  ...filesEndpoints,
  ...callRecordsEndpoints,
  ...voicesEndpoints,
  ...trunksEndpoints,
  ...limitsEndpoints,
  ...blacklistsEndpoints,
  ...settingsEndpoints,
  ...interfacesEndpoints,
  ...homeEndpoints,
  ...contactsEndpoints,
];

/** Buttons by path of their page. */
export const adminButtons: PageButtons = {
  ...accessButtons,
  ...enterprisesButtons,
  ...seatsButtons,
  ...numbersButtons,
  ...groupsButtons,
  ...callRecordsButtons,
  ...voicesButtons,
  ...trunksButtons,
  ...limitsButtons,
  ...blacklistsButtons,
  ...settingsButtons,
  ...interfacesButtons,
  ...homeButtons,
};
