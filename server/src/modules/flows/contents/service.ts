/** The verbs of what supervisors change beside flows: rows of one kind, each content of them a version (docs/protocol.md, G119). */
import { AppError, formatTime, type BodyOf } from "@liantai/api/contract";
import { contentLimits, type FlowContentKind, type lookUpTableApi } from "@liantai/api/contract/flow-editor";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { Fields } from "../../audit/index.ts";
import type { FlowDeps } from "../deps.ts";
import {
  countContents,
  deleteContent,
  dropOldVersions,
  findContent,
  findContentVersion,
  insertContent,
  insertContentVersion,
  listContentVersions,
  lockContent,
  newestVersion,
  pageContents,
  updateContent,
  type ContentRow,
} from "./repository.ts";
import { refuseUsedContent } from "./using.ts";

/** Every kind is asked in the same words. */
type Api = typeof lookUpTableApi;

export interface ContentKind<S extends object> {
  readonly kind: FlowContentKind;
  readonly label: string;
  /** Of an enterprise. */
  readonly most: number;
  /** Of a content that was read before. */
  summaryOf(content: string): S;
  /** As the log has it. */
  logged(summary: S): Fields;
  /** Throws AppError where flows need what the new content has not, or it names what is not there. before: undefined of a new one. */
  check(
    trx: Trx,
    compId: string,
    before: { readonly id: string; readonly summary: S } | undefined,
    after: S,
  ): Promise<void>;
}

type Deps = Pick<FlowDeps, "ports" | "audit">;

/** What every verb of a kind looks at first. */
function rowsOf<S extends object>(of: ContentKind<S>) {
  const { kind, label } = of;
  const missing = () => new AppError("notFound", `${label}不存在或已被删除`);
  const summaryOf = ({ summary }: Pick<ContentRow, "summary">): S => summary as object as S;
  const there = (row: ContentRow | undefined): ContentRow => {
    if (!row) throw missing();
    return row;
  };
  return {
    missing,
    summaryOf,
    missingVersion: () => new AppError("notFound", "版本不存在或已被删除"),
    taken: () => fieldRefusal("name", `${label}名称`, `${label}名称已存在`),
    known: async (trx: Trx, compId: string, id: string) => there(await findContent(trx, compId, kind, id)),
    locked: async (trx: Trx, compId: string, id: string) => there(await lockContent(trx, compId, kind, id)),
    logRow: (row: Pick<ContentRow, "name" | "remark" | "version" | "summary">): Fields => ({
      ...{ name: row.name, remark: row.remark, version: row.version },
      ...of.logged(summaryOf(row)),
    }),
  };
}

interface NewVersion extends Pick<ContentRow, "name" | "remark"> {
  readonly content: string;
  readonly note: string;
  readonly restores: number;
}

/** One more version of a row that is locked. */
async function put<S extends object>(
  of: ContentKind<S>,
  { ports, audit }: Deps,
  context: RequestContext,
  trx: Trx,
  row: ContentRow,
  { name, remark, content, note, restores }: NewVersion,
): Promise<number> {
  const { compId, id, kind } = row;
  const version = row.version + 1;
  const summary = of.summaryOf(content);
  const { summaryOf, logRow } = rowsOf(of);
  await of.check(trx, compId, { id, summary: summaryOf(row) }, summary);
  const at = new Date(ports.clock.now());
  const by = context.caller.nickName;
  const after = { name, remark, version, summary: JSON.stringify(summary), updatedAt: at, updatedBy: by };
  await updateContent(trx, compId, id, after);
  const one = { compId, id: ports.random.id(), contentId: id, version, content, note, restores };
  await insertContentVersion(trx, { ...one, createdAt: at, createdBy: by });
  await dropOldVersions(trx, compId, id, version, contentLimits.versions);
  await audit.write(trx, context, {
    ...{ compId, object: kind, action: restores > 0 ? "rollback" : "update", id, name },
    before: logRow(row),
    after: { name, remark, version, ...of.logged(summary), ...(note === "" ? {} : { note }) },
  });
  return version;
}

