/** Who publishes with a key: it is looked up, judged, and every use of a known one stands in the operation log (H5). */
import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "@liantai/api/contract";
import { networkOf } from "../../http/address.ts";
import type { Publishers } from "../../http/authority.ts";
import { installation } from "../../http/company.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Doer } from "../audit/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import { findKey, useKey, type KeyRow } from "./repository.ts";

const shape = /^ltk\.([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;
export const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();
/** Wrong keys a minute and address. */
const wrongPerMinute = 20;

const stateTexts = { expired: "密钥已到期", revoked: "密钥已停用" } as const;

/** What stands for the session of a request that came with a key. */
const keySession = (id: string): string => `key:${id}`;
export const keyOfSession = (sessionId: string): string => sessionId.slice("key:".length);

export const keyState = (row: KeyRow, { now }: Pick<Clock, "now">): "valid" | "expired" | "revoked" =>
  row.revokedAt ? "revoked" : row.expiresAt.getTime() <= now() ? "expired" : "valid";

export function createPublishers({
  ports,
  audit,
  auth,
}: Pick<AdministrationDeps, "ports" | "audit" | "auth">): Publishers {
  const { database, clock, broker, logger } = ports;

  /** A use of a key that is known, in the operation log; the key itself stands nowhere. */
  const noted = (row: KeyRow, address: string, by: Doer["caller"], refused?: string): Promise<void> =>
    // system: keys are the installation's.
    database.system(async (trx) => {
      if (refused === undefined) await useKey(trx, row.id, new Date(clock.now()));
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
    await broker.increment(`publishKey:wrong:${networkOf(address)}`, 60_000);
    throw new AppError("badPublishKey");
  }

  return {
    async resolve(given, address) {
      if (Number((await broker.get(`publishKey:wrong:${networkOf(address)}`)) ?? 0) >= wrongPerMinute)
        throw new AppError("tooMany");
      const [, id, secret] = shape.exec(given) ?? [];
      if (id === undefined || secret === undefined) return wrong(address, "shape", undefined);
      // system: keys are the installation's.
      const row = await database.system((trx) => findKey(trx, id));
      if (!row || !timingSafeEqual(Buffer.from(row.secretHash, "hex"), hashOf(secret)))
        return wrong(address, "unknown", undefined);
      const caller = await auth.superOperator(row.accountId, keySession(id));
      const state = keyState(row, clock);
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
}
