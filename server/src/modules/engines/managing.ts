/** 引擎管理: engines of the installation, and what a look at one finds. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { providerOf, voicesIn, type engineApi } from "@liantai/api/contract/flow-editor";
import { ownInstallation } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { EngineVoice } from "../../ports/speech.ts";
import { crudService } from "../crud/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import { openEngine, sealedKey } from "./keys.ts";
import { engineStore, type EngineRow, type ListedEngine, type NewEngine } from "./repository.ts";

type Body = BodyOf<typeof engineApi.add>;
type Deps = Pick<AdministrationDeps, "ports" | "audit" | "sealer">;

/** Throws AppError for what may not be so. */
function toRow({ sealer }: Deps, body: Body, before: EngineRow | undefined): NewEngine {
  const { kind, builtIn, folder } = providerOf(body.provider);
  if (!before && builtIn) throw fieldRefusal("provider", "类型", "内置引擎不能新增");
  if (before && before.provider !== body.provider)
    throw fieldRefusal("provider", "类型", "引擎类型不能修改，请另外新增");
  if (builtIn && body.enabled !== 1) throw fieldRefusal("enabled", "启用", "内置引擎不能停用");
  if (folder && body.key) throw fieldRefusal("key", "密钥", "模型文件夹没有密钥");
  const address = body.address ?? "";
  const here = builtIn || folder === true;
  return {
    name: body.name,
    kind,
    provider: body.provider,
    address,
    allowsPrivate: here ? 0 : (body.allowsPrivate ?? 0),
    keySealed: here ? "" : sealedKey(sealer, { name: body.name, address, key: body.key }, before),
    voices: JSON.stringify(builtIn ? [] : voicesIn(body.voices ?? "")),
    concurrency: body.concurrency,
    timeoutMs: body.timeoutMs,
    enabled: body.enabled,
    remark: body.remark ?? "",
  };
}

const present =
  (builtInVoices: readonly EngineVoice[]) =>
  (row: ListedEngine): ReplyOf<typeof engineApi.list>["list"][number] => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    provider: row.provider,
    builtIn: providerOf(row.provider).builtIn,
    address: row.address,
    allowsPrivate: row.allowsPrivate,
    hasKey: row.keySealed !== "",
    voices: voicesOf(row, builtInVoices),
    concurrency: row.concurrency,
    timeoutMs: row.timeoutMs,
    enabled: row.enabled,
    remark: row.remark,
    enterprises: Number(row.enterprises ?? 0),
  });

/** What it can speak with. */
export const voicesOf = (
  { provider, voices }: Pick<EngineRow, "provider" | "voices">,
  builtInVoices: readonly EngineVoice[],
): EngineVoice[] => (provider === "espeak" ? [...builtInVoices] : voices.map((name) => ({ name, label: name })));

const service = (deps: Deps, builtInVoices: readonly EngineVoice[]) =>
  crudService({
    deps,
    object: "engine",
    scope: "installation",
    store: engineStore,
    toRow: (_trx, body: Body, before: EngineRow | undefined) => toRow(deps, body, before),
    present: present(builtInVoices),
    key: { path: "name", label: "引擎名称", of: (row) => row.name },
  });

/** Asks the engine itself, outside of any transaction. */
async function test(deps: Deps, { id }: BodyOf<typeof engineApi.test>, context: RequestContext) {
  ownInstallation(context.caller);
  const { ports, sealer, audit } = deps;
  // system: engines belong to the installation.
  const row = await ports.database.system(async (trx) => {
    const found = await engineStore.find(trx, "", id);
    if (!found) throw new AppError("notFound");
    await audit.write(trx, context, {
      compId: ownInstallation(context.caller),
      object: "engine",
      action: "test",
      id,
      name: found.name,
    });
    return found;
  });
  const { ok, ms, text, wav, reason } = await ports.speech.test(openEngine(sealer, row));
  return { ok, ms, text, wav: wav ? Buffer.from(wav).toString("base64") : null, reason };
}

export const createManaging = (deps: Deps) => ({
  list: async (body: BodyOf<typeof engineApi.list>, context: RequestContext) =>
    service(deps, await deps.ports.speech.voices()).list(body, context),
  add: (body: Body, context: RequestContext) => service(deps, []).add(body, context),
  update: (body: BodyOf<typeof engineApi.update>, context: RequestContext) => service(deps, []).update(body, context),
  delete: (body: BodyOf<typeof engineApi.delete>, context: RequestContext) => service(deps, []).delete(body, context),
  test: (body: BodyOf<typeof engineApi.test>, context: RequestContext) => test(deps, body, context),
});
