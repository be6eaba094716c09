import { assistApi, assistKnowledgeApi, operateLogApi } from "@liantai/api/contract/admin";
import { demoFlow, seedFlow } from "../flows/index.ts";
import { createListener } from "./listener.ts";
import { saveProcess } from "./repository.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const wanted = { enabled: 1, silenceS: 8, speed: 320, chipin: 0, words: ["投诉", "骗子", "投诉"] } as const;

test("A4 an administrator says what is noticed; an agent may not, and each bad value is named", async () => {
  const { administrator, agent } = office;
  expect(await administrator.call(assistApi.setting, { body: {} })).toMatchObject({
    enabled: 0,
    silenceS: 10,
    speed: 350,
    chipin: 1,
    words: [],
    listener: expect.stringContaining("封闭语法"),
  });
  const save = (more: object) => administrator.call(assistApi.saveSetting, { body: { ...wanted, ...more } as never });
  for (const [more, path] of [
    [{ silenceS: 2 }, "silenceS"],
    [{ silenceS: 121 }, "silenceS"],
    [{ silenceS: "x" }, "silenceS"],
    [{ speed: 99 }, "speed"],
    [{ enabled: 2 }, "enabled"],
    [{ words: [""] }, "words[0]"],
    [{ words: ["字".repeat(21)] }, "words[0]"],
    [{ words: Array.from({ length: 501 }, (_, at) => `词${at}`) }, "words"],
    [{ words: undefined }, "words"],
  ] as const)
    expect(await refused(save(more))).toMatchObject({ code: 400, fields: [{ path }] });
  expect(await refused(agent.call(assistApi.saveSetting, { body: { ...wanted, words: [] } }))).toMatchObject({
    status: 403,
  });
  await Promise.all([save({}), save({})]);
  expect(await administrator.call(assistApi.setting, { body: {} })).toMatchObject({
    ...wanted,
    words: ["投诉", "骗子"],
  });
  expect(await refused(administrator.call(assistApi.saveRobotCode, { body: { flowId: "f1" } }))).toMatchObject({
    code: 400,
    fields: [{ path: "flowId" }],
  });
  const flow = { body: demoFlow("g", { wait: "w", closed: "c", busy: "b" }), at: new Date(0) };
  await office.ports.database.system((trx) =>
    Promise.all([
      seedFlow(trx, "100001", { ...flow, id: "f1", versionId: "v1", name: "辅助", flowType: 5 }),
      seedFlow(trx, "100001", { ...flow, id: "f2", versionId: "v2", name: "导航" }),
    ]),
  );
  // A flow of calls is no process to follow.
  expect(await refused(administrator.call(assistApi.saveRobotCode, { body: { flowId: "f2" } }))).toMatchObject({
    code: 400,
  });
  await administrator.call(assistApi.saveRobotCode, { body: { flowId: "f1" } });
  expect(await administrator.call(assistApi.robotCode, { body: {} })).toEqual({
    flowId: "f1",
    flows: [{ id: "f1", name: "辅助" }],
  });
  // The one changes nothing of the other.
  await save({ silenceS: 0 });
  expect(await administrator.call(assistApi.robotCode, { body: {} })).toEqual({
    flowId: "f1",
    flows: [{ id: "f1", name: "辅助" }],
  });
  const log = await administrator.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 20 } });
  expect(log.list.filter(({ objectName }) => objectName === "坐席辅助").length).toBeGreaterThanOrEqual(3);
});

test("A5 knowledge entries are added, found, refused twice, changed and deleted", async () => {
  const { administrator } = office;
  const body = { sentence: "怎么退款", content: "三个工作日" };
  const { id } = await administrator.call(assistKnowledgeApi.add, { body });
  expect((await refused(administrator.call(assistKnowledgeApi.add, { body }))).fields).toMatchObject([
    { path: "sentence" },
  ]);
  await administrator.call(assistKnowledgeApi.update, { body: { ...body, id, content: "五个工作日" } });
  const page = { pageNo: 1, pageSize: 20, sentence: "退款" };
  expect((await administrator.call(assistKnowledgeApi.list, { body: page })).list).toEqual([
    { id, sentence: "怎么退款", content: "五个工作日" },
  ]);
  await administrator.call(assistKnowledgeApi.delete, { body: { ids: [id] } });
  expect((await administrator.call(assistKnowledgeApi.list, { body: page })).total).toBe(0);
});

