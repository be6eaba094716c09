/** A cell of a workbook as the value of a field: choices by their names, places of cascades by their names from the top. Pure. */
import type { CompiledField, CompiledForm, FormOption } from "@liantai/api/forms";

export interface NamedPlaces {
  find(parentId: string, name: string): string | undefined;
}

/** Fields that a cell can fill. */
export const importable = (form: CompiledForm): readonly CompiledField[] =>
  form.columns.import.filter(({ type }) => type !== "lookup");

const parts = (text: string, by: RegExp): string[] =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** 2026/3/1 is 2026-03-01; midnight is no time of a day. */
function dateText(text: string, format: string): string {
  const written = text
    .replace(/[/.年月]/g, "-")
    .replace(/日/g, " ")
    .trim()
    // 2026年3月.
    .replace(/-$/, "");
  const match = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(written);
  if (!match) return text;
  const [, year, month, day, hour, minute, second] = match.map((part) => part?.padStart(2, "0"));
  if (format === "yyyy-MM") return `${year}-${month}`;
  const date = `${year}-${month}-${day ?? "01"}`;
  if (format === "yyyy-MM-dd")
    return hour === undefined || `${hour}${minute}${second ?? "00"}` === "000000" ? date : text;
  return `${date} ${hour ?? "00"}:${minute ?? "00"}${format.endsWith("ss") ? `:${second ?? "00"}` : ""}`;
}

/** 9:30 and 09:30:00 are 09:30; what is more than that stays, and is refused. */
function timeText(text: string): string {
  const match = /^(\d{1,2})[:：](\d{2})(?:[:：]\d{2})?$/.exec(text.trim());
  return match ? `${match[1]!.padStart(2, "0")}:${match[2]}` : text;
}

export function cellValue(
  field: CompiledField,
  text: string,
  options: readonly FormOption[] = field.options,
  places: NamedPlaces,
): unknown {
  const meant = (name: string): string => options.find((one) => one.label_name === name)?.label_value ?? name;
  switch (field.type) {
    case "radio":
    case "select":
      return meant(text.trim());
    case "checkbox":
      return [...new Set(parts(text, /[、,，;；]/).map(meant))];
    case "datepicker":
      return field.format === "HH:mm" ? timeText(text) : dateText(text, field.format);
    case "cascading select": {
      const labels = parts(text, /[/／>]/);
      const source = field.field.ext?.options;
      let parent = source?.from === "cascade" ? source.id : "";
      const ids = labels.map((label) => (parent = places.find(parent, label) ?? "?"));
      return { ids, labels };
    }
    default:
      return text;
  }
}
