/** 机器人列表 as an administrator uses it: digital humans with their pictures, and the calls that robots had. */
import {
  digitalHumanApi,
  engineApi,
  flowApi,
  intentionRuleApi,
  robotAgentApi,
  robotPictureApi,
  robotRecordApi,
} from "@liantai/api/contract/flow-editor";
import { accessNumApi } from "@liantai/api/contract/flow-surroundings";
import { bus } from "@liantai/bus";
import { openTabOf, page, signIn } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { robotsPanes } from "./panes.ts";

const robot = {
  ...{ id: "r1", name: "小联", kind: 1, pictureId: "", flowId: "f1", flowName: "催收", tts: "", asrEngineId: "" },
  ...{ intentionRuleId: "", intentionRuleName: "", fallbackGroupId: "", fallbackGroupName: "", enabled: 1, remark: "" },
};
const human = { ...robot, id: "r2", name: "小像", kind: 2, pictureId: "p1" };
const record = {
  ...{ callId: "call-000001", seq: 1, robotId: "r2", robotName: "小像", flowId: "f1", flowName: "催收" },
  ...{ number: "139****5678", accessNumber: "4001", line: "一号线", startTime: "2026-01-01 09:00:00" },
  ...{ endTime: "2026-01-01 09:01:15", talkS: 75, turns: 4, outcome: "takenOver" },
  ...{ agentId: "1001", agentName: "李晓雯", skillGroupName: "" },
};

const seesCalls = { page: "/callrecord", buttons: ["callrecord.detail"] };

async function open(...pages: readonly (typeof seesCalls)[]) {
  const server = signIn({}, ...pages);
  URL.createObjectURL = (blob) => `blob:${(blob as Blob).type}`;
  URL.revokeObjectURL = () => undefined;
  server.on(robotAgentApi.list.path, page([robot, human]));
  server.on(digitalHumanApi.list.path, page([human]));
  server.on(
    robotRecordApi.list.path,
    page([record, { ...record, seq: 2, robotName: "", outcome: "open", talkS: null, agentId: "", agentName: "" }]),
  );
  server.on(robotRecordApi.digital.path, page([record]));
  server.on(flowApi.list.path, page([{ id: "f1", name: "催收", enabled: 1 }]));
  server.on(engineApi.options.path, page([]));
  server.on(intentionRuleApi.list.path, page([]));
  server.on(accessNumApi.choices.path, () => ({ skillGroup: [] }));
  server.on(
    robotPictureApi.picture.path,
    () => new Response(new Blob(["x"], { type: "image/png" }), { headers: { "content-type": "image/png" } }),
  );
  // Compiling an area takes longer than a test waits for a word.
  await robotsPanes["/robotList"]?.();
  await openTabOf(Root, "/robotList");
  await screen.findByText("小联");
  return server;
}

test("kind and picture stand in the list; a digital human is saved with the picture that was uploaded for it", async () => {
  const user = userEvent.setup();
  const server = await open();
  server.on(robotPictureApi.upload.path, () => ({ files: [{ id: "p2", name: "新.png" }] }));
  server.on(robotAgentApi.add.path, () => ({ id: "r3" }));
  expect(await screen.findByRole("img", { name: "小像的形象图片" })).toHaveAttribute("src", "blob:image/png");
  expect(screen.queryByRole("img", { name: "小联的形象图片" })).toBeNull();
  await user.click(screen.getAllByRole("button", { name: "新增" })[0]!);
  const form = within(await screen.findByRole("dialog", { name: "新增机器人" }));
  expect(form.queryByLabelText("形象图片", { selector: "input" })).toBeNull();
  await user.click(form.getByRole("radio", { name: "数字人" }));
  await user.type(form.getByLabelText(/机器人名称/), "小新");
  await user.selectOptions(form.getByLabelText(/^流程/), "f1");
  const chooser = () => form.getByLabelText<HTMLInputElement>("形象图片", { selector: "input" });
  await userEvent.setup({ applyAccept: false }).upload(chooser(), new File(["x"], "x.svg"));
  expect(await form.findByText("只能上传jpg, jpeg, png文件")).toBeVisible();
  await user.upload(chooser(), new File(["x"], "新.png", { type: "image/png" }));
  expect(await form.findByRole("button", { name: "更换图片" })).toBeVisible();
  expect(server.asked.filter(({ path }) => path === robotPictureApi.upload.path)).toHaveLength(1);
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(robotAgentApi.add.path)).toMatchObject([{ name: "小新", kind: 2, pictureId: "p2" }]),
  );
});

