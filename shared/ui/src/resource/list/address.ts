/** A list's question and its place in the tab's search string. */
import { settle, type Sort } from "@liantai/ui";
import type { AnyObjectSchema } from "yup";

export interface Question<F extends object> {
  readonly filters: F;
  readonly pageNo: number;
  /** Undefined: the address says nothing of it. */
  readonly sort: Sort | undefined;
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? "" : Array.isArray(value) ? value.join("\n") : String(value);
const isOrder = (text: string | null): text is Sort["order"] => text === "asc" || text === "desc";
/** A column's name; what else the address may hold is not sent to the server. */
const sortKey = /^[A-Za-z]\w{0,63}$/;

/**
 * Only what differs from the defaults is written, so that an untouched list shows today on every day it is opened. `now`: the
 * address as it is; what is not the list's own (which of a screen's views, of which enterprise) stays in it.
 */
export function toAddress<F extends object>({ filters, pageNo, sort }: Question<F>, own: F, now = ""): string {
  const search = new URLSearchParams(now);
  for (const name of [...Object.keys(own), "sortBy", "sortOrder", "pageNo"]) search.delete(name);
  for (const [name, usual] of Object.entries(own)) {
    const value: unknown = filters[name as keyof F];
    if (textOf(value) === textOf(usual)) continue;
    if (Array.isArray(value)) for (const one of value.length > 0 ? value : [""]) search.append(name, String(one));
    else search.set(name, textOf(value));
  }
  if (sort) {
    search.set("sortBy", sort.by);
    search.set("sortOrder", sort.order);
  }
  if (pageNo > 1) search.set("pageNo", String(pageNo));
  return search.toString();
}

/** The inverse; what does not fit the schema reads as the defaults. */
export function fromAddress<F extends object>(text: string, schema: AnyObjectSchema, own: F): Question<F> {
  const search = new URLSearchParams(text);
  const kept = Object.entries(own).flatMap(([name, usual]) =>
    search.has(name)
      ? [[name, Array.isArray(usual) ? search.getAll(name).filter((v) => v !== "") : search.get(name)]]
      : [],
  );
  const filters = { ...own, ...Object.fromEntries(kept) } as F;
  const [by, order] = [search.get("sortBy") ?? "", search.get("sortOrder")];
  const sort = sortKey.test(by) && isOrder(order) ? { by, order } : undefined;
  const pageNo = Number(search.get("pageNo") ?? 1);
  if (!schema.isValidSync(settle(schema, filters))) return { filters: own, pageNo: 1, sort };
  return { filters, pageNo: Number.isInteger(pageNo) && pageNo >= 1 && pageNo <= 1_000_000 ? pageNo : 1, sort };
}

/** The filters as the server is asked: cast by the schema, nothing that was not given nor that its contract, `body`, does not have. */
export const asked = <F extends object>(
  schema: AnyObjectSchema,
  filters: F,
  body: AnyObjectSchema | undefined,
): object =>
  Object.fromEntries(
    Object.entries(schema.cast(settle(schema, filters), { assert: false, stripUnknown: true }) as object).filter(
      ([name]) => !body || name in body.fields,
    ),
  );
