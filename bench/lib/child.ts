/** A process beside the bench that is told what to do and answers each order with one message. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface Child<Order, News> {
  order(order: Order): Promise<News>;
  close(): void;
}

/** `file`: of this folder. */
export function openChild<Order extends object, News>(file: string): Child<Order, News> {
  const child = fork(join(import.meta.dirname, file), { execArgv: [] });
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`)));
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
