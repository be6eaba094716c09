import type { BusEvents } from "@liantai/bus";
import { makeAgentClient } from "../testing/agent-client.ts";
import { settle } from "../testing/virtual-clock.ts";
import { supervise } from "./supervising.ts";

async function client() {
  const c = makeAgentClient({ user: { roleType: 3 } });
  await c.up();
  const ask = async (command: BusEvents["seat.supervise"]["command"]) => {
    void supervise(c.core, { command, agentId: "1002" });
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
