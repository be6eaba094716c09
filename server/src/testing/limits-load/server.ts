/** The whole server with as many open orders as it is told, each with a limit: node server.ts URL COUNT (bench/limits.ts). */
import { customerFormConfApi } from "@liantai/api/contract/workorder";
import { formStreamApi, nodeActions, workFlowApi, type NodeAction } from "@liantai/api/contract/work-orders";
import pg from "pg";
import type { Ports } from "../../ports/index.ts";
import { demoEnterprise } from "../../modules/system/index.ts";
import { openWhole } from "../whole/index.ts";

const [, , url = "", count = "0"] = process.argv;
const orders = Number(count);
const { compId } = demoEnterprise;
/** Whose orders they are: so many have each what one has. */
const seats = 200;
const seatOf = (n: string): string => `(30001 + ${n} % ${seats})::text`;

async function addSeats({ database, random, clock }: Ports): Promise<void> {
  await database.system(async (trx) => {
    const { id: roleId } = await trx
      .selectFrom("role")
      .select("id")
      .where("compId", "=", compId)
      .where("roleType", "=", 2)
      .executeTakeFirstOrThrow();
    const group = await trx
      .selectFrom("agent_group")
      .select("id")
      .where("compId", "=", compId)
      .executeTakeFirstOrThrow();
    const ids = Array.from({ length: seats }, (_, n) => String(30_001 + n));
    await trx
      .insertInto("seat")
      .values(
        ids.map((agentId) => ({
          ...{ compId, agentId, name: `坐席${agentId}`, terminalType: 2, isPopup: 1, isAutoAnswer: 0, callStyle: 0 },
          ...{ loginAgentState: 0, groupId: group.id, enabled: 1 },
        })),
      )
      .execute();
    await trx
      .insertInto("account")
      .values(
        ids.map((agentId) => ({
          ...{
            id: random.id(),
            compId,
            roleType: 2,
            account: agentId,
            userName: `${compId}-2-${agentId}`,
            agentId,
            roleId,
          },
          ...{ nickName: `坐席${agentId}`, passwordHash: "", passwordChangedAt: new Date(clock.now()), mustChange: 0 },
          ...{ groupId: group.id, enabled: 1, isHiddenNum: 0, isTabs: 1, empower: "null" },
        })),
      )
      .execute();
  });
}

const place = { x: 0, y: 0 };
const actions = Object.keys(nodeActions) as NodeAction[];
/** Given to one seat, who has an hour for it. */
const definition = {
  nodes: [
    { kind: "start", id: "start", name: "开始", ...place },
    {
      ...{ kind: "task", id: "work", name: "处理", ...place, actions, limit: { minutes: 60 } },
      handler: { by: "seat", agentIds: ["30001"] },
    },
    { kind: "end", id: "end", name: "结束", ...place },
  ],
  edges: [
    { id: "1", from: "start", to: "work" },
    { id: "2", from: "work", to: "end" },
  ],
} as const;

const whole = await openWhole(url, addSeats);
const token = await whole.tokenOf(1, "admin");
const seatToken = await whole.tokenOf(2, "1001");
const client = new pg.Client({ connectionString: url });
await client.connect();

async function post(path: string, body: object, by = token): Promise<Record<string, string>> {
  const reply = await fetch(`${whole.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${by}` },
    body: JSON.stringify(body),
  });
  const { code, msg, data } = (await reply.json()) as { code: number; msg: string; data: Record<string, string> };
  if (code !== 1) throw new Error(`${path}: ${msg}`);
  return data;
}

/** Rows of one order as often as orders are wanted; what differs says `set`, with `n` as which one. */
async function multiply(table: string, where: string, set: Readonly<Record<string, string>>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER' order by ordinal_position",
    [table],
  );
  const columns = rows.map(({ name }) => name);
  await client.query(
    `insert into ${table} (${columns.map((name) => `"${name}"`).join(", ")})
     select ${columns.map((name) => set[name] ?? `x."${name}"`).join(", ")}
     from ${table} x, generate_series(1, ${orders}) n where ${where}`,
  );
}

async function fill(): Promise<void> {
  const { id: formId } = await post(customerFormConfApi.add.path, {
    ...{ name: "限时工单", formType: "workOrder" },
    fields: [{ type: "input", name: "address", label: "地址", query: true }],
  });
  const { id: flowId } = await post(workFlowApi.add.path, { name: "限时", formId, definition });
  await post(workFlowApi.publish.path, { id: flowId });
  const made = { flowId, title: "宽带报障", values: { address: "人民路" }, submit: true };
  const { id } = await post(formStreamApi.create.path, made, seatToken);
  const { rows } = await client.query<{ record_id: string }>("select record_id from work_order where id = $1", [id]);
  const recordId = rows[0]!.record_id;
  const [order, record, code] = ["'o' || n", "'q' || n", "'GDB' || n"];
  await multiply("form_record", `x.id = '${recordId}'`, { id: record, order_id: order });
  await multiply("form_term", `x.record_id = '${recordId}'`, { record_id: record });
  await multiply("work_order", `x.id = '${id}'`, {
    ...{ id: order, record_id: record, work_code: code, holder: seatOf("n") },
    body: `jsonb_set(jsonb_set(jsonb_set(x.body, '{id}', to_jsonb(${order})), '{workCode}', to_jsonb(${code})),
      '{phase,holder}', to_jsonb(${seatOf("n")}))`,
  });
  await multiply("event", `x.stream = 'order' and x.stream_id = '${id}'`, { stream_id: order });
  await multiply("order_party", `x.order_id = '${id}'`, {
    ...{ order_id: order, agent_id: seatOf("n") },
  });
  await multiply("order_timer", `x.order_id = '${id}'`, { order_id: order });
  await client.query("vacuum analyze");
  await client.query("checkpoint");
}

export interface LimitsNews {
  readonly url: string;
  readonly token: string;
}

await fill();
process.send?.({ url: whole.url, token } satisfies LimitsNews);
process.on("disconnect", () => process.exit(0));
