/** 发布密钥: made by operators who look after everything, shown once, kept as a hash; each publishes as who made it. */
import { AppError, dayMs, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { publishKeyApi } from "@liantai/api/contract/admin";
import { installation, ownInstallation } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createPublishers, hashOf, keyState } from "./publishers.ts";
import { insertKey, listKeys, revokeKey } from "./repository.ts";

type Api = typeof publishKeyApi;

export function createKeys(deps: AdministrationDeps) {
  const {
    ports: { database, clock, random },
    audit,
  } = deps;
  const now = (): Date => new Date(clock.now());

  return {
    publishers: createPublishers(deps),

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
        state: keyState(row, clock),
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
