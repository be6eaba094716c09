/**
 * Deliveries: rows that the log's own transaction wrote (migration 012), sent by jobs. A try is counted before it is made, so
 * that a process which dies in it neither tries for ever nor forgets; what it sent comes again under the same
 * Idempotency-Key. One job an interface at a time keeps the order of its events while nothing fails.
 */
import { AppError, type BodyOf, type ReplyOf, dayMs, formatTime, minuteMs, parseTime } from "@liantai/api/contract";
import { interfaceLimits, type interfaceDeliveryApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { hidesNumbers, maskNumbers } from "../../http/privacy.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Timer } from "../../ports/clock.ts";
import type { AdministrationDeps } from "../deps.ts";

import { publish, subscribe } from "../topics.ts";
import { dueInterfaces } from "./due-repository.ts";
import { OutwardFailure, type Outward } from "./outward.ts";
import { bodyOf, fieldsOf, headersOf, recordBodyOf } from "./payload.ts";
import {
  anyWork,
  deleteOldDeliveries,
  findCall,
  findInterface,
  listAllowances,
  listDeliveries,
  lockDue,
  requeue,
  updateDelivery,
  type DeliveryRow,
  type InterfaceRow,
} from "./repository.ts";
import type { Allowance } from "./guard.ts";
import { openSecrets } from "./secrets.ts";

type Api = typeof interfaceDeliveryApi;
interface Work {
  readonly compId: string;
  readonly interfaceId: string;
}
interface Claim {
  readonly delivery: DeliveryRow;
  readonly to: InterfaceRow;
  readonly body: string;
  readonly allowances: readonly Allowance[];
}

/** Interfaces are spread over so many queues: a slow one holds up its lane, not all. */
const lanes = 4;
const laneOf = (id: string): number => [...id].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 9_973, 7) % lanes;
export const deliveryQueue = (interfaceId: string): string => `interface-delivery-${laneOf(interfaceId)}`;

const sweepMs = 1_000;
const purgeMs = 10 * minuteMs;
/** After the n-th failed try, ms: 1, 2, 4, … minutes. */
export const backOffMs = (attempts: number): number =>
  interfaceLimits.firstRetryMinutes * minuteMs * 2 ** (attempts - 1);
/** Of an enterprise so many interfaces stand in the queues at once: others are next to them, not behind all of them. */
const fair = { each: 2 * lanes, limit: 500 } as const;
/** A job makes way for others of its lane after so many deliveries or so long, ms. */
const turn = { deliveries: 50, ms: 20_000 } as const;

export class Deliveries {
  readonly #d: AdministrationDeps;
  readonly #outward: Outward;
  #sweeping: Timer | undefined;
  #purged = 0;
  #closing: (() => Promise<void>)[] = [];

  constructor(deps: AdministrationDeps, outward: Outward) {
    this.#d = deps;
    this.#outward = outward;
  }

  async start(): Promise<void> {
    const { jobs, broker } = this.#d.ports;
    for (let lane = 0; lane < lanes; lane += 1)
      await jobs.work<Work>(`interface-delivery-${lane}`, (work) => this.#turn(work));
    this.#closing = [await subscribe(broker, "interfaces.changed", () => void this.#look())];
    await this.#look();
  }

  async stop(): Promise<void> {
    this.#sweeping?.cancel();
    for (const close of this.#closing.splice(0)) await close();
  }

  /** Sweeps only where there is something to deliver: most installations have no interface. */
  async #look(): Promise<void> {
    const { database, clock, logger } = this.#d.ports;
    try {
      // system: interfaces of every enterprise are delivered by whichever process is there.
      const any = await database.system(anyWork);
      if (any)
        this.#sweeping ??= clock.every(
          sweepMs,
          () => void this.#sweep().catch((error: unknown) => logger.warn({ error }, "deliveries not looked for")),
        );
      else {
        this.#sweeping?.cancel();
        this.#sweeping = undefined;
      }
    } catch (error) {
      logger.warn({ error }, "interfaces not looked for");
    }
  }

  async #sweep(): Promise<void> {
    const { database, clock, jobs } = this.#d.ports;
    const now = clock.now();
    // system: as above.
    const due = await database.system((trx) => dueInterfaces(trx, new Date(now), fair));
    for (const { compId, interfaceId } of due)
      await jobs.send(deliveryQueue(interfaceId), { compId, interfaceId } satisfies Work, {
        key: `${compId}/${interfaceId}`,
      });
    if (now - this.#purged < purgeMs) return;
    this.#purged = now;
    await database.system((trx) => deleteOldDeliveries(trx, new Date(now - interfaceLimits.keepDays * dayMs), 10_000));
  }

