/** The Jobs port: pg-boss on the database. A job that throws is retried with back-off and then kept as failed. */
export interface Jobs {
  /** Registers the worker of a queue; data is JSON. */
  work<T extends object>(queue: string, run: (data: T) => Promise<void>): Promise<void>;
  /** `key`: at most one job of a queue with that key waits or runs. */
  send(queue: string, data: object, options?: { readonly key?: string; readonly afterMs?: number }): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}
