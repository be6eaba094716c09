/** Interfaces are added, changed, deleted. */
import { writeDeleted } from "../audit/index.ts";
import { AppError, type BodyOf } from "@liantai/api/contract";
import { compOf } from "../../http/company.ts";
import { checkReceiver } from "../../http/hidden-number.ts";
import { unique } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import { publish } from "../topics.ts";
import {
  deleteInterfaces,
  findInterface,
  findInterfaceByName,
  flowsAsking,
  insertInterface,
  updateInterface,
} from "./repository.ts";
import { openSecrets, sealSecrets, typedSecrets } from "./secrets.ts";
import { type InterfaceDeps, type Api, nameTaken, columns, logged, typed } from "./rows.ts";

export async function add(deps: InterfaceDeps, body: BodyOf<Api["add"]>, context: RequestContext) {
  const compId = compOf(context.caller, body.compId);
  checkReceiver(context.caller, body, undefined);
  const id = deps.ports.random.id();
  const secrets = typedSecrets(typed(body), undefined);
  const row = { compId, id, ...columns(body), ...sealSecrets(deps.sealer, compId, id, secrets) };
  await unique(nameTaken(), () =>
    deps.ports.database.tenant(compId, async (trx) => {
      if (await findInterfaceByName(trx, compId, body.name)) throw nameTaken();
      await insertInterface(trx, row);
      await deps.audit.write(trx, context, {
        compId,
        object: "interfaceConfig",
        action: "add",
        id,
        name: body.name,
        after: logged(row, secrets.headers),
      });
    }),
  );
  await publish(deps.ports.broker, "interfaces.changed", { compId });
  return { id };
}

export async function update(deps: InterfaceDeps, body: BodyOf<Api["update"]>, context: RequestContext) {
  const compId = compOf(context.caller, body.compId);
  await unique(nameTaken(), () =>
    deps.ports.database.tenant(compId, async (trx) => {
      const before = await findInterface(trx, compId, body.id);
      if (!before) throw new AppError("notFound");
      const same = await findInterfaceByName(trx, compId, body.name);
      if (same && same.id !== body.id) throw nameTaken();
      checkReceiver(context.caller, body, before);
      const kept = openSecrets(deps.sealer, before);
      const secrets = typedSecrets(typed(body), { ...kept, url: before.url });
      // Sealed anew only when it changed: two seals of one key differ, and the log would tell of a change.
      const sealed = sealSecrets(deps.sealer, compId, body.id, secrets);
      const set = {
        ...columns(body),
        headers: sealed.headers,
        secret: secrets.secret === kept.secret ? before.secret : sealed.secret,
      };
      await updateInterface(trx, compId, body.id, set);
      await deps.audit.write(trx, context, {
        compId,
        object: "interfaceConfig",
        action: "update",
        id: body.id,
        name: body.name,
        before: logged(before, kept.headers),
        after: logged(set, secrets.headers),
      });
    }),
  );
  await publish(deps.ports.broker, "interfaces.changed", { compId });
  return null;
}

export async function remove(deps: InterfaceDeps, body: BodyOf<Api["delete"]>, context: RequestContext) {
  const compId = compOf(context.caller, body.compId);
  const gone = await deps.ports.database.tenant(compId, async (trx) => {
    const uses = await flowsAsking(trx, compId, body.ids);
    const [first] = uses;
    if (first) {
      const flows = uses
        .filter(({ interfaceId }) => interfaceId === first.interfaceId)
        .map(({ flow }) => `流程「${flow}」`);
      throw new AppError("refused", `接口「${first.interfaceName}」正在使用，不能删除：${flows.join("、")}`);
    }
    const rows = await deleteInterfaces(trx, compId, body.ids);
    if (rows.length === 0) throw new AppError("notFound");
    await writeDeleted(deps.audit, trx, context, { compId, object: "interfaceConfig" }, rows, (row) => ({
      id: row.id,
      name: row.name,
      before: { name: row.name, url: row.url },
    }));
    return rows;
  });
  await publish(deps.ports.broker, "interfaces.changed", { compId });
  return { count: gone.length };
}
