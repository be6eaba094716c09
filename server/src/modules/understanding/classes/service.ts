/** 知识库分类: two trees, of questions and of intents. */
import { AppError, type BodyOf } from "@liantai/api/contract";
import { classDepth, mostClasses, type knowledgeClassApi } from "@liantai/api/contract/flow-editor";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Trx } from "../../../ports/database.ts";
import { crudService } from "../../crud/index.ts";
import type { AdministrationDeps } from "../../deps.ts";
import {
  classStore,
  countClasses,
  findClass,
  lockClasses,
  type ClassListed,
  type ClassNew,
  type ClassRow,
} from "./repository.ts";

type Body = BodyOf<typeof knowledgeClassApi.add>;
const refused = (message: string) => fieldRefusal("parentId", "上级分类", message);

/** How many levels stand above and with this class. */
async function levelOf(trx: Trx, compId: string, parent: ClassRow, self: string | undefined): Promise<number> {
  let level = 1;
  for (let at: ClassRow | undefined = parent; at; level += 1) {
    if (at.id === self) throw refused("上级分类不能是自己或自己的下级");
    if (level > classDepth) break;
    at = at.parentId === null ? undefined : await findClass(trx, compId, at.parentId);
  }
  return level;
}

/** Levels below a class. */
async function heightOf(trx: Trx, compId: string, id: string): Promise<number> {
  const { rows } = await classStore.page(trx, compId, { pageNo: 1, pageSize: mostClasses });
  const below = (parent: string): number =>
    Math.max(0, ...rows.filter(({ parentId }) => parentId === parent).map((row) => 1 + below(row.id)));
  return below(id);
}

async function toRow(trx: Trx, body: Body, before: ClassRow | undefined, compId: string): Promise<ClassNew> {
  await lockClasses(trx, compId);
  if (!before && (await countClasses(trx, compId)) >= mostClasses)
    throw new AppError("refused", `分类最多${mostClasses}个`);
  const kind = body.kind as ClassRow["kind"];
  if (before && before.kind !== kind) throw fieldRefusal("kind", "类别", "类别不能修改");
  const parentId = body.parentId || null;
  if (parentId !== null) {
    const parent = await findClass(trx, compId, parentId);
    if (!parent || parent.kind !== kind) throw refused("上级分类不存在或已被删除");
    const level = await levelOf(trx, compId, parent, before?.id);
    if (level + (before ? await heightOf(trx, compId, before.id) : 0) > classDepth)
      throw refused(`分类最多${classDepth}级`);
  }
  return { parentId, kind, name: body.name, sort: body.sort ?? before?.sort ?? 0 };
}

export const createClasses = (deps: AdministrationDeps) =>
  crudService({
    deps,
    object: "knowledgeClass",
    scope: "enterprise",
    store: classStore,
    toRow,
    present: ({ id, parentId, kind, name, sort, items }: ClassListed) => ({
      id,
      parentId: parentId ?? "",
      kind,
      name,
      sort,
      items: Number(items),
    }),
    key: { path: "name", label: "分类名称", of: (row) => row.name },
  });

/** The class of a question or an intent. Throws AppError 'invalid'. */
export async function checkClass(trx: Trx, compId: string, id: string, kind: ClassRow["kind"]): Promise<void> {
  const found = await findClass(trx, compId, id);
  if (found?.kind !== kind) throw fieldRefusal("classId", "分类", "分类不存在或已被删除");
}
