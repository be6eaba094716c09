/** Cascading options from a workbook: each row is a path from the top; levels that are there already are used, not doubled. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import { cascadeApi, cascadeLevels, lengthField } from "@liantai/api/contract/admin";
import type { Insertable } from "kysely";
import { compOf } from "../../../http/company.ts";
import type { BinaryReply, RequestContext } from "../../../http/routes.ts";
import { forJobs, type Trx } from "../../../ports/database.ts";
import type { CascadeOptionTable } from "../../../ports/schema/settings.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { serviceOf } from "../../service.ts";
import type { ImportColumn, ImportSpec, ImportStart } from "../../files/index.ts";
import { childrenOf, insertOptions, lockCascade, topsOf } from "./repository.ts";

type Api = typeof cascadeApi;
type Line = Readonly<Record<string, string | undefined>>;

const columns: readonly ImportColumn[] = cascadeLevels.map((title, at) => ({
  title,
  name: `level${at + 1}`,
  required: at === 0,
  schema: lengthField(title, 60),
  width: 18,
}));
/** Trees are wide: the limit of an import in general would be too small. 10,000 rows take two seconds. */
const maxRows = 100_000;

/** Names from the top down; undefined: a level is left out between two. */
export function pathOf(line: Line): string[] | undefined {
  const names = columns.map(({ name }) => line[name] ?? "");
  const depth = names.findLastIndex((name) => name !== "") + 1;
  const path = names.slice(0, depth);
  return path.includes("") ? undefined : path;
}

/** What an import knows of the tree: id and highest sort under each parent, by name. */
class Places {
  readonly #children = new Map<string, Map<string, string>>();
  readonly #last = new Map<string, number>();

  learn(parent: string, rows: readonly { readonly id: string; readonly name: string; readonly sort: number }[]): void {
    this.#children.set(parent, new Map(rows.map(({ name, id }) => [name, id])));
    this.#last.set(
      parent,
      rows.reduce((most, { sort }) => Math.max(most, sort), 0),
    );
  }
  knows(parent: string): boolean {
    return this.#children.has(parent);
  }
  find(parent: string, name: string): string | undefined {
    return this.#children.get(parent)?.get(name);
  }
  /** Its sort. */
  put(parent: string, name: string, id: string): number {
    this.#children.get(parent)!.set(name, id);
    const sort = this.#last.get(parent)! + 1;
    this.#last.set(parent, sort);
    return sort;
  }
}

const top = "";

function template(deps: AdministrationDeps): BinaryReply {
  return deps.files.imports.template("级联选项", columns);
}

function run(
  deps: AdministrationDeps,
  body: BodyOf<Api["importData"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["importData"]>> {
  return deps.files.imports.start("cascade", context, compOf(context.caller, body.compId), {});
}

function spec(deps: AdministrationDeps, { context, compId }: ImportStart<object>): ImportSpec<Line> {
  const { ports, audit } = deps;
  const repeated = (line: Line) => `“${pathOf(line)?.join(" / ") ?? ""}”重复`;
  // Read once and kept up with; somebody else's changes in the meantime show as a violation, and then it is read anew.
  const known = { places: new Places() };
  return {
    name: "级联选项",
    columns,
    maxRows,
    repeated,
    key: (line) => JSON.stringify(pathOf(line)),
    existing: (keys) => forJobs(ports.database).tenant(compId, (trx) => there(deps, trx, compId, known.places, keys)),
    check: (line) => (pathOf(line) === undefined ? "中间的级别不能为空" : undefined),
    save: async (batch, keep) => {
      const save = () =>
        forJobs(ports.database).tenant(compId, async (trx) => {
          const faults = await saveBatch(deps, trx, compId, known.places, batch, repeated);
          const count = batch.length - faults.filter((fault) => fault !== undefined).length;
          if (count > 0)
            await audit.write(trx, context, {
              compId,
              object: "cascade",
              action: "import",
              id: "import",
              name: `导入${count}行`,
              after: { count },
            });
          return keep(trx, faults);
        });
      try {
        return await save();
      } catch (error) {
        known.places = new Places();
        if (!/^2350[35]$/.test(String((error as { code?: unknown }).code))) throw error;
        return save();
      }
    },
  };
}

/** Which of these paths there are. */
async function there(
  deps: AdministrationDeps,
  trx: Trx,
  compId: string,
  places: Places,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const paths = keys.map((key) => JSON.parse(key) as string[]);
  await learnTops(deps, trx, compId, places);
  let at: (string | undefined)[] = paths.map(() => top);
  for (let level = 1; level <= columns.length; level += 1) {
    if (level > 1)
      await learn(
        deps,
        trx,
        compId,
        places,
        at.filter((parent, i): parent is string => parent !== undefined && paths[i]!.length >= level),
      );
    at = at.map((parent, i) =>
      parent === undefined || paths[i]!.length < level ? parent : places.find(parent, paths[i]![level - 1]!),
    );
  }
  return new Set(keys.filter((_, i) => at[i] !== undefined));
}

async function learnTops(deps: AdministrationDeps, trx: Trx, compId: string, places: Places): Promise<void> {
  if (!places.knows(top)) places.learn(top, await topsOf(trx, compId));
}

async function learn(
  deps: AdministrationDeps,
  trx: Trx,
  compId: string,
  places: Places,
  parents: readonly string[],
): Promise<void> {
  const unknown = [...new Set(parents.filter((parent) => !places.knows(parent)))];
  if (unknown.length === 0) return;
  const rows = await childrenOf(trx, compId, unknown);
  for (const parent of unknown)
    places.learn(
      parent,
      rows.filter((row) => row.parentId === parent),
    );
}

/** What an earlier row of the batch made on its way is there, too, and a row that asks for nothing more is told so. */
async function saveBatch(
  deps: AdministrationDeps,
  trx: Trx,
  compId: string,
  places: Places,
  batch: readonly Line[],
  repeated: (line: Line) => string,
): Promise<(string | undefined)[]> {
  await lockCascade(trx, compId);
  await learnTops(deps, trx, compId, places);
  const paths = batch.map((line) => pathOf(line)!);
  const faults: (string | undefined)[] = batch.map(() => undefined);
  const parents: string[] = batch.map(() => top);
  const made: Insertable<CascadeOptionTable>[] = [];
  // A level at a time, so that a batch asks the database once a level.
  for (let level = 1; level <= columns.length; level += 1) {
    await learn(
      deps,
      trx,
      compId,
      places,
      parents.filter((_, i) => paths[i]!.length >= level),
    );
    for (const [i, path] of paths.entries()) {
      const name = path[level - 1];
      if (name === undefined) continue;
      const parent = parents[i]!;
      let id = places.find(parent, name);
      if (id === undefined) {
        id = deps.ports.random.id();
        made.push({
          compId,
          id,
          parentId: parent === top ? null : parent,
          name,
          level,
          sort: places.put(parent, name, id),
        });
        // Nothing of a new option can be in the database.
        places.learn(id, []);
      } else if (level === path.length) faults[i] = repeated(batch[i]!);
      parents[i] = id;
    }
  }
  // Parents and children in one statement: references are checked at its end.
  await insertOptions(trx, made);
  return faults;
}

export type CascadeImport = ReturnType<typeof createCascadeImport>;

export function createCascadeImport(deps: AdministrationDeps) {
  deps.files.imports.register<object, Line>("cascade", {
    screen: { name: "cascademanage", title: "级联选项" },
    right: cascadeApi.importData.permission,
    prepare: async (run) => spec(deps, run),
  });
  return serviceOf(deps, { template, run });
}
