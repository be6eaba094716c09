/**
 * Calls cost what their access number costs a minute: booked when the record of a call stands, begun minutes whole. What was
 * missed (a process was gone) is found again; the key of a booking is the call, so nothing is booked twice.
 */
import { dayMs, minuteMs } from "@liantai/api/contract";
import type { Ports } from "../../../ports/index.ts";
import { subscribe } from "../../topics.ts";
import { charge } from "./ledger.ts";
import { unbilledCalls, type UnbilledCall } from "./repository.ts";

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

  const bill = async (calls: readonly UnbilledCall[]): Promise<void> => {
    for (const call of calls) {
      const minutes = Math.ceil(call.talkMs / minuteMs);
      await charge(ports, {
        compId: call.compId,
        amount: costOf(call.talkMs, call.priceMilli),
        key: `call/${call.callId}`,
        remark: `接入号 ${call.number} 通话 ${minutes} 分钟`,
      });
    }
  };
  // system: calls of every enterprise are billed, and tenants may not write to the ledger.
  const find = (only?: { readonly compId: string; readonly callId: string }) =>
    database.system((trx) => unbilledCalls(trx, new Date(clock.now() - backMs), batch, only));
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
