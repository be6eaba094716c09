import { makeAgentClient } from "../testing/agent-client.ts";

test("C9 the call panel's state follows the agent's: 2 and disabled until the first word, then as RT 4 says", async () => {
  const made = makeAgentClient();
  expect(made.state().callInfo).toEqual({ state: 2, stateName: "", disabled: true });
  await made.up();
  const published: unknown[] = [];
  made.bus.subscribe("call.info", (info) => published.push(info));
  for (const [code, part, info] of [
    [1, {}, { state: 2, stateName: "空闲", disabled: false }],
    [2, {}, { state: 1, stateName: "忙碌", disabled: false }],
    [2, { customStatusName: "培训" }, { state: 1, stateName: "培训", disabled: false }],
    [5, {}, { state: 3, stateName: "振铃中", disabled: true }],
    [8, {}, { state: 3, stateName: "通话中", disabled: true }],
    [9, {}, { state: 3, stateName: "会议中", disabled: true }],
    [11, {}, { state: 3, stateName: "咨询中", disabled: true }],
    [13, {}, { state: 3, stateName: "保持", disabled: true }],
    [15, {}, { state: 3, stateName: "呼叫初始化", disabled: true }],
    [4, {}, { state: 4, stateName: "话后处理", disabled: false }],
    [0, {}, { state: 0, stateName: "离线", disabled: true }],
  ] as const) {
    made.agentIs(code, part);
    expect(made.state().callInfo).toEqual(info);
    expect(published.at(-1)).toEqual(info);
  }
});
