import type { CompiledField } from "@liantai/api/forms";
import type { ComponentType } from "react";
import { CascadeControl } from "./cascade.tsx";
import { BoxesControl, RadioControl, SelectControl } from "./choices.tsx";
import { DateControl } from "./dates.tsx";
import { LookupControl } from "./lookup.tsx";
import { RowsControl } from "./rows.tsx";
import { TextAreaControl, TextControl } from "./text.tsx";
import type { ControlProps } from "./types.ts";
import { UploadsControl } from "./uploads.tsx";

/** Every kind of control by its name in the specification. */
export const controls: Readonly<Record<CompiledField["type"], ComponentType<ControlProps>>> = {
  input: TextControl,
  textarea: TextAreaControl,
  radio: RadioControl,
  select: SelectControl,
  checkbox: BoxesControl,
  datepicker: DateControl,
  uploads: UploadsControl,
  "cascading select": CascadeControl,
  lookup: LookupControl,
  rows: RowsControl,
};

const groups: ReadonlySet<CompiledField["type"]> = new Set([
  "radio",
  "checkbox",
  "uploads",
  "cascading select",
  "rows",
]);
/** Several inputs under one name. */
export const isGroup = ({ type }: CompiledField): boolean => groups.has(type);

/** Takes the whole width wherever it stands. */
export const isWide = ({ type }: CompiledField): boolean =>
  type === "rows" || type === "textarea" || type === "uploads";
