/** Where the caller is in the menu (offer-menu.ts). number: to be called back at, as far as it was typed. */
export interface OfferMenu {
  readonly step: "offered" | "confirming" | "typing" | "asked";
  readonly number: string;
}
