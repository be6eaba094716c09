/** 发布密钥: made by operators who look after everything, shown once, kept as a hash; each publishes as who made it. */
import { createHash, timingSafeEqual } from "node:crypto";
import { AppError, dayMs, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { publishKeyApi } from "@liantai/api/contract/admin";
import type { Publishers } from "../../http/authority.ts";
import { installation, ownInstallation } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Doer } from "../audit/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import { findKey, insertKey, listKeys, revokeKey, useKey, type KeyRow } from "./repository.ts";

type Api = typeof publishKeyApi;

const shape = /^ltk\.([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;
const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();
/** Wrong keys a minute and address. */
const wrongPerMinute = 20;

const stateTexts = { expired: "密钥已到期", revoked: "密钥已停用" } as const;

/** What stands for the session of a request that came with a key. */
export const keySession = (id: string): string => `key:${id}`;
export const keyOfSession = (sessionId: string): string => sessionId.slice("key:".length);

export function createKeys({ ports, audit, auth }: AdministrationDeps) {
  const { database, clock, random, broker, logger } = ports;
  const now = (): Date => new Date(clock.now());
  const stateOf = (row: KeyRow): "valid" | "expired" | "revoked" =>
    row.revokedAt ? "revoked" : row.expiresAt.getTime() <= clock.now() ? "expired" : "valid";

  /** A use of a key that is known, in the operation log; the key itself stands nowhere. */
  const noted = (row: KeyRow, address: string, by: Doer["caller"], refused?: string): Promise<void> =>
    // system: keys are the installation's.
    database.system(async (trx) => {
      if (refused === undefined) await useKey(trx, row.id, now());
      await audit.write(
        trx,
        { caller: by, address, headers: {} },
        {
          compId: installation,
          object: "publishKey",
          action: refused === undefined ? "use" : "useRefused",
          id: row.id,
          name: row.name,
          ...(refused === undefined ? {} : { after: { reason: refused } }),
        },
      );
    });

  async function wrong(address: string, why: string, id: string | undefined): Promise<never> {
    logger.warn({ address, key: id, why }, "a publishing key was refused");
    await broker.increment(`publishKey:wrong:${address}`, 60_000);
    throw new AppError("badPublishKey");
  }

  const publishers: Publishers = {
    async resolve(given, address) {
      if (Number((await broker.get(`publishKey:wrong:${address}`)) ?? 0) >= wrongPerMinute)
        throw new AppError("tooMany");
      const [, id, secret] = shape.exec(given) ?? [];
      if (id === undefined || secret === undefined) return wrong(address, "shape", undefined);
      // system: keys are the installation's.
      const row = await database.system((trx) => findKey(trx, id));
      if (!row || !timingSafeEqual(Buffer.from(row.secretHash, "hex"), hashOf(secret)))
        return wrong(address, "unknown", undefined);
      const caller = await auth.superOperator(row.accountId, keySession(id));
      const state = stateOf(row);
      const may = caller && (caller.operator || caller.empower["version.release"] === true);
      if (state !== "valid" || !caller || !may) {
        const maker = caller ?? { userId: row.accountId, userName: "", nickName: row.createdBy };
        await noted(row, address, maker, state === "valid" ? "创建人已不能发布版本" : stateTexts[state]);
        return wrong(address, state === "valid" ? "its maker may not publish" : state, id);
      }
      await noted(row, address, caller);
      logger.info({ key: id, name: row.name, address, userName: caller.userName }, "a publishing key was used");
      return caller;
    },
  };

  return {
    publishers,

    async list(_body: BodyOf<Api["list"]>, { caller }: RequestContext): Promise<ReplyOf<Api["list"]>> {
      ownInstallation(caller);
      const rows = await database.system((trx) => listKeys(trx));
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        createdBy: row.createdBy,
        createdAt: formatTime(row.createdAt),
        expiresAt: formatTime(row.expiresAt),
        lastUsedAt: row.lastUsedAt && formatTime(row.lastUsedAt),
        state: stateOf(row),
        revokedAt: row.revokedAt && formatTime(row.revokedAt),
        uses: row.uses,
      }));
    },

    async add(body: BodyOf<Api["add"]>, context: RequestContext): Promise<ReplyOf<Api["add"]>> {
      ownInstallation(context.caller);
      const secret = random.token(32);
      const row = {
        id: random.id(),
        name: body.name,
        secretHash: hashOf(secret).toString("hex"),
        accountId: context.caller.userId,
        createdBy: context.caller.nickName,
        createdAt: now(),
        expiresAt: new Date(clock.now() + body.days * dayMs),
      };
      await database.system(async (trx) => {
        await insertKey(trx, row);
        await audit.write(trx, context, {
          compId: installation,
          object: "publishKey",
          action: "add",
          id: row.id,
          name: row.name,
          after: { name: row.name, expiresAt: formatTime(row.expiresAt) },
        });
      });
      return { id: row.id, secret: `ltk.${row.id}.${secret}`, expiresAt: formatTime(row.expiresAt) };
    },

    async revoke(body: BodyOf<Api["revoke"]>, context: RequestContext): Promise<null> {
      ownInstallation(context.caller);
      await database.system(async (trx) => {
        const row = await revokeKey(trx, body.id, context.caller.nickName, now());
        if (!row) throw new AppError("notFound");
        await audit.write(trx, context, {
          compId: installation,
          object: "publishKey",
          action: "revoke",
          id: row.id,
          name: row.name,
        });
      });
      return null;
    },
  };
}