test("F110 a press on a digital human's picture shows it as a whole", async () => {
  const user = userEvent.setup();
  await open();
  const small = await screen.findByRole("img", { name: "小像的形象图片" });
  await user.click(screen.getByRole("button", { name: "小像的形象图片" }));
  const viewer = within(await screen.findByRole("dialog", { name: "查看图片小像的形象图片.png" }));
  expect(await viewer.findByRole("img", { name: "小像的形象图片.png" })).toHaveAttribute("src", "blob:image/png");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(small.closest("button")).toHaveFocus());
});

test("数字人 asks for digital humans alone; what the server says of a picture stands at its field", async () => {
  const user = userEvent.setup();
  const server = await open();
  server.on(robotPictureApi.upload.path, () =>
    Response.json({ code: 400, msg: "“坏.png”的内容与文件类型不符", data: null }),
  );
  await user.click(screen.getByRole("tab", { name: "数字人" }));
  await waitFor(() => expect(screen.queryByText("小联")).toBeNull());
  await user.click(screen.getAllByRole("button", { name: "新增" })[0]!);
  const form = within(await screen.findByRole("dialog", { name: "新增数字人" }));
  expect(form.getByRole("radio", { name: "数字人" })).toBeChecked();
  await user.upload(form.getByLabelText("形象图片", { selector: "input" }), new File(["x"], "坏.png"));
  expect(await form.findByText("“坏.png”的内容与文件类型不符")).toBeVisible();
});

test("接待记录 leads to no call for who was not granted the page of calls", async () => {
  const user = userEvent.setup();
  await open();
  await user.click(screen.getByRole("tab", { name: "接待记录" }));
  await screen.findByText("人工接管", { selector: "td *" });
  expect(screen.queryByRole("button", { name: "通话详情" })).toBeNull();
});

test("接待记录 of a row: that robot's calls of today, how each ended, and the call itself", async () => {
  const user = userEvent.setup();
  const server = await open(seesCalls);
  const row = screen.getByText("小像").closest("tr")!;
  await user.click(within(row).getByRole("button", { name: "接待记录" }));
  expect(await screen.findByRole("tab", { name: "接待记录", selected: true })).toBeVisible();
  expect(await screen.findByText("人工接管", { selector: "td *" })).toBeVisible();
  expect(server.bodies(robotRecordApi.list.path)[0]).toMatchObject({ robotId: "r2", pageNo: 1 });
  const table = within(screen.getByRole("table", { name: "接待记录" }));
  expect(table.getByText("李晓雯 1001")).toBeVisible();
  expect(table.getByText("未指定机器人")).toBeVisible();
  const heard: unknown[] = [];
  const end = bus.subscribe("tab.open", (payload) => heard.push(payload));
  await user.click(table.getAllByRole("button", { name: "通话详情" })[0]!);
  expect(heard).toMatchObject([{ name: "callrecord/detail", params: { callId: "call-000001" } }]);
  end();
  await user.type(screen.getByLabelText("客户号码"), "1391");
  await user.selectOptions(screen.getByLabelText("结束方式"), "人工接管");
  await user.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() =>
    expect(server.bodies(robotRecordApi.list.path).at(-1)).toMatchObject({ number: "1391", outcome: "takenOver" }),
  );
  await user.click(screen.getByRole("tab", { name: "数字人接待记录" }));
  await waitFor(() =>
    expect(server.bodies(robotRecordApi.digital.path)[0]).toMatchObject({ robotId: "", number: "", pageNo: 1 }),
  );
});
