import type { BusEvents } from "@liantai/bus";
import { agent, agentCallView, makeAgentClient } from "../testing/agent-client.ts";
import { settle } from "../testing/virtual-clock.ts";
import { orderTask, supervise } from "./supervising.ts";

async function client() {
  const c = makeAgentClient({ user: { roleType: 3 } });
  await c.up();
  const ask = async (
    command: BusEvents["seat.supervise"]["command"],
    more: Partial<BusEvents["seat.supervise"]> = {},
  ) => {
    void supervise(c.core, { command, agentId: "1002", ...more });
    await settle();
    const { name, fields } = c.commands().at(-1)!;
    const { seq: _seq, ...rest } = fields;
    return { name, ...rest };
  };
  return { ...c, ask };
}

test("K22 a screen of another app asks, the own seat's link does it", async () => {
  const { ask } = await client();
  expect(await ask("listen")).toEqual({ name: "monitor", agentId: "1002", mode: "listen" });
  expect(await ask("whisper")).toEqual({ name: "monitor", agentId: "1002", mode: "whisper" });
  for (const name of ["insert", "switch", "pickup", "forceReady", "forceBusy", "forceHangup", "forceExit"] as const)
    expect(await ask(name)).toEqual({ name, agentId: "1002" });
  expect(await ask("cancelTransferNumber")).toEqual({ name: "cancelTransferNumber", agentId: "1002" });
});

test("K59 a call that is given to a named seat goes with it, and says that it rings there", async () => {
  const { ask, answer, notices } = await client();
  expect(await ask("switch", { target: "1003" })).toEqual({ name: "switch", agentId: "1002", target: "1003" });
  await answer("switch");
  expect(notices().at(-1)).toBe("已把通话转给坐席1003，正在振铃");
  await ask("switch", { target: "1003" });
  await answer("switch", -403, { msg: "对方坐席忙，请稍后再试" });
  expect(notices().at(-1)).toBe("对方坐席忙，请稍后再试");
});

test("B11 协助录音 goes with what becomes of the recording, and says what became of it", async () => {
  const { ask, answer, notices } = await client();
  expect(await ask("assistRecord", { action: "start" })).toEqual({
    name: "assistRecord",
    agentId: "1002",
    action: "start",
  });
  await answer("assistRecord");
  expect(notices().at(-1)).toBe("已开始录音：坐席1002");
  expect(await ask("assistRecord", { action: "mark", text: "客户同意" })).toEqual({
    name: "assistRecord",
    agentId: "1002",
    action: "mark",
    text: "客户同意",
  });
  await answer("assistRecord", -403, { msg: "当前没有录音，无法标记" });
  expect(notices().at(-1)).toBe("当前没有录音，无法标记");
});

test("K22 a refusal is said in the server's words; what was forced is said, what is heard is not", async () => {
  const { ask, answer, notices } = await client();
  await ask("listen");
  await answer("monitor", -403, { msg: "没有监控该坐席的权限" });
  expect(notices().at(-1)).toBe("没有监控该坐席的权限");
  const { length } = notices();
  await ask("listen");
  await answer("monitor");
  expect(notices()).toHaveLength(length);
  await ask("forceBusy");
  await answer("forceBusy");
  expect(notices().at(-1)).toBe("已置忙坐席1002");
});

test("K22 a form that waits is told what came of it, and says a refusal itself", async () => {
  const { ask, answer, notices, core } = await client();
  const told: BusEvents["seat.supervised"][] = [];
  core.ports.bus.subscribe("seat.supervised", (what) => void told.push(what));
  const asked = { asking: "admin-1", mode: "always", number: "4001" };
  expect(await ask("setTransferNumber", asked)).toMatchObject({ mode: "always", number: "4001" });
  await answer("setTransferNumber", -403, { msg: "不能呼转到本企业的接入号" });
  expect([told, notices()]).toEqual([[{ asking: "admin-1", refusal: "不能呼转到本企业的接入号" }], []]);
  expect(await ask("setTransferNumber", { asking: "admin-2", mode: "always" })).not.toHaveProperty("number");
  await answer("setTransferNumber");
  expect([told.at(-1), notices()]).toEqual([{ asking: "admin-2" }, ["已设置呼转：坐席1002"]]);
});

test("C14 a task is started and stopped by the own link; a refusal is said in the server's words, what was done to lists", async () => {
  const c = await client();
  const ordered: string[] = [];
  c.core.ports.bus.subscribe("task.ordered", ({ taskId }) => ordered.push(taskId));
  const order = async (command: "taskStart" | "taskStop") => {
    void orderTask(c.core, { command, taskId: "t1", taskIdentity: "十一月回访" });
    await settle();
    const { name, fields } = c.commands().at(-1)!;
    expect([name, fields["taskId"]]).toEqual([command, "t1"]);
  };
  await order("taskStart");
  await c.answer("taskStart", -403, { msg: "启动自动外呼任务失败：企业已欠费！" });
  expect([c.notices().at(-1), ordered]).toEqual(["启动自动外呼任务失败：企业已欠费！", []]);
  await order("taskStart");
  await c.answer("taskStart");
  expect(c.notices().at(-1)).toBe("任务[十一月回访]已启动");
  await order("taskStop");
  await c.answer("taskStop");
  expect([c.notices().at(-1), ordered]).toEqual(["任务[十一月回访]已停止", ["t1", "t1"]]);
});

describe("C10 an administrator, who has no seat", () => {
  async function administrator() {
    const user = { roleType: 1, agentId: null, userName: "1000011admin" } as const;
    const c = makeAgentClient({ user });
    void c.core.follow({ ...agent, ...user });
    await settle();
    const asked = (fields: Partial<BusEvents["seat.supervise"]>) =>
      void supervise(c.core, { command: "listen", agentId: "1002", ...fields });
    return { ...c, asked };
  }

  test("the page registers first, and hears with it; after the call it is no telephone any more", async () => {
    const { core, line, asked, kept } = await administrator();
    expect(line.phones).toHaveLength(0);
    asked({});
    await settle();
    expect(line.phones).toHaveLength(1);
    expect(core.ports.store.telephony().ownsMedia).toBe(true);
    core.callIs(agentCallView({ phase: "conference", supervises: { agentId: "1002", mode: "listen" } }), "");
    expect(kept.get("liantai.ownsMedia")).toBe("u1");
    // A reload: the page is a telephone again before anybody said so.
    const again = makeAgentClient({ user: { roleType: 1, agentId: null, userName: "1000011admin" }, storage: kept });
    void again.core.follow(again.user);
    await settle();
    expect([again.line.phones.length, again.state().ownsMedia]).toEqual([1, true]);
    core.callIs(null, "completed");
    expect([core.ports.store.telephony().ownsMedia, kept.get("liantai.ownsMedia")]).toEqual([false, undefined]);
  });

  test("an extension that he names needs no telephone of the page", async () => {
    const { line, asked } = await administrator();
    asked({ extension: "8009" });
    await settle();
    expect(line.phones).toHaveLength(0);
  });

  test("a page that cannot register says so, and lets go", async () => {
    const { core, asked, clock, notices } = await administrator();
    asked({});
    await settle();
    await clock.pass(5_000);
    await settle();
    expect(notices().at(-1)).toBe("本页的话机未能连接，请检查网络后再试，或改用分机接听");
    expect(core.ports.store.telephony().ownsMedia).toBe(false);
  });
});
