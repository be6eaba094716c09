/** What a list of contacts is asked, by their form. Pure. */
import { AppError } from "@liantai/api/contract";
import { searchText, type CompiledField, type FieldQuery } from "@liantai/api/forms";
import type { Published } from "../records/published.ts";
import { whole, type AskedField } from "../records/query.ts";
import type { ContactQuery } from "./repository.ts";
import { ownFields } from "./values.ts";

interface ContactFilters {
  readonly name?: string | undefined;
  readonly phone?: string | undefined;
  readonly keyword?: string | undefined;
  readonly id?: string | undefined;
}

const isText = ({ type }: CompiledField): boolean => type === "input" || type === "textarea";

/** A field that nobody marked query is not found by an index: it is not looked for. */
function askedOf({ row }: Published, field: CompiledField, query: FieldQuery): AskedField {
  if (row.indexing.includes(field.name)) throw new AppError("refused", `“${field.label}”索引建立中，请稍后查询`);
  return { field, slot: row.slots[field.name], query };
}

/** Options whose names hold the word. */
function choiceOf(field: CompiledField, keyword: string): FieldQuery | undefined {
  const values = field.options.filter((one) => one.label_name.includes(keyword)).map((one) => one.label_value);
  return values.length > 0 ? { op: "anyOf", values } : undefined;
}

/** `hide`: who asks sees no numbers, and must not find them out digit by digit: what holds digits matches whole. */
export function contactQuery(published: Published, filters: ContactFilters, hide: boolean): ContactQuery {
  const { form } = published;
  const { keyword = "" } = filters;
  const contains = (field: CompiledField, text: string): AskedField => {
    const query: FieldQuery = { op: "contains", text: searchText(text) };
    return askedOf(published, field, hide ? whole(field, query) : query);
  };
  const marked = (name: string) => {
    const field = form.byName.get(name);
    return field?.field.query === true ? field : undefined;
  };
  const named = (["name", "phone"] as const).flatMap((name) => {
    const field = marked(name);
    const text = filters[name];
    return field && text ? [contains(field, text)] : [];
  });
  const { id } = filters;
  if (keyword === "") return { asked: named, dates: [], keyword, id };
  const own = ownFields(form).filter(({ field }) => field.query === true);
  const company = marked("company");
  const texts = [...(company ? [company] : []), ...own.filter(isText)];
  const choices = own
    .filter(({ isChoice }) => isChoice)
    .flatMap((field) => {
      const query = choiceOf(field, keyword);
      return query ? [askedOf(published, field, query)] : [];
    });
  return {
    asked: named,
    anywhere: [...texts.map((field) => contains(field, keyword)), ...choices],
    dates: own.filter(({ type }) => type === "datepicker"),
    keyword,
    id,
  };
}
