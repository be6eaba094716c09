/** What every plain resource of the administration has: list, add, update and delete under one prefix (console.md section 7). */
import { array, number, object, string, type AnyObject, type Schema } from "yup";
import { defineEndpoint, listOf, pageFields, type Permission } from "./resource.ts";

/**
 * Which enterprise is meant. Operators name one; for everybody else it is the own, and naming another is refused
 * (server/src/http/company.ts).
 */
export const compField = () =>
  string()
    .label("企业编号")
    .matches(/^[0-9A-Za-z]{6}$/, { message: "企业编号为6位字母或数字", excludeEmptyString: true });

export const idField = (label = "编号") => string().label(label).required().max(64);

/** Sort of a list: a column of the resource's `sortable`, and its direction. */
export const sortFields = (sortable: readonly string[]) => ({
  sortBy: string()
    .label("排序字段")
    .oneOf(["", ...sortable]),
  sortOrder: string().label("排序方向").oneOf(["", "asc", "desc"]),
});

/** The specification's name of the filter `enabled` (console.md section 3, "List query fields"). */
const specified = (filters: AnyObject): object =>
  "enabled" in filters && !("enable" in filters) ? { enable: filters["enabled"] } : {};

/** Body of a list: page, sort, enterprise and the resource's own filters. `enable` is read as `enabled` where that is one (K97). */
export const listBody = <F extends AnyObject>(filters: F, sortable: readonly string[] = []) => {
  const other = specified(filters);
  const body = object({ ...pageFields, ...sortFields(sortable), compId: compField(), ...filters, ...other });
  if (!("enable" in other)) return body;
  return body.transform((value: { enable?: unknown; enabled?: unknown } | null) => {
    const { enable, ...given } = value ?? {};
    if (value === null || enable === undefined || (given.enabled ?? "") !== "") return value && given;
    return { ...given, enabled: enable };
  });
};

/** Body of a deletion. */
export const deleteBody = (max = 200) =>
  object({
    compId: compField(),
    ids: array().label("编号").of(string().required().max(64)).min(1, "请选择要删除的数据").max(max).required(),
  });

/** How many rows it concerned. */
export const countReply = object({ count: number().integer().required() });
export const idReply = object({ id: string().required() });

export interface CrudDefinition<Name extends string, R extends Schema, F extends AnyObject, A extends AnyObject> {
  /** Names its endpoints: nameList, nameAdd, nameUpdate, nameDelete. */
  readonly name: Name;
  /** '/pbx/api/v1/routeNode' */
  readonly prefix: string;
  /** One of it, in English, for the summaries. */
  readonly noun: string;
  /** RTK Query cache tag; also what its changes invalidate. */
  readonly tag: string;
  readonly row: R;
  /** Fields of the query bar; all optional. */
  readonly filters: F;
  readonly sortable?: readonly string[];
  /** Filters that find rows by a telephone number (Endpoint.findsBy). */
  readonly findsBy?: readonly string[];
  /** What is typed; `update` takes the same with the id. */
  readonly fields: A;
  readonly permission: {
    readonly list: Permission;
    readonly add: Permission;
    readonly update: Permission;
    readonly delete: Permission;
  };
}

/** The four endpoints of a plain resource. All are POST: the specification names no method. */
export function crud<Name extends string, R extends Schema, F extends AnyObject, A extends AnyObject>(
  definition: CrudDefinition<Name, R, F, A>,
) {
  const { name, prefix, noun, tag, row, filters, sortable, findsBy, fields, permission } = definition;
  const tags = [tag];
  return {
    list: defineEndpoint({
      name: `${name}List`,
      method: "POST",
      path: `${prefix}/list`,
      summary: `List of ${noun}s`,
      permission: permission.list,
      reads: true,
      body: listBody(filters, sortable),
      ...(findsBy ? { findsBy } : {}),
      reply: listOf(row),
      tags,
    }),
    add: defineEndpoint({
      name: `${name}Add`,
      method: "POST",
      path: `${prefix}/add`,
      summary: `Adds a ${noun}`,
      permission: permission.add,
      body: object({ compId: compField(), ...fields }),
      reply: idReply,
      tags,
    }),
    update: defineEndpoint({
      name: `${name}Update`,
      method: "POST",
      path: `${prefix}/update`,
      summary: `Changes a ${noun}`,
      permission: permission.update,
      body: object({ compId: compField(), id: idField(), ...fields }),
      tags,
    }),
    delete: defineEndpoint({
      name: `${name}Delete`,
      method: "POST",
      path: `${prefix}/delete`,
      summary: `Deletes ${noun}s`,
      permission: permission.delete,
      body: deleteBody(),
      reply: countReply,
      tags,
    }),
  };
}
