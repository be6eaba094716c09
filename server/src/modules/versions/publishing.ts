/** Taking in a version that another machine built. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { appTitle, beforeSignIn, type appVersionApi } from "@liantai/api/contract/admin";
import { installation } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { RequestContext, UploadedFile } from "../../http/routes.ts";
import { announce, chosen, give, mismatchRefusal, nowOf, scopeOf, type Scope, type VersionDeps } from "./give.ts";
import { keyOfSession } from "./publishers.ts";
import { checkPack, parseContents } from "./pack.ts";
import { builtInVersion, mismatchesOf } from "./releases.ts";
import { deleteOldVersions, findKey, findVersion, insertVersion, lockApp } from "./repository.ts";

type Api = typeof appVersionApi;

/** Versions an app keeps beside those that somebody has. */
const kept = 20;

/** The same version again keeps its first row: it is the same content. */
async function store(
  deps: VersionDeps,
  file: UploadedFile,
  context: RequestContext,
  scope: Scope,
  row: Omit<Parameters<typeof insertVersion>[1], "blobKey">,
) {
  const { blobs, database } = deps.ports;
  const blobKey = `bundles/${row.app}/${row.version}-${file.sha256.slice(0, 16)}.pack`;
  const { former, enterprises, total, old } = await database.system(async (trx) => {
    await lockApp(trx, row.app);
    const there = await findVersion(trx, row.app, row.version);
    if (!there) await insertVersion(trx, { ...row, blobKey });
    const version = there ?? (await findVersion(trx, row.app, row.version))!;
    const given = await give(deps, trx, context, version, scope, "publish");
    const gone = await deleteOldVersions(trx, row.app, kept);
    // Last, so that a refusal leaves nothing behind, and under the lock, so that no other upload takes it for its own.
    if (!there) await blobs.adopt(blobKey, file.path);
    return { ...given, old: gone };
  });
  for (const key of old) await blobs.delete(key);
  return { before: former, enterprises, total };
}

async function take(deps: VersionDeps, body: BodyOf<Api["publish"]>, context: RequestContext, keyName: string) {
  const { app, version } = body;
  const compIds = chosen(body.compIds?.split(","));
  if (compIds.some((compId) => !/^[0-9A-Za-z]{6}$/.test(compId)))
    throw fieldRefusal("compIds", "企业", "企业编号为6位字母或数字");
  if (body.scope !== "all" && beforeSignIn.includes(app))
    throw fieldRefusal("scope", "发布范围", `「${appTitle(app)}」在登录之前使用，只能发布给全部企业`);
  const [file, ...others] = context.files;
  if (!file || others.length > 0) throw fieldRefusal("files", "文件", "请上传一个文件");
  const imports = deps.builtIn();
  const builtIn = builtInVersion(imports, app);
  if (builtIn === "") throw new AppError("refused", `服务器上没有「${appTitle(app)}」`);
  if (builtIn === version) throw new AppError("refused", `${version}就是服务器内置的版本，不用发布`);
  const contents = await checkPack(file, await parseContents(body.contents), { app, version });
  const mismatches = mismatchesOf(contents.shared, imports);
  if (mismatches.length > 0) throw mismatchRefusal(app, mismatches);
  const reply = await store(deps, file, context, scopeOf({ ...body, compIds }), {
    app,
    version,
    note: body.note ?? "",
    bytes: file.bytes,
    contents: JSON.stringify(contents),
    publishedBy: context.caller.nickName,
    keyName,
    publishedAt: nowOf(deps),
  });
  await announce(deps, app);
  return { version, bytes: file.bytes, ...reply };
}

/** With a key. A refusal stands in the log like a success: every use of a key does. */
export async function takeIn(
  deps: VersionDeps,
  body: BodyOf<Api["publish"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["publish"]>> {
  const key = await deps.ports.database.system((trx) => findKey(trx, keyOfSession(context.caller.sessionId)));
  if (!key) throw new AppError("badPublishKey");
  try {
    return await take(deps, body, context, key.name);
  } catch (error) {
    const reason = error instanceof AppError ? error.message : "服务器出错";
    await deps.ports.database.system((trx) =>
      deps.audit.write(trx, context, {
        compId: installation,
        object: "appVersion",
        action: "publishRefused",
        id: `${body.app}/${body.version}`,
        name: appTitle(body.app),
        after: { version: body.version, key: key.name, reason: reason.slice(0, 500) },
      }),
    );
    throw error;
  }
}
