/** 帮助文档: the same tree for all; operators keep it. */
import { AppError, type BodyOf, type ReplyOf, formatTime } from "@liantai/api/contract";
import { helpLimits, type helpApi } from "@liantai/api/contract/admin";
import { installation, ownInstallation } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { serviceOf } from "../../service.ts";
import { describeFile, settleFiles, upload } from "./files.ts";
import {
  deleteNode,
  findNode,
  findNodes,
  insertNode,
  listNodes,
  lockTree,
  searchNodes,
  updateNode,
  type HelpNode,
} from "./repository.ts";

type Api = typeof helpApi;

/** A node with all below it. */
function withBelow(nodes: readonly HelpNode[], id: string): ReadonlySet<string> {
  const found = new Set([id]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const node of nodes) if (node.parentId !== null && found.has(node.parentId)) found.add(node.id);
  }
  return found;
}

/** Folders above a node. */
function above(nodes: readonly HelpNode[], id: string | null): string[] {
  const node = nodes.find((each) => each.id === id);
  return node ? [...above(nodes, node.parentId), node.id] : [];
}

/** A folder holds nothing, a PDF no text. */
const contentOf = (kind: string, body = "", fileId = "") => ({
  body: kind === "folder" || fileId !== "" ? "" : body,
  fileId: kind === "folder" || fileId === "" ? null : fileId,
});

/** system, here and below: the help belongs to no enterprise. */
export function run<T>(deps: AdministrationDeps, run: (trx: Trx) => Promise<T>): Promise<T> {
  return deps.ports.database.system(run);
}

async function tree(deps: AdministrationDeps, { keyword }: BodyOf<Api["tree"]>): Promise<ReplyOf<Api["tree"]>> {
  const { nodes, found } = await run(deps, async (trx) => ({
    nodes: await listNodes(trx),
    found: keyword ? await searchNodes(trx, keyword) : undefined,
  }));
  const kept = found && new Set([...found].flatMap((id) => above(nodes, id)));
  const children = (parentId: string | null): HelpNode[] =>
    nodes
      .filter((node) => node.parentId === parentId && (!kept || kept.has(node.id)))
      .flatMap((node) => [node, ...children(node.id)]);
  return children(null).map((node) => ({
    id: node.id,
    parentId: node.parentId ?? "",
    kind: node.kind,
    pdf: node.fileId !== null,
    title: node.title,
    sort: node.sort,
  }));
}

async function get(deps: AdministrationDeps, { id }: BodyOf<Api["get"]>): Promise<ReplyOf<Api["get"]>> {
  const row = await run(deps, (trx) => findNode(trx, id));
  if (!row || row.kind !== "document") throw new AppError("notFound");
  return {
    id: row.id,
    parentId: row.parentId ?? "",
    title: row.title,
    body: row.body,
    file: await describeFile(deps, row.fileId),
    updatedAt: formatTime(row.updatedAt),
    updatedBy: row.updatedBy,
  };
}

async function add(
  deps: AdministrationDeps,
  { parentId, kind, title, body, fileId }: BodyOf<Api["add"]>,
  context: RequestContext,
) {
  ownInstallation(context.caller);
  const id = deps.ports.random.id();
  const content = contentOf(kind, body, fileId);
  await run(deps, async (trx) => {
    await lockTree(trx);
    const nodes = await listNodes(trx);
    const parent = folder(nodes, parentId, kind === "folder" ? 1 : 0);
    const siblings = nodes.filter((node) => node.parentId === parent);
    if (siblings.some((node) => node.title === title)) throw fieldRefusal("title", "标题", "同一目录中已有相同的标题");
    await insertNode(trx, {
      id,
      parentId: parent,
      kind,
      title,
      ...content,
      sort: Math.max(0, ...siblings.map((node) => node.sort)) + 1,
      ...changed(deps, context),
    });
    await settleFiles(deps, trx, [], content);
    await deps.audit.write(trx, context, {
      compId: installation,
      object: "help",
      action: "add",
      id,
      name: title,
      after: { title, characters: content.body.length, fileId: content.fileId },
    });
  });
  return { id };
}

