/** Two connections to Redis: one that asks, one that listens. */
import { Redis } from "ioredis";

export interface Connections {
  readonly commands: Redis;
  readonly listening: Redis;
}

/** Rejects when Redis cannot be reached. Lost later, it reconnects and subscribes again by itself. */
export async function connect(url: string, onError: (error: unknown) => void): Promise<Connections> {
  let reached = false;
  const retryStrategy = (times: number): number | null => (reached ? Math.min(times * 200, 3_000) : null);
  const commands = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 2,
    connectTimeout: 5_000,
    disconnectTimeout: 500,
    retryStrategy,
  });
  const listening = commands.duplicate();
  let refusal: unknown;
  const failed = (error: unknown): void => {
    if (reached) onError(error);
    else refusal ??= error;
  };
  for (const connection of [commands, listening]) connection.on("error", failed);
  try {
    await commands.connect();
    await listening.connect();
    reached = true;
  } catch (error) {
    commands.disconnect();
    listening.disconnect();
    // ioredis says only that the connection is closed; why, it said to the listener.
    throw refusal ?? error;
  }
  return { commands, listening };
}
