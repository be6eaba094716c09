/** J84: what flows of conversations gather for forms is kept when they are over for their visitors. */
import { flowTypes } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { subscribe } from "../../topics.ts";
import { gatheredChats, gatheredInChat } from "./gathered-repository.ts";
import { compId, foreignId, openStage, visit, type Process, type Stage } from "./testing/stage.ts";

let stage: Stage;
let process: Process;
const over: string[] = [];
let unhear: () => Promise<void>;
beforeAll(async () => {
  stage = await openStage();
  unhear = await subscribe(stage.ports.broker, "chat.over", ({ sessionId }) => void over.push(sessionId));
  process = await stage.process();
});
afterAll(async () => {
  await unhear();
  await stage.close();
});
beforeEach(() => {
  stage.refusal = () => "absent";
});

const start = (next: string) => node("开始", "start", { to: { next } });
const collect = (vName: string, to: string, more: object = {}) =>
  node(vName, "keyCollect", {
    ...{ says: [`请输入${vName}`], config: { vName, min: 2 }, to: { collected: to, timeout: to, invalid: to } },
    ...more,
  });
const forForm = (variableForm: string, conf: Readonly<Record<string, string>>) => ({
  collectVariable: Object.keys(conf).map((vName) => ({ vName, vAlias: vName, type: "text" as const, value: "" })),
  ...{ variableForm, variableFormConf: conf },
});

const stored = (sessionId: string) =>
  stage.ports.database.system((trx) =>
    trx.selectFrom("chat_gathered").selectAll().where("sessionId", "=", sessionId).orderBy("n").execute(),
  );
const ready = (sessionId: string, comp = compId) =>
  stage.ports.database.tenant(comp, (trx) => gatheredInChat(trx, comp, sessionId));

test("J84 what a flow and the one it led over to gathered is kept once they are over, secrets left out", async () => {
  await stage.flow(
    "second",
    body(
      [start("卡号"), collect("卡号", "完"), node("完", "hangup", { says: ["再见"] })],
      forForm("form2", { 卡号: "card" }),
    ),
    flowTypes.ivr,
  );
  await stage.flow(
    "first",
    body(
      [
        start("工号"),
        collect("工号", "密码"),
        collect("密码", "转", { sensitive: true }),
        node("转", "jump", { config: { to: "flow", targetId: "second" } }),
      ],
      forForm("form1", { 工号: "no", 密码: "pin", 备注: "remark" }),
    ),
  );
  await stage.site("two-flows-key", { targetId: "first" });
  const visitor = await visit(stage, process, "two-flows-key");
  await visitor.types("1001");
  await visitor.types("8899");
  await stage.ports.clock.settle();
  await visitor.types("6222");
  expect(await visitor.session()).toMatchObject({ status: "closed", endReason: "flow", flowState: "" });
  expect(await stored(visitor.sessionId)).toMatchObject([
    { n: 1, formId: "form1", flowName: "流程first", values: { no: "1001" }, secret: 1, robot: 0, writtenAt: null },
    { n: 2, formId: "form2", flowName: "流程second", values: { card: "6222" }, secret: 0 },
  ]);
  expect(over.filter((id) => id === visitor.sessionId)).toHaveLength(1);
  expect(await ready(visitor.sessionId)).toHaveLength(2);
  expect(await ready(visitor.sessionId, foreignId)).toEqual([]);
  const since = (ms: number) => stage.ports.database.system((trx) => gatheredChats(trx, new Date(ms)));
  expect(await since(0)).toEqual([{ compId, sessionId: visitor.sessionId }]);
  expect(await since(stage.ports.clock.now() + 1)).toEqual([]);
});

const waits = () =>
  body(
    [start("工号"), collect("工号", "组"), node("组", "skillGroup", { config: { targetId: "g1", maxWaitS: 60 } })],
    forForm("form1", { 工号: "no" }),
  );

test("J84 of one that an agent takes it is kept as he takes it, and ready when the conversation is over", async () => {
  stage.refusal = () => undefined;
  await stage.flow("waits", waits());
  await stage.site("waiting-key", { targetId: "waits" });
  const visitor = await visit(stage, process, "waiting-key");
  await visitor.types("1001");
  expect(await visitor.session()).toMatchObject({ status: "waiting" });
  expect(await stored(visitor.sessionId)).toEqual([]);
  const { conversations } = process.part;
  const agent = { agentId: "a1", name: "王志强" };
  const session = await visitor.session();
  await stage.ports.database.tenant(compId, (trx) => conversations.give(trx, session, agent));
  expect(await stored(visitor.sessionId)).toMatchObject([{ formId: "form1", values: { no: "1001" } }]);
  // Nothing is written yet: he may say more to the agent, who may go, too.
  expect(await ready(visitor.sessionId)).toEqual([]);
  await stage.ports.database.tenant(compId, (trx) => conversations.takeBack(trx, session));
  const taken = await visitor.session();
  await stage.ports.database.tenant(compId, (trx) => conversations.give(trx, taken, agent));
  expect(await conversations.close(compId, visitor.sessionId, { agentId: "a1" })).toBe(true);
  expect(await stored(visitor.sessionId)).toHaveLength(1);
  expect(await ready(visitor.sessionId)).toHaveLength(1);
  expect(over.filter((id) => id === visitor.sessionId)).toHaveLength(1);
});

test("J84 of a visitor who leaves in the middle, in another process, too, what he said until then is kept", async () => {
  await stage.flow(
    "asks",
    body([start("工号"), collect("工号", "卡号"), collect("卡号", "工号")], forForm("f", { 工号: "no" })),
  );
  await stage.site("leaving-key", { targetId: "asks" });
  const visitor = await visit(stage, process, "leaving-key");
  await visitor.types("1001");
  await process.kill();
  process = await stage.process();
  expect(await process.part.conversations.close(compId, visitor.sessionId, visitor.by)).toBe(true);
  await stage.ports.clock.advance(31_000);
  expect(await stored(visitor.sessionId)).toMatchObject([{ n: 1, values: { no: "1001" } }]);
  expect(await ready(visitor.sessionId)).toHaveLength(1);
});
