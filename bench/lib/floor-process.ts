/** The process of bench/lib/floor.ts as its parent has it. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { News, Order } from "./floor.ts";

export interface Floor {
  order(order: Order): Promise<News>;
  close(): void;
}

export function openFloor(): Floor {
  const child = fork(join(import.meta.dirname, "floor.ts"), { execArgv: [] });
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`the telephones ended with ${code}`)));
  ended.catch(() => undefined);
  return {
    async order(order) {
      const news = once(child, "message");
      child.send(order);
      return ((await Promise.race([news, ended])) as [News])[0];
    },
    close: () => void child.kill(),
  };
}
