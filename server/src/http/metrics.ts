/** Prometheus figures of one app; a registry of its own, because tests make several. */
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** A figure a module shows, read when /metrics is asked. */
export interface GaugeSource {
  readonly name: string;
  readonly help: string;
  value(): number | Promise<number>;
}

export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  gauge(source: GaugeSource): void;
  httpRequest(route: string, method: string, status: number, seconds: number): void;
  close(): void;
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics(): Metrics {
  const registry = new Registry();
  let watching = false;
  /**
   * Process, memory, garbage collection and event loop lag, from the first reading on: a loop whose lag is measured wakes a hundred
   * times a second, which is 5 ms of CPU.
   */
  const watchProcess = (): void => {
    if (watching) return;
    watching = true;
    collectDefaultMetrics({ register: registry });
  };
  const requests = new Histogram({
    name: "liantai_http_request_duration_seconds",
    help: "HTTP requests by route, method and status",
    labelNames: ["route", "method", "status"],
    buckets,
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    text() {
      watchProcess();
      return registry.metrics();
    },
    gauge(source) {
      const gauge: Gauge = new Gauge({
        name: `liantai_${source.name}`,
        help: source.help,
        registers: [registry],
        async collect() {
          gauge.set(await source.value());
        },
      });
    },
    httpRequest: (route, method, status, seconds) => requests.observe({ route, method, status }, seconds),
    close: () => registry.clear(),
  };
}
