/** 接口配置: what an enterprise's outward interfaces are, a test of one, and the addresses operators allow it. */
import { AppError, type BodyOf, type ReplyOf, isOperator, formatTime } from "@liantai/api/contract";
import {
  interfaceLimits,
  maskedInput,
  type InterfaceEvent,
  type interfaceAllowanceApi,
  type interfaceConfigApi,
} from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { fieldRefusal, unique } from "../../http/refusals.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";

import { publish } from "../topics.ts";
import { isTarget } from "./guard.ts";
import { OutwardFailure, type Outward } from "./outward.ts";
import { bodyOf, fieldsOf, headersOf, sampleCall } from "./payload.ts";
import {
  deleteAllowances,
  deleteInterfaces,
  findCounted,
  findInterface,
  findInterfaceByName,
  insertAllowance,
  insertInterface,
  listAllowances,
  listInterfaces,
  updateInterface,
  type CountedInterface,
  type InterfaceRow,
} from "./repository.ts";
import { openSecrets, sealSecrets, typedSecrets } from "./secrets.ts";

type Api = typeof interfaceConfigApi;
type Allowances = typeof interfaceAllowanceApi;
type Typed = Omit<BodyOf<Api["add"]>, "compId">;

const nameTaken = () => fieldRefusal("name", "接口名称", "接口名称已存在");
const targetTaken = () => fieldRefusal("target", "主机或网段", "该主机或网段已在列表中");

const columns = (typed: Typed) => ({
  name: typed.name,
  events: [...new Set(typed.events)],
  url: typed.url,
  method: typed.method,
  signed: typed.signed,
  mapping: JSON.stringify(typed.mapping ?? []),
  timeoutS: typed.timeoutS,
  maxTries: typed.maxTries,
  sendFullNumbers: typed.sendFullNumbers,
  enabled: typed.enabled,
  remark: typed.remark ?? "",
});

/** Names of headers only: their values are credentials. */
const logged = (
  row: Pick<
    InterfaceRow,
    "name" | "events" | "url" | "method" | "signed" | "timeoutS" | "maxTries" | "sendFullNumbers" | "enabled" | "remark"
  > & { readonly mapping: unknown; readonly secret: string | null },
  headers: readonly { readonly name: string }[],
) => ({
  name: row.name,
  events: row.events,
  url: row.url,
  method: row.method,
  signed: row.signed,
  secret: row.secret,
  headers: headers.map(({ name }) => name),
  mapping: typeof row.mapping === "string" ? (JSON.parse(row.mapping) as unknown) : row.mapping,
  timeoutS: row.timeoutS,
  maxTries: row.maxTries,
  sendFullNumbers: row.sendFullNumbers,
  enabled: row.enabled,
  remark: row.remark,
});

export class InterfaceService {
  readonly #d: AdministrationDeps;
  readonly #outward: Outward;

  constructor(deps: AdministrationDeps, outward: Outward) {
    this.#d = deps;
    this.#outward = outward;
  }

  async list(body: BodyOf<Api["list"]>, { caller }: RequestContext): Promise<ReplyOf<Api["list"]>> {
    const compId = compOf(caller, body.compId);
    const { rows, total } = await this.#d.ports.database.tenant(compId, (trx) =>
      listInterfaces(trx, compId, body, body),
    );
    return { list: rows.map((row) => this.#present(row)), total, pageNo: body.pageNo, pageSize: body.pageSize };
  }

  async get(body: BodyOf<Api["get"]>, { caller }: RequestContext): Promise<ReplyOf<Api["get"]>> {
    const compId = compOf(caller, body.compId);
    const row = await this.#d.ports.database.tenant(compId, (trx) => findCounted(trx, compId, body.id));
    if (!row) throw new AppError("notFound");
    return this.#present(row);
  }

  async add(body: BodyOf<Api["add"]>, context: RequestContext) {
    const compId = compOf(context.caller, body.compId);
    const id = this.#d.ports.random.id();
    const secrets = typedSecrets(typed(body), undefined);
    const row = { compId, id, ...columns(body), ...sealSecrets(this.#d.sealer, compId, id, secrets) };
    await unique(nameTaken(), () =>
      this.#d.ports.database.tenant(compId, async (trx) => {
        if (await findInterfaceByName(trx, compId, body.name)) throw nameTaken();
        await insertInterface(trx, row);
        await this.#d.audit.write(trx, context, {
          compId,
          object: "interfaceConfig",
          action: "add",
          id,
          name: body.name,
          after: logged(row, secrets.headers),
        });
      }),
    );
    await publish(this.#d.ports.broker, "interfaces.changed", { compId });
    return { id };
  }

