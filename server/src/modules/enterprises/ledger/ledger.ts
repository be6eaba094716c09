/**
 * The one way money moves: an entry, the balance after it and the arrears flag in one transaction, under the lock of the
 * enterprise's balance row. A key that comes again is the entry it made the first time, so nothing is lost or doubled however
 * often a reply goes missing.
 */
import { AppError, texts } from "@liantai/api/contract";
import { formatMoney, type LedgerKind } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import type { Ports } from "../../../ports/index.ts";
import { publish } from "../../topics.ts";
import { findArrears, findBalance, findEntry, insertEntry, lockBalance, setForbidden } from "./repository.ts";

/** What a call's entry is for. */
export interface Usage {
  readonly contactId: string;
  /** Begun minutes. */
  readonly quantity: number;
  readonly unitPriceMilli: number;
  /** The access number whose line it was. */
  readonly number: string;
}

export interface Posting {
  readonly compId: string;
  readonly kind: LedgerKind;
  /** Signed, in 1/10000 yuan: consumption is negative. Not 0. */
  readonly amount: bigint;
  /** Names the business that is booked, once an enterprise: a form's key, 'call/ID'. */
  readonly key: string;
  readonly operatorId: string;
  readonly operatorName: string;
  readonly remark?: string | undefined;
  readonly usage?: Usage;
}

export interface Posted {
  readonly id: string;
  readonly balance: bigint;
  /** 0: in arrears. */
  readonly forbidden: 0 | 1;
  /** The key had been booked before; nothing was done. */
  readonly repeated: boolean;
  /** The arrears flag turned. */
  readonly turned: boolean;
}

const same = (entry: { readonly kind: string; readonly amount: string | number | bigint }, { kind, amount }: Posting) =>
  entry.kind === kind && BigInt(entry.amount) === amount;

/** In a transaction that sees the enterprise and may write (system). Throws AppError 'conflict' when the key stands for something else. */
export async function post(
  trx: Trx,
  { clock, random }: Pick<Ports, "clock" | "random">,
  posting: Posting,
): Promise<Posted> {
  const { compId } = posting;
  const row = await lockBalance(trx, compId);
  const before = await findEntry(trx, compId, posting.key);
  if (before) {
    if (!same(before, posting)) throw new AppError("conflict", "该业务编号已用于另一笔记录，请刷新后重试");
    return {
      id: before.id,
      balance: BigInt(row.balance),
      forbidden: await flagOf(trx, compId),
      repeated: true,
      turned: false,
    };
  }
  const balance = BigInt(row.balance) + posting.amount;
  const id = random.id();
  await insertEntry(trx, {
    compId,
    id,
    seq: row.entries + 1,
    kind: posting.kind,
    amount: String(posting.amount),
    balanceAfter: String(balance),
    idempotencyKey: posting.key,
    operatorId: posting.operatorId,
    operatorName: posting.operatorName,
    remark: posting.remark ?? "",
    at: new Date(clock.now()),
    ...posting.usage,
  });
  const turned = await judgeArrears(trx, compId);
  return { id, balance, forbidden: await flagOf(trx, compId), repeated: false, turned };
}

const flagOf = async (trx: Trx, compId: string): Promise<0 | 1> =>
  (await findArrears(trx, compId))?.forbidden === 0 ? 0 : 1;

/**
 * Sets the arrears flag by balance and credit; whether it turned. An enterprise whose ledger is empty is not charged for
 * anything yet and so not in arrears.
 */
export async function judgeArrears(trx: Trx, compId: string): Promise<boolean> {
  const row = await lockBalance(trx, compId);
  const enterprise = await findArrears(trx, compId);
  const owes = row.entries > 0 && BigInt(row.balance) <= -BigInt(row.creditLimit) && enterprise?.isWhite !== 1;
  return setForbidden(trx, compId, owes ? 0 : 1);
}

/** Once the transaction is over: the engine hears of it, and the people of the enterprise. */
export async function announceArrears(
  { broker }: Pick<Ports, "broker">,
  compId: string,
  forbidden: 0 | 1,
): Promise<void> {
  await publish(broker, "enterprise.changed", { compId });
  const message =
    forbidden === 0
      ? ({ text: texts.arrears, level: "error" } as const)
      : ({ text: "企业账户已恢复正常。", level: "success" } as const);
  await publish(broker, "message.send", {
    to: { compId },
    message: { type: "msgNotify", id: "arrears", title: "账户提醒", ...message },
  });
}

/** Books what an enterprise used (a call, a message): `amount` in 1/10000 yuan, positive. Idempotent by `key`. */
export async function charge(
  ports: Pick<Ports, "database" | "broker" | "clock" | "random">,
  used: {
    readonly compId: string;
    readonly amount: bigint;
    readonly key: string;
    readonly remark?: string;
    readonly usage?: Usage;
  },
): Promise<Posted> {
  if (used.amount <= 0n) throw new RangeError("a charge is more than nothing");
  // system: the engine books for every enterprise, and tenants may not write to the ledger.
  const posted = await ports.database.system((trx) =>
    post(trx, ports, {
      compId: used.compId,
      kind: "consumption",
      amount: -used.amount,
      key: used.key,
      operatorId: "",
      operatorName: "系统",
      remark: used.remark,
      ...(used.usage ? { usage: used.usage } : {}),
    }),
  );
  if (posted.turned) await announceArrears(ports, used.compId, posted.forbidden);
  return posted;
}

/** Whether new calls of the enterprise are refused for its debts. */
export const isInArrears = async (trx: Trx, compId: string): Promise<boolean> =>
  (await findArrears(trx, compId))?.forbidden === 0;

/** Yuan, 4 decimals, as the list of enterprises shows it. Needs no lock: for showing only. */
export async function balanceOf(
  trx: Trx,
  compId: string,
): Promise<{ readonly balance: string; readonly arrears: boolean }> {
  return {
    balance: formatMoney((await findBalance(trx, compId))?.balance ?? 0n),
    arrears: await isInArrears(trx, compId),
  };
}
