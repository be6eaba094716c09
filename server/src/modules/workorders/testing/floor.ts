/** An office with a published flow and everybody signed in, for the tests of orders. */
import type { ReplyOf } from "@liantai/api/contract";
import {
  formStreamApi,
  nodeActions,
  workFlowApi,
  type FlowDefinition,
  type FlowNode,
  type HandlerRule,
  type NodeAction,
  type OrderCommandType,
  type OrderValues,
  type TaskNode,
} from "@liantai/api/contract/work-orders";
import { customerFormConfApi } from "@liantai/api/contract/workorder";
import type { FormField } from "@liantai/api/forms";
import { openOffice, type Office, type Person } from "../../../testing/office.ts";
import { createAudit } from "../../audit/index.ts";
import { createFilesModule } from "../../files/index.ts";
import type { Ports } from "../../../ports/index.ts";
import { createEngineClient } from "../../telephony/index.ts";
import { createForms, type OrderRecords } from "../../forms/index.ts";
import { forgetVersions } from "../flows/versions.ts";

const place = { x: 0, y: 0 };
export const everything = Object.keys(nodeActions) as NodeAction[];
export const task = (id: string, handler: HandlerRule, more: Partial<TaskNode> = {}): FlowNode => ({
  kind: "task",
  id,
  name: id,
  ...place,
  actions: everything,
  handler,
  ...more,
});

/** 受理 by the whole group, then 处理 by 1002 where it is urgent, else the end. */
export const flowOf = (groupId: string, more: Partial<TaskNode> = {}): FlowDefinition => ({
  nodes: [
    { kind: "start", id: "start", name: "开始", ...place },
    task("受理", { by: "group", groupId }, more),
    { kind: "gateway", id: "which", name: "条件", ...place },
    task("处理", { by: "seat", agentIds: ["1002"] }),
    { kind: "end", id: "end", name: "结束", ...place },
  ],
  edges: [
    { id: "1", from: "start", to: "受理" },
    { id: "2", from: "受理", to: "which" },
    { id: "3", from: "which", to: "处理", when: { field: "level", op: "eq", value: "urgent" } },
    { id: "4", from: "which", to: "end", otherwise: true },
    { id: "5", from: "处理", to: "end" },
  ],
});

type Asked = Partial<Parameters<Floor["handle"]>[3]>;

const field = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  ...{ type: "input", name, label, query: true },
  ...more,
});
/** Of the orders of tests. */
export const orderFields: readonly FormField[] = [
  field("level", "级别"),
  field("address", "地址"),
  field("fee", "费用"),
  field("secret", "内情"),
  field("result", "结果"),
  field("other", "其他"),
  field("amount", "金额"),
];

/** A published form for orders. */
export const orderForm = async (admin: Person, name: string, fields: readonly FormField[]): Promise<string> =>
  (await admin.call(customerFormConfApi.add, { body: { name, formType: "workOrder", fields } })).id;

/** Values of orders as another process over the same database has them. */
export function recordsOf({
  ports,
  sealer,
  composition: { auth, organisation },
}: Pick<Office, "sealer"> & {
  readonly ports: Ports;
  readonly composition: Pick<Office["composition"], "auth" | "organisation">;
}): OrderRecords {
  const audit = createAudit(ports);
  const files = createFilesModule({ ports, audit, auth, sealer });
  const engine = createEngineClient(ports.broker);
  return createForms({ ports, sealer, audit, auth, organisation, files, engine }).orderRecords;
}

export interface Floor {
  readonly office: Office;
  readonly groupId: string;
  /** By seat; 1005 is the monitor. */
  readonly people: Readonly<Record<"1001" | "1002" | "1003" | "1004" | "1005" | "admin", Person>>;
  /** Of the flows. */
  readonly formId: string;
  /** A published flow. */
  flow(name: string, definition: FlowDefinition, formId?: string): Promise<string>;
  create(
    by: Person,
    flowId: string,
    values?: OrderValues,
    submit?: boolean,
  ): Promise<ReplyOf<typeof formStreamApi.create>>;
  /** A step with what was seen last. */
  handle(
    by: Person,
    id: string,
    command: OrderCommandType,
    more?: {
      readonly seq?: number;
      readonly values?: OrderValues;
      readonly to?: string;
      readonly nodeId?: string;
      readonly text?: string;
    },
  ): Promise<ReplyOf<typeof formStreamApi.handle>>;
  codes(id: string): Promise<(number | null)[]>;
}

export async function openFloor(office?: Office): Promise<Floor> {
  forgetVersions();
  const opened = office ?? (await openOffice());
  const compId = "100001";
  const { groupId } = await opened.ports.database.tenant(compId, (trx) =>
    trx
      .selectFrom("seat")
      .select("groupId")
      .where("compId", "=", compId)
      .where("agentId", "=", "1001")
      .executeTakeFirstOrThrow(),
  );
  const seat = (account: string, roleType = 2) => opened.signIn({ code: compId, roleType, account });
  const people = {
    "1001": await seat("1001"),
    "1002": await seat("1002"),
    "1003": await seat("1003"),
    "1004": await seat("1004"),
    "1005": await seat("1005", 3),
    admin: opened.administrator,
  };
  const find = (id: string) => people.admin.call(formStreamApi.find, { body: { id } });
  const ownForm = await orderForm(people.admin, "报障单", orderFields);
  return {
    office: opened,
    groupId: groupId ?? "",
    people,
    formId: ownForm,
    async flow(name, definition, formId = ownForm) {
      const { id } = await people.admin.call(workFlowApi.add, { body: { name, formId, definition } });
      await people.admin.call(workFlowApi.publish, { body: { id } });
      return id;
    },
    create: (by, flowId, values = {}, submit = true) =>
      by.call(formStreamApi.create, { body: { flowId, title: "宽带报障", values, submit } }),
    async handle(by, id, command, more: Asked = {}) {
      const seq = more.seq ?? (await find(id)).order.seq;
      return by.call(formStreamApi.handle, { body: { id, command, ...more, seq } });
    },
    codes: async (id) => (await people.admin.call(formStreamApi.history, { body: { id } })).map(({ event }) => event),
  };
}