  async update(body: BodyOf<Api["update"]>, context: RequestContext) {
    const compId = compOf(context.caller, body.compId);
    await unique(nameTaken(), () =>
      this.#d.ports.database.tenant(compId, async (trx) => {
        const before = await findInterface(trx, compId, body.id);
        if (!before) throw new AppError("notFound");
        const same = await findInterfaceByName(trx, compId, body.name);
        if (same && same.id !== body.id) throw nameTaken();
        const kept = openSecrets(this.#d.sealer, before);
        const secrets = typedSecrets(typed(body), { ...kept, url: before.url });
        // Sealed anew only when it changed: two seals of one key differ, and the log would tell of a change.
        const sealed = sealSecrets(this.#d.sealer, compId, body.id, secrets);
        const set = {
          ...columns(body),
          headers: sealed.headers,
          secret: secrets.secret === kept.secret ? before.secret : sealed.secret,
        };
        await updateInterface(trx, compId, body.id, set);
        await this.#d.audit.write(trx, context, {
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
    await publish(this.#d.ports.broker, "interfaces.changed", { compId });
    return null;
  }

  async delete(body: BodyOf<Api["delete"]>, context: RequestContext) {
    const compId = compOf(context.caller, body.compId);
    const gone = await this.#d.ports.database.tenant(compId, async (trx) => {
      const rows = await deleteInterfaces(trx, compId, body.ids);
      if (rows.length === 0) throw new AppError("notFound");
      for (const row of rows)
        await this.#d.audit.write(trx, context, {
          compId,
          object: "interfaceConfig",
          action: "delete",
          id: row.id,
          name: row.name,
          before: { name: row.name, url: row.url },
        });
      return rows;
    });
    await publish(this.#d.ports.broker, "interfaces.changed", { compId });
    return { count: gone.length };
  }

  /** Really sends: what stands in the form, with a made-up call. */
  async test(body: BodyOf<Api["test"]>, context: RequestContext): Promise<ReplyOf<Api["test"]>> {
    const compId = compOf(context.caller, body.compId);
    const { clock, random, database } = this.#d.ports;
    const { stored, allowances } = await database.tenant(compId, async (trx) => {
      const row = body.id ? await findInterface(trx, compId, body.id) : undefined;
      if (body.id && !row) throw new AppError("notFound");
      await this.#d.audit.write(trx, context, {
        compId,
        object: "interfaceConfig",
        action: "test",
        id: body.id ?? "",
        name: body.name,
        after: { url: body.url },
      });
      return {
        stored: row && { ...openSecrets(this.#d.sealer, row), url: row.url },
        allowances: await listAllowances(trx, compId),
      };
    });
    const { secret, headers } = typedSecrets(typed(body), stored);
    const now = clock.now();
    const event = body.event as InterfaceEvent;
    const id = `test.${random.id()}`;
    const text = bodyOf(
      body.mapping ?? [],
      fieldsOf(
        { id, compId, event, eventAt: new Date(now), callId: "sample" },
        sampleCall(event, now),
        body.sendFullNumbers === 1,
      ),
    );
    const sent = headersOf(id, event, now, text, body.signed === 1 ? secret : undefined);
    const outcome = await this.#outward({
      url: body.url,
      method: body.method,
      headers: sent,
      ownHeaders: Object.fromEntries(headers.map((h) => [h.name, h.value])),
      body: text,
      timeoutMs: body.timeoutS * 1_000,
      allowances,
    }).then(
      ({ status, body: response, redirects }) => ({
        ok: status >= 200 && status < 300,
        status,
        response: response.slice(0, interfaceLimits.responseChars),
        error: status >= 200 && status < 300 ? null : `对方返回状态码${status}`,
        redirects: [...redirects],
      }),
      (error: unknown) => {
        if (!(error instanceof OutwardFailure)) throw error;
        return { ok: false, status: null, response: "", error: error.message, redirects: [...error.redirects] };
      },
    );
    const shown = [
      ...headers.map(({ name }) => ({ name, value: maskedInput })),
      ...Object.entries(sent).map(([name, value]) => ({ name, value })),
    ];
    return {
      ...outcome,
      ms: clock.now() - now,
      request: { method: body.method, url: body.url, headers: shown, body: text },
    };
  }

  async allowances(body: BodyOf<Allowances["list"]>, { caller }: RequestContext): Promise<ReplyOf<Allowances["list"]>> {
    const compId = compOf(caller, body.compId);
    const rows = await this.#d.ports.database.tenant(compId, (trx) => listAllowances(trx, compId));
    return rows.map((row) => ({
      id: row.id,
      target: row.target,
      ports: row.ports,
      remark: row.remark,
      createdBy: row.createdBy,
      createdAt: formatTime(row.createdAt),
    }));
  }

  async allow(body: BodyOf<Allowances["add"]>, context: RequestContext) {
    const compId = operatorsComp(context.caller, body.compId);
    const target = body.target.toLowerCase();
    if (!isTarget(target))
      throw fieldRefusal("target", "主机或网段", "请输入域名、IP地址或网段（如10.1.0.0/16，网段不能大于/8）");
    const { random, clock, database } = this.#d.ports;
    const row = {
      compId,
      id: random.id(),
      target,
      ports: (body.ports ?? "").replace(/\s/g, ""),
      remark: body.remark ?? "",
      createdBy: context.caller.nickName,
      createdAt: new Date(clock.now()),
    };
    await unique(targetTaken(), () =>
      database.tenant(compId, async (trx) => {
        if ((await listAllowances(trx, compId)).some((each) => each.target === target)) throw targetTaken();
        await insertAllowance(trx, row);
        await this.#d.audit.write(trx, context, {
          compId,
          object: "interfaceAllowance",
          action: "add",
          id: row.id,
          name: target,
          after: { target, ports: row.ports, remark: row.remark },
        });
      }),
    );
    return { id: row.id };
  }

  async disallow(body: BodyOf<Allowances["delete"]>, context: RequestContext) {
    const compId = operatorsComp(context.caller, body.compId);
    return this.#d.ports.database.tenant(compId, async (trx) => {
      const gone = await deleteAllowances(trx, compId, body.ids);
      if (gone.length === 0) throw new AppError("notFound");
      for (const row of gone)
        await this.#d.audit.write(trx, context, {
          compId,
          object: "interfaceAllowance",
          action: "delete",
          id: row.id,
          name: row.target,
          before: { target: row.target, ports: row.ports, remark: row.remark },
        });
      return { count: gone.length };
    });
  }

  #present(row: CountedInterface): ReplyOf<Api["get"]> {
    return {
      id: row.id,
      name: row.name,
      events: row.events as InterfaceEvent[],
      url: row.url,
      method: row.method,
      headers: openSecrets(this.#d.sealer, row).headers.map(({ name }) => ({ name, value: maskedInput })),
      signed: row.signed,
      hasSecret: row.secret !== null,
      mapping: row.mapping as ReplyOf<Api["get"]>["mapping"],
      timeoutS: row.timeoutS,
      maxTries: row.maxTries,
      sendFullNumbers: row.sendFullNumbers,
      enabled: row.enabled,
      remark: row.remark,
      waiting: Number(row.waiting),
      failed: Number(row.failed),
      lastDeliveredAt: row.lastDeliveredAt ? formatTime(row.lastDeliveredAt) : null,
    };
  }
}

/** yup's arrays may hold undefined by their types; the contract requires each. */
const typed = (body: Typed) => ({
  url: body.url,
  signed: body.signed,
  secret: body.secret,
  headers: (body.headers ?? []).map(({ name, value }) => ({ name, value })),
});

/** The enterprise for which an operator decides, from outside or from within; an enterprise never decides for itself. */
function operatorsComp(caller: Caller, named: string | undefined): string {
  const compId = compOf(caller, named);
  if (!isOperator(caller) && caller.entered !== true) throw new AppError("forbidden");
  return compId;
}