test("A1 a call that is not the agent's is not listened to, and the refusal says so", async () => {
  const listened = refused(office.agent.call(assistApi.push, { query: { callId: "nobody's" } }));
  expect((await listened).msg).toMatch(/^推流失败！/);
});

test("A16 the process of the own call is answered with whether it is listened to; nothing of a call that has neither", async () => {
  const { ports, agent } = office;
  const ask = (callId: string) => agent.call(assistApi.process, { body: { callId } });
  const steps = [{ nodeId: "n1", nodeName: "问候", content: "您好" }];
  const process = { flowId: "f1", flowData: { name: "售后", steps }, nodeData: { nodeId: "n1", content: "您好" } };
  await ports.database.tenant("100001", (trx) =>
    saveProcess(trx, { compId: "100001", callId: "p1", agentId: "1001" }, process),
  );
  expect(await ask("p1")).toEqual([{ ...process, listening: 0 }]);
  expect(await ask("p2")).toEqual([]);
});

test("A10 a talk is read by its seat, by monitors of its group and by administrators; numbers in it are masked", async () => {
  const { ports, administrator, agent, monitor } = office;
  const compId = "100001";
  const at = new Date(ports.clock.now());
  const kept = (agentId: string, callId: string) =>
    ports.database.tenant(compId, async (trx) => {
      await trx
        .insertInto("assist_entry")
        .values({
          compId,
          id: ports.random.id(),
          callId,
          agentId,
          side: "customer",
          text: "打我13912345678",
          confidence: 1,
          startedAt: at,
          endedAt: at,
          muteMs: 10,
          chipin: 0,
          speed: null,
          badWords: JSON.stringify(["打"]),
        })
        .execute();
      await trx
        .insertInto("assist_warning")
        .values({ compId, id: ports.random.id(), callId, agentId, kind: "badWord", at, text: "客户说了敏感词：打" })
        .execute();
    });
  await kept("1001", "c-own");
  await kept("1002", "c-other");
  const said = (who: typeof agent, callId: string) => who.call(assistApi.msg, { body: { callId } });
  expect(await said(agent, "c-own")).toMatchObject([
    { agentId: "1001", type: "customer", mute: 10, speed: null, badWord: 1, badWords: ["打"] },
  ]);
  expect(await said(agent, "c-other")).toEqual([]);
  expect(await agent.call(assistApi.warn, { body: { callId: "c-other" } })).toEqual([]);
  for (const who of [administrator, monitor]) {
    expect(await said(who, "c-other")).toHaveLength(1);
    expect(await who.call(assistApi.warn, { body: { callId: "c-own" } })).toMatchObject([{ kind: "badWord" }]);
  }
  // The demonstration's enterprise hides numbers from all but its administrators.
  expect((await said(agent, "c-own")).map(({ text }) => text)).toEqual(["打我139****5678"]);
  expect((await said(administrator, "c-own")).map(({ text }) => text)).toEqual(["打我13912345678"]);
});

test("Y23 what a robot said before an agent had the caller stands in the dialogue of his talk", async () => {
  const { ports, agent } = office;
  const listener = createListener({ ports });
  const of = { compId: "100001", callId: "c-robot", agentId: "1001" };
  const said = (id: string, type: "robot" | "customer", text: string, at: number) =>
    ({
      id,
      type,
      text,
      startTime: at,
      endTime: at,
      mute: 0,
      chipin: 0,
      speed: null,
      badWords: [],
      badWord: 0,
    }) as const;
  await listener.handedOver?.(of, [
    said("c-robot-r1", "robot", "您好", 1_000),
    said("c-robot-r2", "customer", "退货", 2_000),
  ]);
  // Another agent gets the caller later: it is there once.
  await listener.handedOver?.({ ...of, agentId: "1002" }, [said("c-robot-r1", "robot", "您好", 1_000)]);
  expect(await agent.call(assistApi.msg, { body: { callId: "c-robot" } })).toMatchObject([
    { type: "robot", text: "您好" },
    { type: "customer", text: "退货" },
  ]);
  await listener.stop();
});
