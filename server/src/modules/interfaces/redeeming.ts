/** 安全输入 is fetched: by a system of the enterprise that proves an interface's key, once, and every use of one stands in the log. */
import { timingSafeEqual } from "node:crypto";
import { AppError, formatTime, minuteMs, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { secureEntryApi } from "@liantai/api/contract/admin";
import { networkOf } from "../../http/address.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { SecureEntries } from "../secure-entries/index.ts";
import { signatureOf } from "./payload.ts";
import { findInterface, type InterfaceRow } from "./repository.ts";
import type { InterfaceDeps } from "./rows.ts";
import { openSecrets } from "./secrets.ts";

type Api = typeof secureEntryApi;
type Body = BodyOf<Api["redeem"]>;

/** Wrong keys a minute and address. */
const wrongPerMinute = 20;
/** By how much the two clocks may differ. */
const skewMs = 5 * minuteMs;

export interface RedeemingDeps extends InterfaceDeps {
  readonly secureEntries: Pick<SecureEntries, "take">;
}

function proves(
  { sealer }: RedeemingDeps,
  row: InterfaceRow | undefined,
  { timestamp, token, signature }: Body,
): boolean {
  const secret = row?.enabled === 1 && row.signed === 1 ? openSecrets(sealer, row).secret : undefined;
  const right = Buffer.from(signatureOf(secret ?? "", timestamp, token));
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right) && secret !== undefined;
}

export async function redeem(
  deps: RedeemingDeps,
  body: Body,
  { address, headers }: Pick<RequestContext, "address" | "headers">,
): Promise<ReplyOf<Api["redeem"]>> {
  const { database, broker, clock } = deps.ports;
  const { compId, interfaceId, token } = body;
  const wrong = `secureEntry:wrong:${networkOf(address)}`;
  if (Number((await broker.get(wrong)) ?? 0) >= wrongPerMinute) throw new AppError("tooMany");
  const refuse = async (): Promise<never> => {
    await broker.increment(wrong, minuteMs);
    throw new AppError("badInterfaceKey");
  };
  if (Math.abs(clock.now() - Number(body.timestamp) * 1_000) > skewMs) return refuse();
  const found = await database.tenant(compId, async (trx) => {
    const row = await findInterface(trx, compId, interfaceId);
    if (!row || !proves(deps, row, body)) return "wrong";
    const entry = await deps.secureEntries.take(trx, compId, token);
    await deps.audit.write(
      trx,
      { address, headers, caller: { userId: row.id, userName: row.name, nickName: row.name } },
      {
        compId,
        object: "secureEntry",
        action: entry ? "redeem" : "redeemRefused",
        id: entry?.callId ?? interfaceId,
        name: entry?.callId ?? row.name,
        ...(entry ? { after: { agentId: entry.agentId, digits: entry.digits.length } } : {}),
      },
    );
    return entry;
  });
  if (found === "wrong") return refuse();
  if (!found) throw new AppError("notFound", "凭据无效、已使用或已过期");
  const { callId, agentId, name, digits, enteredAt } = found;
  return { callId, agentId, name, digits, enteredAt: formatTime(enteredAt) };
}
