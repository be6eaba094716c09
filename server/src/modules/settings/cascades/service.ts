/** 级联管理: trees of up to five levels, read a level at a time. */
import { writeDeleted } from "../../audit/index.ts";
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { cascadeDepth, type cascadeApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { serviceOf } from "../../service.ts";
import {
  countBelow,
  deleteOptions,
  findOption,
  findSibling,
  insertOptions,
  lastSort,
  listOptions,
  neighbour,
  renumber,
  updateOption,
} from "./repository.ts";

type Api = typeof cascadeApi;

const nameTaken = () => fieldRefusal("name", "名称", "同一级中已有相同的名称");

async function list(
  deps: AdministrationDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const { rows, total } = await deps.ports.database.tenant(compId, (trx) =>
    listOptions(
      trx,
      compId,
      { parentId: body.parentId, keyword: body.keyword, anywhere: body.parentId === undefined },
      body,
    ),
  );
  return {
    list: rows.map((r) => ({
      id: r.id,
      parentId: r.parentId ?? "",
      name: r.name,
      level: r.level,
      sort: r.sort,
      children: Number(r.children),
    })),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

async function options(
  deps: AdministrationDeps,
  body: BodyOf<Api["options"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["options"]>> {
  const compId = compOf(caller, body.compId);
  const { rows, total } = await deps.ports.database.tenant(compId, (trx) =>
    listOptions(trx, compId, { parentId: body.parentId, keyword: body.keyword, anywhere: false }, body),
  );
  return {
    list: rows.map((r) => ({ id: r.id, name: r.name, leaf: Number(r.children) === 0 })),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

async function add(deps: AdministrationDeps, body: BodyOf<Api["add"]>, context: RequestContext) {
  const compId = compOf(context.caller, body.compId);
  const id = deps.ports.random.id();
  const parentId = body.parentId || null;
  await unique(nameTaken(), () =>
    deps.ports.database.tenant(compId, async (trx) => {
      const parent = parentId === null ? undefined : await findOption(trx, compId, parentId);
      if (parentId !== null && !parent) throw new AppError("notFound", "上级选项不存在或已被删除");
      const level = (parent?.level ?? 0) + 1;
      if (level > cascadeDepth) throw new AppError("refused", `级联最多${cascadeDepth}级`);
      if (await findSibling(trx, compId, parentId, body.name)) throw nameTaken();
      const row = {
        compId,
        id,
        parentId,
        name: body.name,
        level,
        sort: body.sort ?? (await lastSort(trx, compId, parentId)) + 1,
      };
      await insertOptions(trx, [row]);
      await deps.audit.write(trx, context, {
        compId,
        object: "cascade",
        action: "add",
        id,
        name: body.name,
        after: { name: row.name, parent: parent?.name ?? "", sort: row.sort },
      });
    }),
  );
  return { id };
}

async function update(deps: AdministrationDeps, body: BodyOf<Api["update"]>, context: RequestContext) {
  const compId = compOf(context.caller, body.compId);
  await unique(nameTaken(), () =>
    deps.ports.database.tenant(compId, async (trx) => {
      const before = await findOption(trx, compId, body.id);
      if (!before) throw new AppError("notFound");
      const same = await findSibling(trx, compId, before.parentId, body.name);
      if (same && same.id !== body.id) throw nameTaken();
      const set = { name: body.name, sort: body.sort ?? before.sort };
      await updateOption(trx, compId, body.id, set);
      await deps.audit.write(trx, context, {
        compId,
        object: "cascade",
        action: "update",
        id: body.id,
        name: body.name,
        before: { name: before.name, sort: before.sort },
        after: set,
      });
    }),
  );
  return null;
}

/** With everything below; the count says how many that were. */
export async function remove(deps: AdministrationDeps, body: BodyOf<Api["delete"]>, context: RequestContext) {
  const compId = compOf(context.caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const count = await countBelow(trx, compId, body.ids);
    const gone = await deleteOptions(trx, compId, body.ids);
    if (gone.length === 0) throw new AppError("notFound");
    await writeDeleted(deps.audit, trx, context, { compId, object: "cascade" }, gone, (row) => ({
      id: row.id,
      name: row.name,
      before: { name: row.name },
    }));
    return { count };
  });
}

async function move(deps: AdministrationDeps, body: BodyOf<Api["move"]>, context: RequestContext) {
  const compId = compOf(context.caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const found = await findOption(trx, compId, body.id);
    if (!found) throw new AppError("notFound");
    // Options may share a number: places are told apart before they are changed.
    await renumber(trx, compId, found.parentId);
    const row = (await findOption(trx, compId, body.id))!;
    const other = await neighbour(trx, row, body.step as -1 | 1);
    if (!other) return null;
    await updateOption(trx, compId, row.id, { sort: other.sort });
    await updateOption(trx, compId, other.id, { sort: row.sort });
    await deps.audit.write(trx, context, {
      compId,
      object: "cascade",
      action: "move",
      id: row.id,
      name: row.name,
      before: { sort: row.sort },
      after: { sort: other.sort },
    });
    return null;
  });
}

export type CascadeService = ReturnType<typeof createCascadeService>;

export const createCascadeService = (deps: AdministrationDeps) =>
  serviceOf(deps, { list, options, add, update, delete: remove, move });
