import { appliesAt, type WorkingTime } from "@liantai/api/contract/admin";
import { compileForm, defaultFields } from "@liantai/api/forms";
import {
  actionFaults,
  judgeAt,
  simulateFlow,
  triggerFaults,
  validateFlow,
  type AutomationAction,
  type FlowDefinition,
  type TriggerCondition,
  type TriggerWhen,
} from "@liantai/api/contract/work-orders";
import { createTestDatabase, createTestRandom, createVirtualClock } from "../../testing/index.ts";
import type { Database } from "../../ports/database.ts";
import { demoEnterprise, extensionSealContext, sealerOf, verifyPassword } from "../system/index.ts";
import { seed } from "./index.ts";

// The password of a first start is hashed at the cost that a server takes.
jest.unmock("@node-rs/argon2");

interface SeededTrigger {
  readonly name: string;
  readonly moment: TriggerWhen;
  readonly condition: TriggerCondition;
  readonly actions: readonly AutomationAction[];
}

const sealer = sealerOf(Buffer.alloc(32, 1));
let database: Database;
const run = (options: { host: string; demoPassword?: string }, key = sealer) => {
  const clock = createVirtualClock();
  return seed({ database, clock, random: createTestRandom(clock) }, key, options);
};
const rows = (
  table:
    | (
        | "account"
        | "enterprise"
        | "seat"
        | "extension"
        | "skill_group_member"
        | "access_number"
        | "role"
        | "voice_flow"
        | "voice_flow_use"
        | "flow_content"
        | "time_rule"
      )
    | ("form_definition" | "form_record" | "record_phone" | "flow" | "flow_version" | "follow_up_setting")
    | ("form_trigger" | "form_macro" | "form_tag" | "record_tag" | "record_view" | "duplicate_setting"),
) => database.system((trx) => trx.selectFrom(table).selectAll().execute());
const account = async (userName: string) =>
  await database.system((trx) =>
    trx.selectFrom("account").selectAll().where("userName", "=", userName).executeTakeFirstOrThrow(),
  );

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

test("on a loopback HOST the demonstration stands with its known password", async () => {
  expect(await run({ host: "127.0.0.1" })).toEqual({ kind: "demo", password: "Liantai#2026" });
  expect((await rows("account")).map((row) => (row as { userName: string }).userName).sort()).toEqual([
    "0000000admin",
    "1000011admin",
    "10000121001",
    "10000121002",
    "10000121003",
    "10000121004",
    "10000131005",
  ]);
  expect(await verifyPassword((await account("10000121001")).passwordHash, "Liantai#2026")).toBe(true);
  expect((await account("10000121001")).passwordHash).toMatch(/^\$argon2id\$v=19\$m=65536,t=2,p=1\$/);
  expect(await rows("role")).toHaveLength(4);
  expect(await rows("seat")).toHaveLength(5);
  expect(await rows("skill_group_member")).toHaveLength(4);
  expect(await rows("access_number")).toEqual([
    expect.objectContaining({
      number: "4001",
      targetKind: "flow",
      targetId: ((await rows("voice_flow")) as unknown as { id: string }[])[0]!.id,
      greeting: "",
      isDefault: 1,
    }),
    expect.objectContaining({
      number: "4002",
      title: "客服一组直线",
      targetKind: "skillGroup",
      greeting: "您好，欢迎致电联台，正在为您转接人工客服，请稍候。",
      isDefault: 0,
    }),
  ]);
  expect(await rows("voice_flow")).toEqual([expect.objectContaining({ name: "演示导航", version: 1, changed: 0 })]);
  // What it says by language, which supervisors change without it.
  const prompts = (await rows("flow_content")) as unknown as { id: string; name: string; summary: object }[];
  expect(prompts.map(({ name }) => name).sort()).toEqual(["下班提示", "坐席繁忙", "转接等候"].sort());
  for (const { summary } of prompts) expect(summary).toMatchObject({ languages: ["zh", "en"] });
  const uses = (await rows("voice_flow_use")) as unknown as { kind: string; usedId: string; versionId: string }[];
  const named = uses.filter(({ kind, versionId }) => kind === "sharedPrompt" && versionId !== "");
  expect(named.map(({ usedId }) => usedId).sort()).toEqual(prompts.map(({ id }) => id).sort());
  // The flow asks for hours that are always.
  const [hours] = (await rows("time_rule")) as unknown as WorkingTime[];
  expect(appliesAt(hours!, Date.UTC(2026, 1, 28, 19)).applies).toBe(true);
});

test("a form of customers stands published with two hundred records, found by their numbers", async () => {
  await run({ host: "127.0.0.1" });
  // 显示表单 is on: the first call brings the form up.
  expect(await rows("enterprise")).toEqual([expect.objectContaining({ isShowForm: 1 })]);
  expect(await rows("form_definition")).toContainEqual(
    expect.objectContaining({ name: "客户表单", formType: "customer", version: 1, indexedTo: null }),
  );
  const all = (await rows("form_record")) as unknown as {
    formId: string;
    values: { phone: string; customerCode: string };
  }[];
  const records = all.filter(({ formId }) => formId !== "contacter");
  expect(records).toHaveLength(200);
  expect(new Set(records.map(({ values }) => values.customerCode)).size).toBe(200);
  // A range that is not in public use.
  for (const { values } of records) expect(values.phone).toMatch(/^154000\d{5}$/);
  expect(await rows("record_phone")).toHaveLength(208);
  // Contacts of the enterprise, of another range of the same block.
  const contacts = all.filter(({ formId }) => formId === "contacter");
  expect(contacts).toHaveLength(8);
  for (const { values } of contacts) expect(values.phone).toMatch(/^154001\d{5}$/);
  // One of them stands there twice, and the form looks for such.
  const phones = records.map(({ values }) => values.phone);
  expect(phones.filter((phone) => phone === "15400000002")).toHaveLength(2);
  expect(new Set(phones).size).toBe(199);
  expect(await rows("duplicate_setting")).toEqual([expect.objectContaining({ mode: "warn", threshold: 60 })]);
  // Two tags, and a view of the customers with one that every role sees.
  const tags = (await rows("form_tag")) as unknown as { id: string; name: string }[];
  expect(tags.map(({ name }) => name)).toEqual(["重点客户", "需要回访"]);
  expect(await rows("record_tag")).toHaveLength(8);
  expect(await rows("record_view")).toEqual([
    expect.objectContaining({ name: "重点客户", roleIds: ["*"], question: { filters: [], tags: [tags[0]!.id] } }),
  ]);
});

