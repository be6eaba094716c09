/** /healthz, /readyz and /metrics. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "@liantai/api/contract";
import type { Broker } from "../ports/broker.ts";
import type { Database } from "../ports/database.ts";
import type { Switch } from "../ports/switch.ts";
import { isForwarded, isNear, type AddressSet } from "./address.ts";
import type { Metrics } from "./metrics.ts";

export interface WatchOptions {
  readonly database: Database;
  readonly broker: Broker;
  readonly switch: Switch;
  readonly metrics: Metrics;
  readonly proxies: AddressSet;
  readonly metricsToken: string | undefined;
  /** False while starting and from the moment a stop was asked. */
  ready(): boolean;
  /** False while room on the disk is scarce. */
  enoughRoom(): boolean;
  /** False while recordings and files cannot be kept where they belong. */
  blobsUp(): boolean;
  /** The call engine runs in this process. */
  leads(): boolean;
}

const checkMs = 2_000;

async function answers(check: () => Promise<unknown> | unknown): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), checkMs);
  });
  try {
    return await Promise.race([
      Promise.resolve()
        .then(check)
        .then(
          () => true,
          () => false,
        ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Figures are for whoever has the token; without one, for the machine's own network. A proxy on this machine makes the world
 * look near: what an unnamed proxy passes on is refused.
 */
function mayRead(request: FastifyRequest, { proxies, metricsToken }: WatchOptions): boolean {
  if (metricsToken !== undefined) {
    const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
    return timingSafeEqual(hash(request.headers.authorization ?? ""), hash(`Bearer ${metricsToken}`));
  }
  const known = proxies.has(request.socket.remoteAddress ?? "");
  return (known || !isForwarded(request.headers)) && isNear(request.ip);
}

export function registerWatch(app: FastifyInstance, options: WatchOptions): void {
  const { database, broker, switch: telephony, metrics, ready, enoughRoom, blobsUp, leads } = options;
  app.get("/healthz", { exposeHeadRoute: false }, async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "ok" }),
  );

  app.get("/readyz", { exposeHeadRoute: false }, async (_request, reply) => {
    const [databaseUp, brokerUp, switchUp] = await Promise.all([
      answers(() => database.ping()),
      answers(() => broker.get("readyz")),
      answers(() => {
        if (!telephony.available()) throw new Error("the switch cannot be reached");
      }),
    ]);
    const up = ready() && databaseUp && brokerUp && switchUp;
    return reply
      .code(up ? 200 : 503)
      .header("cache-control", "no-store")
      .send({
        // Degraded is still served: calls go on, and a load balancer must not end them for want of room or of a store.
        status: !up ? "unavailable" : enoughRoom() && blobsUp() ? "ready" : "degraded",
        started: ready(),
        database: databaseUp,
        broker: brokerUp,
        switch: switchUp,
        disk: enoughRoom(),
        blobs: blobsUp(),
        // Another process leads, or none: no fault of this one.
        leads: leads(),
      });
  });

  const { stats } = telephony;
  const figures = stats.bind(telephony);
  metrics.gauge({ name: "switch_legs", help: "Legs the switch holds", value: () => figures().legs });
  metrics.gauge({ name: "switch_registered", help: "SIP users registered", value: () => figures().registered });
  metrics.gauge({ name: "switch_workers", help: "Media threads", value: () => figures().workers });
  metrics.gauge({
    name: "switch_frame_lateness_p99_ms",
    help: "p99 of how late a 20 ms frame left, last 10 s",
    value: () => figures().frameLatenessP99Ms,
  });

  app.get("/metrics", { exposeHeadRoute: false }, async (request, reply) => {
    if (!mayRead(request, options)) throw new AppError("forbidden");
    return reply
      .header("cache-control", "no-store")
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}
