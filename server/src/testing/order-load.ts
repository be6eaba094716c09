/**
 * Orders of four tasks on PostgreSQL, step by step, each step a transaction: the product's own, and the same rows written by plain
 * statements (bench/order-steps.ts). Without HTTP and without the checks of fields: the machine, what it reads and all that it writes.
 */
import { randomUUID } from "node:crypto";
import { nodeActions, type FlowDefinition, type NodeAction } from "@liantai/api/contract/work-orders";
import pg from "pg";
import { createSystemClock, createSystemRandom } from "../adapters/embedded/clock/index.ts";
import { createPostgresDatabase } from "../adapters/production/database/index.ts";
import type { RequestContext } from "../http/routes.ts";
import { isRefused } from "../modules/auth/index.ts";
import { demoEnterprise } from "../modules/system/index.ts";
import { lockOrder } from "../modules/workorders/orders/repository.ts";
import { makeOrder, takeStep } from "../modules/workorders/orders/step.ts";
import { openFloor, recordsOf } from "../modules/workorders/testing/floor.ts";
import { reminded } from "../modules/workorders/tickets.ts";
import { openOffice } from "./office.ts";

const { compId } = demoEnterprise;
const place = { x: 0, y: 0 };
const actions = Object.keys(nodeActions) as NodeAction[];
const seats = ["1001", "1002", "1003", "1004"] as const;

const definition: FlowDefinition = {
  nodes: [
    { kind: "start", id: "start", name: "开始", ...place },
    ...seats.map((agentId, n) => ({
      ...({ kind: "task", id: `t${n}`, name: `处理${n + 1}`, ...place, actions } as const),
      handler: { by: "seat", agentIds: [agentId] } as const,
    })),
    { kind: "end", id: "end", name: "结束", ...place },
  ],
  edges: ["start", "t0", "t1", "t2", "t3"].map((from, n) => ({
    ...{ id: String(n), from, to: n === 4 ? "end" : `t${n}` },
  })),
};

export interface OrderLoad {
  /** Made, submitted and approved four times. */
  walk(): Promise<void>;
  /** The same rows, in as many transactions. */
  bare(): Promise<void>;
  close(): Promise<void>;
}

/** `url`: of an empty PostgreSQL database. */
export async function openOrderLoad(url: string): Promise<OrderLoad> {
  const database = createPostgresDatabase({ url });
  await database.migrate();
  const office = await openOffice({ database, random: createSystemRandom(createSystemClock()) });
  const floor = await openFloor(office);
  const flowId = await floor.flow("四步", definition);
  const records = recordsOf(office);
  const deps = { ports: office.ports, records, tickets: reminded };
  const caller = await office.composition.auth.sessions.resolve(office.administrator.token);
  if (isRefused(caller)) throw new Error("nobody is signed in");
  const context: RequestContext = {
    caller,
    address: "",
    device: "",
    requestId: "",
    origin: "",
    files: [],
    headers: {},
  };
  const values = { address: "人民路", level: "普通" };
  const prepared = await records.prepare(context, compId, floor.formId, values);
  const client = new pg.Client({ connectionString: url });
  await client.connect();

  async function walk(): Promise<string> {
    const creator = "1001";
    const { id } = await database.tenant(compId, async (trx) => {
      const made = await makeOrder(
        trx,
        deps,
        { compId, flowId, title: "宽带报障", priority: 3, creator, parentId: "" },
        (ref) => records.create(trx, { ...ref, source: "manual", callId: null, parentId: null }, prepared, context),
      );
      return takeStep(trx, deps, made, { input: { type: "submit" }, actor: { id: creator, supervises: false } });
    });
    let state = "";
    for (const by of seats)
      ({ state } = await database.tenant(compId, async (trx) => {
        const row = await lockOrder(trx, compId, id);
        if (!row) throw new Error("the order is gone");
        return takeStep(trx, deps, row, { input: { type: "approve" }, actor: { id: by, supervises: false } });
      }));
    if (state !== "done") throw new Error(`the order is ${state}`);
    return id;
  }

  const bare = await bareOf(client, await walk());
  return {
    walk: async () => void (await walk()),
    bare,
    async close() {
      await client.end();
      await office.close();
      await database.close();
    },
  };
}