  /** What is due of one interface, in order, until it is done, fails to connect, or others wait. */
  async #turn({ compId, interfaceId }: Work): Promise<void> {
    const { clock } = this.#d.ports;
    const began = clock.now();
    for (let n = 0; n < turn.deliveries && clock.now() - began < turn.ms; n += 1) {
      const claim = await this.#claim(compId, interfaceId);
      if (claim === undefined) return;
      if (claim !== "settled" && !(await this.#deliver(claim))) return;
    }
  }

  /** Counts the try; 'settled': there was one that is not sent any more. */
  #claim(compId: string, interfaceId: string): Promise<Claim | "settled" | undefined> {
    const now = this.#d.ports.clock.now();
    return this.#d.ports.database.tenant(compId, async (trx) => {
      const delivery = await lockDue(trx, compId, interfaceId, new Date(now));
      if (!delivery) return undefined;
      const to = await findInterface(trx, compId, interfaceId);
      const over =
        !to || to.enabled !== 1
          ? "接口已停用"
          : delivery.attempts >= to.maxTries
            ? "推送过程被中断，已达最多尝试次数"
            : undefined;
      if (!to || over !== undefined) {
        await updateDelivery(trx, compId, delivery.id, { state: "failed", nextTryAt: null, error: over ?? "" });
        return "settled";
      }
      const occurrence = {
        id: delivery.id,
        interfaceId,
        compId,
        event: delivery.event,
        eventAt: delivery.eventAt,
        callId: delivery.callId,
        secureToken: delivery.secureToken,
        secureDigits: delivery.secureDigits,
      };
      const full = to.sendFullNumbers === 1;
      const call = delivery.callId === "" ? undefined : await findCall(trx, compId, delivery.callId);
      const fields = fieldsOf(occurrence, call, full);
      // Made once: every try sends the same.
      const body =
        delivery.body ??
        (delivery.payload ? recordBodyOf(to.mapping, fields, delivery.payload, full) : bodyOf(to.mapping, fields));
      const attempts = delivery.attempts + 1;
      await updateDelivery(trx, compId, delivery.id, {
        body,
        attempts,
        triedAt: new Date(now),
        nextTryAt: new Date(now + backOffMs(attempts)),
      });
      return { delivery: { ...delivery, attempts }, to, body, allowances: await listAllowances(trx, compId) };
    });
  }

  /** False: there was no reply, so the next would hardly get one. */
  async #deliver({ delivery, to, body, allowances }: Claim): Promise<boolean> {
    const { clock, database } = this.#d.ports;
    const began = clock.now();
    const { secret, headers } = openSecrets(this.#d.sealer, to);
    const outcome = await this.#outward({
      url: to.url,
      method: to.method,
      headers: headersOf(delivery.id, delivery.event, began, body, to.signed === 1 ? secret : undefined),
      ownHeaders: Object.fromEntries(headers.map((h) => [h.name, h.value])),
      body,
      timeoutMs: to.timeoutS * 1_000,
      allowances,
    }).catch((error: unknown) => {
      if (error instanceof OutwardFailure) return error;
      throw error;
    });
    const replied = !(outcome instanceof OutwardFailure);
    const delivered = replied && outcome.status >= 200 && outcome.status < 300;
    const last = delivery.attempts >= to.maxTries;
    await database.tenant(to.compId, (trx) =>
      updateDelivery(trx, to.compId, delivery.id, {
        state: delivered ? "delivered" : last ? "failed" : "waiting",
        ...(delivered || last ? { nextTryAt: null } : {}),
        ms: clock.now() - began,
        status: replied ? outcome.status : null,
        error: delivered ? "" : replied ? `对方返回状态码${outcome.status}` : outcome.message,
        response: replied ? outcome.body.replaceAll("\0", "").slice(0, interfaceLimits.responseChars) : "",
      }),
    );
    return replied || outcome.refused;
  }

  async list(body: BodyOf<Api["list"]>, { caller }: RequestContext): Promise<ReplyOf<Api["list"]>> {
    const compId = compOf(caller, body.compId);
    const to = body.endTime ? parseTime(body.endTime) : undefined;
    const filter = {
      interfaceId: body.interfaceId,
      state: body.state,
      event: body.event,
      callId: body.callId,
      from: body.startTime ? parseTime(body.startTime) : undefined,
      to: to && new Date(to.getTime() + 1_000),
    };
    const { rows, total } = await this.#d.ports.database.tenant(compId, (trx) =>
      listDeliveries(trx, compId, filter, body),
    );
    const hide = hidesNumbers(caller);
    const shown = (text: string): string => (hide ? maskNumbers(text) : text);
    return {
      list: rows.map((row) => ({
        id: row.id,
        interfaceId: row.interfaceId,
        interfaceName: row.interfaceName ?? "",
        event: row.event,
        callId: row.callId,
        state: row.state,
        attempts: row.attempts,
        createdAt: formatTime(row.eventAt),
        triedAt: row.triedAt && formatTime(row.triedAt),
        nextTryAt: row.nextTryAt && formatTime(row.nextTryAt),
        status: row.status,
        ms: row.ms,
        error: row.error,
        response: shown(row.response),
        body: shown(row.body ?? ""),
      })),
      total,
      pageNo: body.pageNo,
      pageSize: body.pageSize,
    };
  }

  async retry(body: BodyOf<Api["retry"]>, context: RequestContext) {
    const compId = compOf(context.caller, body.compId);
    const { database, clock, broker } = this.#d.ports;
    const count = await database.tenant(compId, async (trx) => {
      const rows = await requeue(trx, compId, body.ids, new Date(clock.now()));
      if (rows.length === 0) throw new AppError("refused", "所选记录都已送达，不需要重新推送");
      for (const row of rows)
        await this.#d.audit.write(trx, context, {
          compId,
          object: "interfaceDelivery",
          action: "retry",
          id: row.id,
          name: row.callId,
        });
      return rows.length;
    });
    await publish(broker, "interfaces.changed", { compId });
    return { count };
  }
}
