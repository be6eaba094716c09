/**
 * Calls cost what their access number costs a minute, and so does each further line to the outside that a consultation, a transfer
 * or a conference used: booked when the record of a call stands, begun minutes whole. What was
 * missed (a process was gone) is found again; the key of a booking is the call, so nothing is booked twice.
 */
import { dayMs, minuteMs } from "@liantai/api/contract";
import type { Ports } from "../../../ports/index.ts";
import { subscribe } from "../../topics.ts";
import { charge } from "./ledger.ts";
import { unbilledCalls, unbilledLines, type UnbilledCall, type UnbilledLine } from "./repository.ts";

const sweepMs = 10 * minuteMs;
/** How far back a missed call is looked for. */
const backMs = 2 * dayMs;
const batch = 500;

/** In 1/10000 yuan; price in 1/1000 yuan a minute. */
export const costOf = (talkMs: number, priceMilli: number): bigint =>
  BigInt(Math.ceil(talkMs / minuteMs)) * BigInt(priceMilli) * 10n;

export function createCallBilling(ports: Pick<Ports, "database" | "broker" | "clock" | "random" | "logger">) {
  const { database, broker, clock, logger } = ports;
  let ending: (() => void | Promise<void>)[] = [];

  const bill = async (lines: readonly (UnbilledCall | UnbilledLine)[]): Promise<void> => {
    for (const line of lines) {
      const { compId, callId, number, talkMs, priceMilli } = line;
      const quantity = Math.ceil(talkMs / minuteMs);
      const further = "party" in line;
      await charge(ports, {
        compId,
        amount: costOf(talkMs, priceMilli),
        key: further ? `call/${callId}/${line.party}` : `call/${callId}`,
        remark: `接入号 ${number} ${further ? "咨询、转接或会议外线" : ""}通话 ${quantity} 分钟`,
        usage: { contactId: callId, quantity, unitPriceMilli: priceMilli, number },
      });
    }
  };
  // system: calls of every enterprise are billed, and tenants may not write to the ledger.
  const find = (only?: { readonly compId: string; readonly callId: string }) =>
    database.system(async (trx) => {
      const since = new Date(clock.now() - backMs);
      return [...(await unbilledCalls(trx, since, batch, only)), ...(await unbilledLines(trx, since, batch, only))];
    });
  const late = (error: unknown): void => logger.error({ error }, "calls were not billed; they are tried again");
  const sweep = async (): Promise<void> => {
    for (;;) {
      const calls = await find();
      await bill(calls);
      if (calls.length < batch) return;
    }
  };

  return {
    sweep,
    async start(): Promise<void> {
      const timer = clock.every(sweepMs, () => void sweep().catch(late));
      ending = [
        () => timer.cancel(),
        await subscribe(
          broker,
          "call.recorded",
          ({ compId, callId }) => void find({ compId, callId }).then(bill).catch(late),
        ),
      ];
      sweep().catch(late);
    },
    async stop(): Promise<void> {
      for (const end of ending.splice(0)) await end();
    },
  };
}