async function update(
  deps: AdministrationDeps,
  { id, title, body, fileId }: BodyOf<Api["update"]>,
  context: RequestContext,
) {
  ownInstallation(context.caller);
  await run(deps, async (trx) => {
    await lockTree(trx);
    const before = await findNode(trx, id);
    if (!before) throw new AppError("notFound");
    const twin = (await listNodes(trx)).find(
      (node) => node.parentId === before.parentId && node.title === title && node.id !== id,
    );
    if (twin) throw fieldRefusal("title", "标题", "同一目录中已有相同的标题");
    const content = contentOf(before.kind, body, fileId);
    await updateNode(trx, id, { title, ...content, ...changed(deps, context) });
    await settleFiles(deps, trx, [before], content);
    await deps.audit.write(trx, context, {
      compId: installation,
      object: "help",
      action: "update",
      id,
      name: title,
      before: { title: before.title, body: before.body, fileId: before.fileId },
      after: { title, ...content },
    });
  });
  return null;
}

async function remove(deps: AdministrationDeps, { id }: BodyOf<Api["delete"]>, context: RequestContext) {
  ownInstallation(context.caller);
  return run(deps, async (trx) => {
    await lockTree(trx);
    const node = await findNode(trx, id);
    if (!node) throw new AppError("notFound");
    const below = [...withBelow(await listNodes(trx), id)];
    const count = below.length;
    const contents = await findNodes(trx, below);
    await deleteNode(trx, id);
    await settleFiles(deps, trx, contents, undefined);
    await deps.audit.write(trx, context, {
      compId: installation,
      object: "help",
      action: "delete",
      id,
      name: node.title,
      before: { title: node.title, count },
    });
    return { count };
  });
}

async function move(deps: AdministrationDeps, { id, parentId, step }: BodyOf<Api["move"]>, context: RequestContext) {
  ownInstallation(context.caller);
  await run(deps, async (trx) => {
    await lockTree(trx);
    const nodes = await listNodes(trx);
    const node = nodes.find((each) => each.id === id);
    if (!node) throw new AppError("notFound");
    if (step === undefined) {
      if (withBelow(nodes, id).has(parentId ?? "")) throw new AppError("refused", "不能移动到自己的下级目录");
      const depth =
        node.kind === "folder"
          ? 1 +
            Math.max(0, ...[...withBelow(nodes, id)].map((each) => above(nodes, each).length - above(nodes, id).length))
          : 0;
      const parent = folder(nodes, parentId, depth);
      if (nodes.some((each) => each.parentId === parent && each.title === node.title && each.id !== id))
        throw new AppError("refused", "目标目录中已有相同的标题");
      await updateNode(trx, id, {
        parentId: parent,
        sort: Math.max(0, ...nodes.filter((each) => each.parentId === parent).map((each) => each.sort)) + 1,
      });
    } else {
      const siblings = nodes.filter((each) => each.parentId === node.parentId);
      const at = siblings.indexOf(node);
      const to = at + step;
      if (to < 0 || to >= siblings.length) return;
      siblings.splice(at, 1);
      siblings.splice(to, 0, node);
      for (const [i, each] of siblings.entries())
        if (each.sort !== i + 1) await updateNode(trx, each.id, { sort: i + 1 });
    }
    await deps.audit.write(trx, context, {
      compId: installation,
      object: "help",
      action: "move",
      id,
      name: node.title,
    });
  });
  return null;
}

function changed(deps: AdministrationDeps, { caller }: RequestContext) {
  return { updatedAt: new Date(deps.ports.clock.now()), updatedBy: caller.nickName };
}

/** The folder that is meant; null: the top. `deeper`: levels of folders that come under it. */
export function folder(nodes: readonly HelpNode[], parentId: string | undefined, deeper: number): string | null {
  const parent = nodes.find((node) => node.id === parentId);
  if (parentId && parent?.kind !== "folder") throw new AppError("notFound", "上级目录不存在或已被删除");
  if (above(nodes, parent?.id ?? null).length + deeper > helpLimits.depth)
    throw new AppError("refused", `目录最多${helpLimits.depth}级`);
  return parent?.id ?? null;
}

export type HelpService = ReturnType<typeof createHelpService>;

export const createHelpService = (deps: AdministrationDeps) =>
  serviceOf(deps, { tree, get, add, update, delete: remove, move, upload });
