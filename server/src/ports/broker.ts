/**
 * The Broker port: what processes of one installation share beside the database. Embedded: in the process. Production:
 * Redis 7. Contract suite: broker.contract.ts.
 */
export interface Broker {
  /**
   * To every subscriber in every process, this one included; at most once, in order per publisher. JSON values. What cannot be sent is
   * lost like what nobody hears, and never rejects: it was written before it was told, and whoever keeps it looks again by himself.
   */
  publish(topic: string, message: unknown): Promise<void>;
  /** Resolves when the subscription is in force; the returned function ends it. */
  subscribe(topic: string, handler: (message: unknown) => void): Promise<() => Promise<void>>;

  /** Key-value with expiry, for tickets, image codes, counters. */
  set(key: string, value: string, ttlMs: number): Promise<void>;
  get(key: string): Promise<string | undefined>;
  /** Reads and deletes in one step: of two takers exactly one gets it. */
  take(key: string): Promise<string | undefined>;
  /** Adds one and returns the new count; the expiry is set by the first. */
  increment(key: string, ttlMs: number): Promise<number>;
  delete(key: string): Promise<void>;

  /** Answers requests on a topic (one server a topic in the installation; the newest wins). */
  serve(topic: string, handler: (request: unknown) => Promise<unknown>): Promise<() => Promise<void>>;
  /**
   * Rejects with BrokerError 'nobody' when nobody serves, 'failed' with the handler's message, 'timeout' after timeoutMs, or as soon
   * as the process that has it in hand is known to be gone.
   */
  request(topic: string, request: unknown, timeoutMs: number): Promise<unknown>;

  readonly kind: "process" | "redis";
  close(): Promise<void>;
}

export class BrokerError extends Error {
  readonly code: "nobody" | "timeout" | "failed";
  constructor(code: BrokerError["code"], message: string) {
    super(message);
    this.name = "BrokerError";
    this.code = code;
  }
}
