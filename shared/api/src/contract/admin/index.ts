/**
 * The contract of the administration (issue 3): its own bundle, so that the sign-in page does not load it. One file an area;
 * each exports its resources, its list of endpoints and the buttons of its pages.
 */
import type { Endpoint } from "../resource.ts";
import type { PageButtons } from "./buttons.ts";
import { accessButtons, accessEndpoints } from "./access.ts";
import { enterprisesButtons, enterprisesEndpoints } from "./enterprises.ts";
import { privacyEndpoints } from "./privacy.ts";
import { seatsButtons, seatsEndpoints } from "./seats.ts";
import { numbersButtons, numbersEndpoints } from "./numbers.ts";
import { groupsButtons, groupsEndpoints } from "./groups.ts";
import { filesButtons, filesEndpoints } from "./files.ts";
import { voicesButtons, voicesEndpoints } from "./voices.ts";
import { trunksButtons, trunksEndpoints } from "./trunks.ts";
import { settingsButtons, settingsEndpoints } from "./settings.ts";
import { interfacesButtons, interfacesEndpoints } from "./interfaces.ts";
import { homeButtons, homeEndpoints } from "./home.ts";
import { contactsEndpoints } from "./contacts.ts";

export * from "./buttons.ts";
export * from "./crud.ts";
export * from "./fields.ts";
export * from "./imports.ts";
export * from "./access.ts";
export * from "./enterprises.ts";
export * from "./privacy.ts";
export * from "./seats.ts";
export * from "./numbers.ts";
export * from "./groups.ts";
export * from "./files.ts";
export * from "./voices.ts";
export * from "./trunks.ts";
export * from "./settings.ts";
export * from "./interfaces.ts";
export * from "./home.ts";
export * from "./contacts.ts";

export const adminEndpoints: readonly Endpoint[] = [
  ...privacyEndpoints,
  ...accessEndpoints,
  ...enterprisesEndpoints,
  ...seatsEndpoints,
  ...numbersEndpoints,
  ...groupsEndpoints,
  ...filesEndpoints,
  ...voicesEndpoints,
  ...trunksEndpoints,
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
  ...filesButtons,
  ...voicesButtons,
  ...trunksButtons,
  ...settingsButtons,
  ...interfacesButtons,
  ...homeButtons,
};
