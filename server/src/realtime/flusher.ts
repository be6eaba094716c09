/**
 * When wires are flushed: once a turn of the event loop. A lone message leaves in the turn it came; when messages come
 * faster than turns, one write carries several. The busier the process, the larger the batches.
 */
export interface Flusher {
  /** To be called for everything that got something to send; each is flushed once. */
  touch(item: { flush(): void }): void;
}

export function createFlusher(soon: (run: () => void) => unknown = setImmediate): Flusher {
  let waiting = new Set<{ flush(): void }>();
  const run = () => {
    const items = waiting;
    waiting = new Set();
    for (const item of items) item.flush();
  };
  return {
    touch(item) {
      if (waiting.size === 0) soon(run);
      waiting.add(item);
    },
  };
}
