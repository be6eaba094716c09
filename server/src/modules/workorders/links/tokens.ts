/** Tokens of customers' links: looked up by their hash, so that a copy of the database opens none. */
import { hash } from "node:crypto";
import { AppError, hourMs } from "@liantai/api/contract";
import { networkOf } from "../../../http/address.ts";
import type { Ports } from "../../../ports/index.ts";
import { liveLink } from "./repository.ts";

export const hashOf = (token: string): string => hash("sha256", token, "hex");

/** The same for whatever does not hold: never made, over, taken back, of an enterprise out of service. */
const unknown = () => new AppError("notFound", "链接无效或已过期");

/** Of one address in an hour. */
const wrongPerHour = 30;
/** Of one link in a minute: what is asked or done, and how often its form is looked at while somebody types. */
const perMinute = { asked: 30, typed: 120 } as const;

export async function openLink(
  { database, broker, clock }: Pick<Ports, "database" | "broker" | "clock">,
  token: string,
  address: string,
  what: keyof typeof perMinute = "asked",
) {
  const [wrong, tokenHash] = [`customer-link:wrong:${networkOf(address)}`, hashOf(token)];
  if (Number((await broker.get(wrong)) ?? 0) >= wrongPerHour) throw new AppError("tooMany");
  if ((await broker.increment(`customer-link:${what}:${tokenHash}`, 60_000)) > perMinute[what])
    throw new AppError("tooMany");
  // system: whose it is is what the token says.
  const link = await database.system((trx) => liveLink(trx, tokenHash, new Date(clock.now())));
  if (link) return link;
  await broker.increment(wrong, hourMs);
  throw unknown();
}

export type OpenLink = Awaited<ReturnType<typeof openLink>>;
export { unknown as unknownLink };
