/**
 * Calls cost what their access number costs a minute, and so does each further line to the outside that a consultation, a transfer
 * or a conference used: booked when the record of a call stands, begun minutes whole. A call that a dialling task placed costs from the
 * customer's answer, whoever had him then (an agent, a flow, a robot), and is booked as its attempt says. What was missed (a process was
 * gone) is found again; the key of a booking is the call, or the attempt, so nothing is booked twice.
 */
import { dayMs, minuteMs } from "@liantai/api/contract";
import type { Ports } from "../../../ports/index.ts";
import { subscribe } from "../../topics.ts";
import { charge } from "./ledger.ts";
import {
  unbilledAttempts,
  unbilledCalls,
  unbilledLines,
  type UnbilledAttempt,
  type UnbilledCall,
  type UnbilledLine,
} from "./repository.ts";

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

  const bill = async (lines: readonly (UnbilledCall | UnbilledLine | UnbilledAttempt)[]): Promise<void> => {
    for (const line of lines) {
      if ("attemptId" in line) {
        const { compId, callId, attemptId, number, cost, quantity, priceMilli } = line;
        await charge(ports, {
          compId,
          amount: BigInt(cost) * 10n,
          key: `attempt/${attemptId}`,
          remark: `外显号码 ${number} 外呼任务通话 ${quantity} 分钟`,
          usage: { contactId: callId, quantity, unitPriceMilli: priceMilli, number },
        });
        continue;
      }
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
      return [
        ...(await unbilledCalls(trx, since, batch, only)),
        ...(await unbilledLines(trx, since, batch, only)),
        ...(await unbilledAttempts(trx, since, batch, only)),
      ];
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
      const one = (call: { readonly compId: string; readonly callId: string }) =>
        void find(call).then(bill).catch(late);
      ending = [
        () => timer.cancel(),
        await subscribe(broker, "attempt.ended", one),
        await subscribe(broker, "call.recorded", one),
      ];
      sweep().catch(late);
    },
    async stop(): Promise<void> {
      for (const end of ending.splice(0)) await end();
    },
  };
}