function readVerbs<S extends object>(of: ContentKind<S>) {
  const { kind } = of;
  const { summaryOf, known, missingVersion } = rowsOf(of);
  return {
    async list({ ports }: Deps, body: BodyOf<Api["list"]>, { caller }: RequestContext) {
      const compId = compOf(caller, body.compId);
      const { rows, total } = await ports.database.tenant(compId, (trx) => pageContents(trx, compId, kind, body));
      const list = rows.map((row) => {
        const { id, name, remark, version, updatedAt, updatedBy } = row;
        return { id, name, remark, version, updateTime: formatTime(updatedAt), updatedBy, ...summaryOf(row) };
      });
      return { list, total, pageNo: body.pageNo, pageSize: body.pageSize };
    },

    async find({ ports }: Deps, { id, versionId, ...body }: BodyOf<Api["find"]>, { caller }: RequestContext) {
      const compId = compOf(caller, body.compId);
      return ports.database.tenant(compId, async (trx) => {
        const { name, remark, version } = await known(trx, compId, id);
        const found = await (versionId === ""
          ? newestVersion(trx, compId, id)
          : findContentVersion(trx, compId, id, versionId));
        if (!found) throw missingVersion();
        return { id, name, remark, version, shown: found.version, content: found.content };
      });
    },

    async versions({ ports }: Deps, { id, ...body }: BodyOf<Api["versions"]>, { caller }: RequestContext) {
      const compId = compOf(caller, body.compId);
      return ports.database.tenant(compId, async (trx) => {
        await known(trx, compId, id);
        return (await listContentVersions(trx, compId, id)).map(({ id: versionId, createdAt, ...rest }) => ({
          ...{ versionId, createTime: formatTime(createdAt) },
          ...rest,
        }));
      });
    },
  };
}

function writeVerbs<S extends object>(of: ContentKind<S>) {
  const { kind, label } = of;
  const { missing, missingVersion, taken, locked, logRow } = rowsOf(of);
  return {
    async add({ ports, audit }: Deps, body: BodyOf<Api["add"]>, context: RequestContext) {
      const { name, remark = "", content } = body;
      const compId = compOf(context.caller, body.compId);
      const id = ports.random.id();
      const at = new Date(ports.clock.now());
      const summary = of.summaryOf(content);
      const by = context.caller.nickName;
      await unique(taken(), () =>
        ports.database.tenant(compId, async (trx) => {
          if ((await countContents(trx, compId, kind)) >= of.most)
            throw new AppError("refused", `最多${of.most}个${label}`);
          await of.check(trx, compId, undefined, summary);
          const row = { compId, id, kind, name, remark, version: 1, createdAt: at, updatedAt: at, updatedBy: by };
          await insertContent(trx, { ...row, summary: JSON.stringify(summary) });
          const first = { compId, id: ports.random.id(), contentId: id, version: 1, content };
          await insertContentVersion(trx, { ...first, createdAt: at, createdBy: by });
          const after = { name, remark, version: 1, ...of.logged(summary) };
          await audit.write(trx, context, { compId, object: kind, action: "add", id, name, after });
        }),
      );
      return { id };
    },

    async update(deps: Deps, body: BodyOf<Api["update"]>, context: RequestContext) {
      const { ports, audit } = deps;
      const { id, name, remark = "", content, note, version: seen } = body;
      const compId = compOf(context.caller, body.compId);
      return unique(taken(), () =>
        ports.database.tenant(compId, async (trx) => {
          const row = await locked(trx, compId, id);
          if (row.version !== seen)
            throw new AppError("conflict", `${label}已被${row.updatedBy || "他人"}修改，请刷新后再改`);
          const before = await newestVersion(trx, compId, id);
          if (before?.content !== content)
            return { version: await put(of, deps, context, trx, row, { name, remark, content, note, restores: 0 }) };
          const by = { updatedAt: new Date(ports.clock.now()), updatedBy: context.caller.nickName };
          await updateContent(trx, compId, id, { name, remark, ...by });
          const line = { compId, object: kind, action: "update", id, name };
          await audit.write(trx, context, { ...line, before: logRow(row), after: logRow({ ...row, name, remark }) });
          return { version: row.version };
        }),
      );
    },

    async rollback(deps: Deps, { id, versionId, note, ...body }: BodyOf<Api["rollback"]>, context: RequestContext) {
      const compId = compOf(context.caller, body.compId);
      return deps.ports.database.tenant(compId, async (trx) => {
        const row = await locked(trx, compId, id);
        const old = await findContentVersion(trx, compId, id, versionId);
        if (!old) throw missingVersion();
        if (old.version === row.version) throw new AppError("refused", "已经是当前版本");
        const { name, remark } = row;
        const made = { name, remark, content: old.content, note, restores: old.version };
        return { version: await put(of, deps, context, trx, row, made) };
      });
    },

    async remove({ ports, audit }: Deps, { ids, ...body }: BodyOf<Api["delete"]>, context: RequestContext) {
      const compId = compOf(context.caller, body.compId);
      return ports.database.tenant(compId, async (trx) => {
        let count = 0;
        for (const id of new Set(ids)) {
          const row = await lockContent(trx, compId, kind, id);
          if (!row) continue;
          await refuseUsedContent(trx, compId, label, row);
          await deleteContent(trx, compId, id);
          const line = { compId, object: kind, action: "delete", id, name: row.name };
          await audit.write(trx, context, { ...line, before: logRow(row) });
          count += 1;
        }
        if (count === 0) throw missing();
        return { count };
      });
    },
  };
}

export type ContentVerbs = Omit<ReturnType<typeof contentVerbs<object>>, "list">;

export const contentVerbs = <S extends object>(of: ContentKind<S>) => ({ ...readVerbs(of), ...writeVerbs(of) });