test("a form of orders and its flow stand published; the flow names people of the demonstration", async () => {
  await run({ host: "127.0.0.1" });
  const forms = (await rows("form_definition")) as unknown as { id: string; name: string; version: number }[];
  const form = forms.find(({ name }) => name === "服务工单")!;
  expect(form.version).toBe(1);
  expect(await rows("flow")).toEqual([
    expect.objectContaining({ name: "服务工单流程", formId: form.id, version: 1, changed: 0, enabled: 1 }),
  ]);
  // Ending an order makes a follow-up of it.
  expect(await rows("follow_up_setting")).toEqual([
    expect.objectContaining({ formId: form.id, trigger: "orderEnded", minutes: 60, who: "creator", enabled: 1 }),
  ]);
  const [version] = (await rows("flow_version")) as unknown as { definition: FlowDefinition }[];
  expect(validateFlow(version!.definition, { fields: defaultFields("workOrder").map(({ name }) => name) })).toEqual([]);
  expect(version!.definition.nodes.map(({ name }) => name)).toEqual(["登记", "受理", "处理", "审核", "回访", "结束"]);
  const trial = (question: string) =>
    simulateFlow(version!.definition, { question }, ["approve", "approve", "approve", "complete"], judgeAt(0));
  expect(trial("2").steps.map(({ name, did }) => `${name}${did}`)).toEqual([
    "登记提交",
    "受理通过",
    "处理通过",
    "审核通过",
    "回访办结",
  ]);
});

test("the form of orders has a trigger and a macro to begin with, which it takes as any", async () => {
  await run({ host: "127.0.0.1" });
  const forms = (await rows("form_definition")) as unknown as { id: string; name: string }[];
  const { id } = forms.find(({ name }) => name === "服务工单")!;
  const [version] = await database.system((trx) =>
    trx.selectFrom("form_version").select("definition").where("formId", "=", id).execute(),
  );
  const form = compileForm(version!.definition);
  const [trigger, ...others] = (await rows("form_trigger")) as unknown as SeededTrigger[];
  expect(others).toEqual([]);
  expect(trigger).toMatchObject({ name: "投诉优先处理", formId: id, enabled: 1 });
  expect(triggerFaults(form, { ...trigger!, when: trigger!.moment })).toEqual([]);
  const macros = (await rows("form_macro")) as unknown as { name: string; actions: readonly AutomationAction[] }[];
  expect(macros).toEqual([expect.objectContaining({ name: "客户要求加急", formId: id, shared: 1 })]);
  expect(actionFaults(form, macros[0]!.actions)).toEqual([]);
});

test("SIP passwords are random and sealed for their extension", async () => {
  await run({ host: "localhost" });
  const extensions = (await rows("extension")) as unknown as { extension: string; sipSecret: string }[];
  const plain = extensions.map((row) =>
    sealer.unseal(row.sipSecret, extensionSealContext(demoEnterprise.compId, row.extension)),
  );
  expect(new Set(plain).size).toBe(5);
  for (const secret of plain) expect(secret).toMatch(/^[\w-]{32}$/);
});

test("elsewhere DEMO_PASSWORD makes the demonstration", async () => {
  expect(await run({ host: "0.0.0.0", demoPassword: "Chosen#2026" })).toEqual({
    kind: "demo",
    password: "Chosen#2026",
  });
  expect(await verifyPassword((await account("1000011admin")).passwordHash, "Chosen#2026")).toBe(true);
});

test("elsewhere without it there is one operator with a random password", async () => {
  const result = await run({ host: "0.0.0.0" });
  expect(result.kind).toBe("operator");
  const { password } = result as { password: string };
  expect(password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[#%+=@]).{20}$/);
  expect(await verifyPassword((await account("0000000admin")).passwordHash, password)).toBe(true);
  expect(await rows("account")).toHaveLength(1);
  expect(await rows("enterprise")).toEqual([]);
});

test("a second start, or two at once, seed nothing more", async () => {
  const kinds = (await Promise.all([run({ host: "127.0.0.1" }), run({ host: "127.0.0.1" })])).map(
    (result) => result.kind,
  );
  expect(kinds.sort()).toEqual(["demo", "none"]);
  expect(await run({ host: "127.0.0.1", demoPassword: "Chosen#2026" })).toEqual({ kind: "none" });
  expect(await rows("account")).toHaveLength(7);
});

test("an operator-only installation stays so on a later loopback start", async () => {
  await run({ host: "0.0.0.0" });
  expect(await run({ host: "127.0.0.1" })).toEqual({ kind: "none" });
  expect(await rows("enterprise")).toEqual([]);
});

test("a process with another installation key does not start", async () => {
  await run({ host: "127.0.0.1" });
  await expect(run({ host: "127.0.0.1" }, sealerOf(Buffer.alloc(32, 2)))).rejects.toThrow(/installation\.key/);
});
