/** What fields of a kind hold, and what is read out of a record's values by the names that its fields usually have. Pure. */
import type { CompiledField } from "./compiled-field.ts";

/** A day, with a time of it or without. */
export const holdsDate = ({ type, format }: Pick<CompiledField, "type" | "format">): boolean =>
  type === "datepicker" && format !== "HH:mm";

const texts: readonly string[] = ["input", "textarea", "radio", "select"];
/** Words: typed, or one of a choice. */
export const holdsText = ({ type }: Pick<CompiledField, "type">): boolean => texts.includes(type);

type Values = Readonly<Record<string, unknown>>;

/** The first of these fields that has a text; '': none. */
export const textIn = (values: Values | undefined, ...names: readonly string[]): string =>
  names.map((name) => values?.[name]).find((value): value is string => typeof value === "string" && value !== "") ?? "";

/** What a customer or a contact is called; '': nobody wrote it. */
export const customerNameIn = (values: Values | undefined): string => textIn(values, "customerName", "name");
