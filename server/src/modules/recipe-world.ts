/** What recipes of dialling tasks do beyond dialling, put together: messages, orders, reservations, fields of forms. */
import { AppError, minuteMs } from "@liantai/api/contract";
import type { CompiledField } from "@liantai/api/forms";
import type { Trx } from "../ports/database.ts";
import type { Ports } from "../ports/index.ts";
import type { AutomationRecords } from "./automation/index.ts";
import type { RecipeWorld } from "./dialling/index.ts";
import { messagesOfFlows, queueMessage } from "./interfaces/index.ts";
import { reserve, type Reminders } from "./reminders/index.ts";
import type { OrdersOpened } from "./workorders/index.ts";

interface RecipeWorldDeps {
  readonly ports: Pick<Ports, "database" | "clock" | "random">;
  readonly make: Reminders["make"];
  readonly records: Pick<AutomationRecords, "prepare" | "hands">;
  readonly orders: OrdersOpened;
}

type Effects = RecipeWorld["effects"];
const refused = (text: string): AppError => new AppError("refused", text);
const by = (recipe: string): string => `拨打策略「${recipe}」`;

/** It stands in the outbox once, however often it is asked for. */
const smsOf =
  ({ ports }: RecipeWorldDeps): Effects["sms"] =>
  async ({ compId, id: key, callId, phone, contact, variables }, { smsId = "" }) => {
    const values = { ...variables, ...(contact === "" ? {} : { 客户姓名: contact }) };
    const message = { templateId: smsId, to: phone, values, callId, key: `recipe:${key}` };
    if (!(await queueMessage(ports, compId, message))) throw refused("短信接口已停用，或号码不能接收短信");
    return () => Promise.resolve("短信已提交发送");
  };

const reserveOf =
  ({ ports, make }: RecipeWorldDeps): Effects["reserve"] =>
  async ({ compId, phone, contact, recipe, agentId, taskIdentity }, { afterMin = 60, text = "" }) => {
    if (!/^\d{3,20}$/.test(phone)) throw refused("该号码不能预约");
    const now = ports.clock.now();
    const subTime = new Date(now + afterMin * minuteMs);
    return async (trx) => {
      await reserve(trx, make, {
        ...{ compId, id: ports.random.id(), phone, agentId, subTime, state: 0, doneAt: null },
        ...{ customerName: contact || "客户", des: text || "回访客户", remarks: `任务“${taskIdentity}”` },
        ...{ floatDuration: 0, createdBy: by(recipe), createdAt: new Date(now) },
      });
      return `已为坐席 ${agentId} 创建预约`;
    };
  };

const orderOf =
  ({ orders }: RecipeWorldDeps): Effects["order"] =>
  async ({ compId, contact, recipe, agentId, variables, ...of }, { flowId = "", text = "" }) => {
    const title = text || [recipe, contact].filter(Boolean).join(" ");
    const callId = of.recorded ? of.callId : "";
    const open = await orders.prepare({ compId, flowId, title, agentId, callId, values: variables });
    return async (trx) => `已创建工单 ${await open(trx)}`;
  };

/** Choices by their names. */
function valueOf({ isChoice, type, options }: CompiledField, text: string): unknown {
  if (!isChoice) return text;
  const meant = (name: string): string => options.find((one) => one.label_name === name)?.label_value ?? name;
  return type === "checkbox" ? text.split(/[、,，]/).map((name) => meant(name.trim())) : meant(text.trim());
}

const fieldOf =
  ({ ports, records }: RecipeWorldDeps): Effects["field"] =>
  async ({ compId, recipe, formDataId: id }, { field: label = "", text = "" }) => {
    const handsIn = (trx: Trx, prepared?: Awaited<ReturnType<typeof records.prepare>>) =>
      records.hands(trx, { compId, id, prepared, by: by(recipe) });
    const gone = () => refused("该号码没有关联的表单数据");
    if (id === "") throw gone();
    const looked = await ports.database.tenant(compId, async (trx) => (await handsIn(trx))?.look());
    if (!looked) throw gone();
    const field = looked.form.fields.find((one) => one.label === label || one.name === label);
    if (!field) throw refused(`表单中没有字段“${label}”`);
    const prepared = await records.prepare(compId, looked.formId, { [field.name]: valueOf(field, text) });
    return async (trx) => {
      const hands = await handsIn(trx, prepared);
      if (!hands) throw gone();
      await hands.act({ do: "write" });
      return `字段“${field.label}”已填写`;
    };
  };

export const createRecipeWorld = (deps: RecipeWorldDeps): RecipeWorld => ({
  effects: { sms: smsOf(deps), order: orderOf(deps), reserve: reserveOf(deps), field: fieldOf(deps) },
  async choices(trx, compId) {
    const senders = (await messagesOfFlows.things?.(trx, compId)) ?? [];
    const sms = senders.flatMap(({ id, name, enabled }) => (enabled === 1 ? [{ id, name }] : []));
    return { sms, flows: await deps.orders.flows(trx, compId) };
  },
});