type Row = Readonly<Record<string, unknown>>;
const json = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value;

/**
 * What a walk left, written again under other ids by plain statements: in the first step all that a new order is, then four times what a
 * step changes.
 */
async function bareOf(client: pg.Client, id: string): Promise<() => Promise<void>> {
  const of = async (table: string, where: string): Promise<Row[]> =>
    (await client.query<Row>(`select * from ${table} where ${where}`)).rows;
  const [order] = await of("work_order", `id = '${id}'`);
  const recordId = String(order!["record_id"]);
  const record = await of("form_record", `id = '${recordId}'`);
  const terms = await of("form_term", `record_id = '${recordId}'`);
  const logs = await of("operation_log", `object_id = '${recordId}'`);
  const events = (await of("event", `stream = 'order' and stream_id = '${id}'`)).sort(
    (a, b) => Number(a["seq"]) - Number(b["seq"]),
  );
  const parties = await of("order_party", `order_id = '${id}'`);
  const reminders = await of("reminder", `subject = 'order/${id}'`);
  const changes = await of("record_change", `record_id = '${recordId}'`);
  const steps = 1 + seats.length;
  /** So many of each step. */
  const part = (rows: readonly Row[], step: number): readonly Row[] =>
    rows.filter((_, at) => Math.floor((at * steps) / rows.length) === step);
  let made = 0;

  async function insert(table: string, rows: readonly Row[], set: Row): Promise<void> {
    if (rows.length === 0) return;
    const columns = Object.keys(rows[0]!);
    const lists = rows.map((_, n) => `(${columns.map((_name, at) => `$${n * columns.length + at + 1}`).join(",")})`);
    await client.query({
      name: `${table}-${rows.length}`,
      text: `insert into ${table} (${columns.map((name) => `"${name}"`).join(",")}) values ${lists.join(",")}`,
      values: rows.flatMap((row) =>
        columns.map((name) => json(name in set && row[name] !== null ? set[name] : row[name])),
      ),
    });
  }

  return async () => {
    made += 1;
    const [orderId, newRecord] = [randomUUID(), randomUUID()];
    for (let step = 0; step < steps; step += 1) {
      await client.query("begin");
      if (step === 0) {
        await insert("form_record", record, { id: newRecord, order_id: orderId });
        await insert("form_term", terms, { record_id: newRecord });
        await insert("work_order", [order!], { id: orderId, record_id: newRecord, work_code: `B${made}` });
        for (const log of logs) await insert("operation_log", [log], { id: randomUUID(), object_id: newRecord });
        await insert("record_change", changes, { record_id: newRecord });
      } else {
        await client.query({
          name: "lock",
          text: "select * from work_order where comp_id = $1 and id = $2 for update",
          values: [compId, orderId],
        });
        await client.query({
          name: "step",
          text: `update work_order set state = $3, node_id = $4, node_name = $5, holder = $6, seq = $7, state_at = $8, body = $9,
            updated_at = $8 where comp_id = $1 and id = $2`,
          values: [
            ...[compId, orderId, order!["state"], order!["node_id"], order!["node_name"], seats[step - 1]],
            ...[Number(order!["seq"]) + step, new Date(), JSON.stringify(order!["body"])],
          ],
        });
      }
      await insert("event", part(events, step), { stream_id: orderId });
      await client.query({
        name: "parties",
        text: "delete from order_party where comp_id = $1 and order_id = $2 and part in ('now', 'pool')",
        values: [compId, orderId],
      });
      await insert("order_party", part(parties, step), { order_id: orderId });
      for (const row of part(reminders, step))
        await insert("reminder", [row], { key: `${String(row["key"])}/${made}`, subject: `order/${orderId}` });
      await client.query("commit");
    }
  };
}
