/** Very many limits of orders that run out within a minute, and the API meanwhile (bench/limits.ts). */
import { fork } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { minuteMs, secondMs } from "@liantai/api/contract";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import pg from "pg";
import { p95Of } from "../list-load/turns.ts";
import type { LimitsNews } from "./server.ts";

export interface LimitFigures {
  readonly idleP95Ms: number;
  /** From the first limit that runs out to the end of the minute. */
  readonly busyP95Ms: number;
  readonly firedInTime: number;
  /** From the first limit until the last was fired. */
  readonly seconds: number;
  /** Orders with more or less than one event of it. */
  readonly wrong: number;
  /** Reminders of them: how many there are, and how many of them nobody had been told of yet when the last limit was fired. */
  readonly reminders: number;
  readonly untold: number;
}

const idleMs = 15 * secondMs;
/** Every process asks the database this often at the latest. */
const aheadMs = 12 * secondMs;
const askEveryMs = 50;
const longestMs = 20 * minuteMs;

/** An order is asked for, and a page of them, in turns and whether the one before is answered or not; ms each. */
async function ask({ url, token }: LimitsNews, orders: number, until: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  const once = async (n: number): Promise<void> => {
    const [path, body] =
      n % 2 === 0
        ? [formStreamApi.find.path, { id: `o${1 + ((n * 7_919) % orders)}` }]
        : [formStreamApi.list.path, { pageNo: 1, pageSize: 20, scope: "all" }];
    const began = performance.now();
    const reply = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    if (!text.startsWith('{"code":1,')) throw new Error(text.slice(0, 200));
    times.push(performance.now() - began);
  };
  for (let n = 0; !until(); n += 1) {
    asked.push(once(n));
    await pause(askEveryMs);
  }
  await Promise.all(asked);
  return times;
}

/** `url`: of an empty PostgreSQL database; withinMs: of the first limit that runs out to the last. */
export async function measureLimits(url: string, orders: number, withinMs = minuteMs): Promise<LimitFigures> {
  const child = fork(fileURLToPath(new URL("./server.ts", import.meta.url)), [url, String(orders)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const client = new pg.Client({ connectionString: url });
  try {
    const news = await new Promise<LimitsNews>((resolve, reject) => {
      child.once("message", (message) => resolve(message as LimitsNews));
      child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
    await client.connect();
    const left = async (): Promise<number> =>
      Number(
        (await client.query("select count(*) as n from order_timer where order_id like 'o%' and name = 'node'")).rows[0]
          .n,
      );
    const end = performance.now() + idleMs;
    const idle = await ask(news, orders, () => performance.now() > end);
    const first = Date.now() + aheadMs;
    await client.query(
      `update order_timer set due_at = $1::timestamptz + substr(order_id, 2)::int * interval '1 ms' * $2::float8
       where order_id like 'o%' and order_id <> 'o' and name = 'node'`,
      [new Date(first), withinMs / orders],
    );
    await client.query("vacuum analyze order_timer");
    await pause(first - Date.now());
    const busy = await ask(news, orders, () => Date.now() > first + withinMs);
    const firedInTime = orders - (await left());
    while ((await left()) > 0 && Date.now() < first + longestMs) await pause(askEveryMs);
    const seconds = (Date.now() - first) / secondMs;
    const made = await client.query<{ reminders: string; untold: string }>(
      "select count(*) as reminders, count(tell_at) as untold from reminder where subject like 'order/o%'",
    );
    const { rows } = await client.query<{ n: string }>(
      `select count(*) as n from (
         select o.id, count(e.seq) as fired from work_order o
         left join event e on e.comp_id = o.comp_id and e.stream = 'order' and e.stream_id = o.id and e.type = 'timedOut'
         where o.id like 'o%' group by o.id having count(e.seq) <> 1) as odd`,
    );
    return {
      ...{ idleP95Ms: p95Of(idle), busyP95Ms: p95Of(busy), firedInTime, seconds, wrong: Number(rows[0]?.n) },
      ...{ reminders: Number(made.rows[0]?.reminders), untold: Number(made.rows[0]?.untold) },
    };
  } finally {
    await client.end();
    child.disconnect();
  }
}
