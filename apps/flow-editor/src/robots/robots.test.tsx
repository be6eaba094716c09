/** 机器人管理 as an operator uses it, 机器人列表 as an administrator does. */
import {
  engineApi,
  flowApi,
  intentionRuleApi,
  robotAgentApi,
  robotApi,
  robotMonitorApi,
} from "@liantai/api/contract/flow-editor";
import { accessNumApi, companyApi } from "@liantai/api/contract/flow-surroundings";
import { openTabOf, operator, page, signIn } from "@liantai/ui/testing";
import { bus } from "@liantai/bus";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { robotsPanes } from "./panes.ts";

async function open(path: string) {
  // Compiling an area takes longer than a test waits for a word.
  await robotsPanes[path]?.();
  return openTabOf(Root, path);
}

const line = {
  id: "l1",
  compId: "100001",
  compName: "演示",
  name: "一号线",
  concurrency: 2,
  expiresOn: "2026-01-01",
  expired: true,
  enabled: 1,
  remark: "",
};
const robot = {
  id: "r1",
  name: "小联",
  kind: 1,
  pictureId: "",
  flowId: "f1",
  flowName: "催收",
  tts: "",
  asrEngineId: "",
  intentionRuleId: "",
  intentionRuleName: "",
  fallbackGroupId: "",
  fallbackGroupName: "",
  enabled: 1,
  remark: "",
};

test("an operator chooses an enterprise, sees which lines have expired, and adds one to it", async () => {
  const user = userEvent.setup();
  const server = signIn(operator);
  server.on(companyApi.list.path, page([{ compId: "100001", name: "演示" }]));
  server.on(robotApi.list.path, page([line]));
  server.on(robotApi.add.path, () => ({ id: "l2" }));
  await open("/robotmanage");
  await screen.findByRole("option", { name: "演示（100001）" });
  await user.selectOptions(screen.getByLabelText("企业"), "100001");
  expect(await screen.findByText("已到期")).toBeVisible();
  expect(server.bodies(robotApi.list.path).at(-1)).toMatchObject({ compId: "100001" });
  await user.click(screen.getAllByRole("button", { name: "新增" })[0]!);
  const form = await screen.findByRole("dialog", { name: "新增机器人线路" });
  await user.type(within(form).getByLabelText(/线路名称/), "二号线");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(robotApi.add.path)[0]).toMatchObject({ compId: "100001", name: "二号线", concurrency: 1 }),
  );
});

test("a robot is made of what the enterprise has; without a flow it is not sent", async () => {
  const user = userEvent.setup();
  const server = signIn();
  server.on(robotAgentApi.list.path, page([robot]));
  server.on(robotAgentApi.add.path, () => ({ id: "r2" }));
  server.on(flowApi.list.path, page([{ id: "f1", name: "催收", enabled: 1 }]));
  server.on(engineApi.options.path, ({ body }) =>
    page([{ id: "e1", name: body["kind"] === "asr" ? "听" : "说", voices: [] }])({ body } as never),
  );
  server.on(intentionRuleApi.list.path, page([{ id: "i1", name: "意向" }]));
  server.on(accessNumApi.choices.path, () => ({ skillGroup: [{ id: "g1", label: "售后组" }] }));
  await open("/robotList");
  await screen.findByText("小联");
  expect(server.bodies(flowApi.list.path)[0]).toMatchObject({ flowType: 2 });
  await user.click(screen.getAllByRole("button", { name: "新增" })[0]!);
  const form = within(await screen.findByRole("dialog", { name: "新增机器人" }));
  await user.type(form.getByLabelText(/机器人名称/), "小泰");
  await user.click(form.getByRole("button", { name: "保存" }));
  expect(await form.findByText("请选择流程", { selector: "span" })).toBeVisible();
  await user.selectOptions(form.getByLabelText(/^流程/), "f1");
  await form.findByRole("option", { name: "听" });
  await user.selectOptions(form.getByLabelText(/识别引擎/), "e1");
  await user.selectOptions(form.getByLabelText(/意向规则/), "i1");
  await user.selectOptions(form.getByLabelText(/转接技能组/), "g1");
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(robotAgentApi.add.path)).toMatchObject([
      { name: "小泰", flowId: "f1", tts: "", asrEngineId: "e1", intentionRuleId: "i1", fallbackGroupId: "g1" },
    ]),
  );
});

test("G152 机器人监控 shows lines and calls, what is said as it comes, and brings the caller to who presses", async () => {
  const user = userEvent.setup();
  const server = signIn();
  const call = {
    ...{ callId: "c1", number: "139****5678", accessNumber: "4001", flowId: "f1", flowName: "催收", robotId: "r1" },
    ...{ robotName: "小联", lineId: "l1", line: "一号线", startedAt: 1, since: 2, node: "问候", taking: null },
    variables: [{ name: "sum", label: "金额", value: "300" }],
  };
  const dialogue = [{ id: "r1", side: "robot", text: "您好", at: 3 }];
  server.on(robotMonitorApi.list.path, () => ({
    at: 5,
    lines: [
      { id: "l1", name: "一号线", concurrency: 2, serves: true, expired: false },
      { id: "l2", name: "旧线", concurrency: 5, serves: false, expired: false },
      { id: "l3", name: "试用线", concurrency: 5, serves: false, expired: true },
    ],
    calls: [{ ...call, dialogue }],
  }));
  const heard: unknown[] = [];
  const ends = [
    bus.subscribe("robot.follow", (payload) => heard.push(payload)),
    bus.subscribe("seat.supervise", (payload) => heard.push(payload)),
  ];
  await open("/robotmonitor");
  const row = (await screen.findByText("139****5678")).closest("tr")!;
  expect(screen.getByRole("group", { name: "机器人线路" })).toHaveTextContent(
    "线路 1/2一号线 1/2旧线 已停用试用线 已到期",
  );
  expect(screen.getByRole("columnheader", { name: /最近一句/ })).toBeVisible();
  await user.click(within(row).getByRole("button", { name: "对话" }));
  // The talk says it, and takes the room that it had.
  expect(screen.queryByRole("columnheader", { name: /最近一句/ })).toBeNull();
  const talk = within(screen.getByRole("region", { name: "139****5678的对话" }));
  expect(talk.getByText("300")).toBeVisible();
  act(() =>
    bus.publish("robot.said", {
      callId: "c1",
      call,
      entries: [{ id: "r2", side: "customer", text: "没钱", at: 4 }],
      by: null,
    }),
  );
  const lines = talk.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(lines).toEqual([expect.stringMatching(/^机器人 .*您好$/), expect.stringMatching(/^客户 .*没钱$/)]);
  await user.click(talk.getByRole("button", { name: "接管" }));
  expect(heard).toEqual([{ on: true }, { command: "pickup", callId: "c1" }]);
  act(() => bus.publish("robot.said", { callId: "c1", call: null, entries: [], by: "1005" }));
  expect(talk.getByText("坐席1005已接管")).toBeVisible();
  expect(await screen.findByText("此刻没有机器人通话")).toBeVisible();
  for (const end of ends) end();
});
