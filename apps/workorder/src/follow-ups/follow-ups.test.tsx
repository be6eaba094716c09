import { api, opened, store, telephonyReset } from "@liantai/api/client";
import {
  defaultQuestions,
  followUpConfigApi,
  followUpSatisfactionApi,
  followUpSettingsApi,
  handFollowUpApi,
} from "@liantai/api/contract/workorder";
import { bus } from "@liantai/bus";
import { asksToLeave, page, signIn, type FakeServer } from "@liantai/ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";

const task = {
  ...{ id: "t1", title: "宽带报障", formId: "f1", formName: "服务工单", recordId: "r1", orderId: "o1" },
  ...{ workCode: "GD20260302000001", customerName: "王女士", phone: "138****5678", subNumber: "v1.sealed" },
  ...{ state: "open", tries: 1, mostTries: 3, retryMinutes: 60, dueTime: "2026-03-02 10:30:00" },
  ...{ agentId: "1001", agentName: "李晓雯", groupId: "", groupName: "", source: "setting", remark: "", result: "" },
  ...{ createTime: "2026-03-01 10:30:00", endTime: null, endedBy: "", version: 2 },
};
const found = {
  ...task,
  ...{ fields: defaultQuestions, revision: 0, answers: {}, mayOpen: true, mayCorrect: false },
  history: [{ no: 1, time: "2026-03-02 09:30:00", by: "李晓雯", command: "noAnswer", text: "无人接听" }],
};
const findPath = followUpConfigApi.findById.path;
const agent = { roleType: 2, agentId: "1001" };
const administrator = { roleType: 1, agentId: null };
const buttons = [
  ...["followUpTask.add", "followUpTask.update", "followUpTask.delete"],
  ...["followUpSettings.save", "followUpSettings.delete", "followUpSatisfaction.save"],
];
const choices = {
  forms: [
    { id: "f1", name: "服务工单", formType: "workOrder" },
    { id: "f2", name: "客户表单", formType: "customer" },
  ],
  nodes: [{ formId: "f1", flowId: "w1", flowName: "服务流程", nodeId: "accept", nodeName: "受理" }],
  timeRules: [{ id: "rule", name: "行政班" }],
  groups: [{ id: "g1", name: "客服部" }],
  seats: [
    { id: "1001", name: "李晓雯" },
    { id: "1002", name: "王志强" },
  ],
};

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
const said: unknown[] = [];
const ends = [
  bus.subscribe("call.dial", (asked) => said.push(asked)),
  bus.subscribe("tab.open", (target) => said.push(target)),
];
afterAll(() => ends.forEach((end) => end()));

function setUp(who: object) {
  user = userEvent.setup();
  said.length = 0;
  act(() => void store.dispatch(telephonyReset()));
  server = signIn(who, { page: "/followuplist", buttons });
  server.on(followUpConfigApi.list.path, page([task]));
  server.on(findPath, () => found);
  server.on(followUpConfigApi.update.path, () => ({ state: "done", version: 3 }));
  server.on(followUpSettingsApi.choices.path, () => choices);
}

async function open(params?: object) {
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/followuplist", ...(params && { params, cover: true }) })));
}

describe("回访任务", () => {
  beforeEach(() => setUp(agent));

  test("V10 an agent has no choice of people, calls by reference, answers the questions and ends it", async () => {
    await open();
    expect(await screen.findByText("王女士")).toBeVisible();
    expect(screen.queryByRole("tab", { name: "回访规则" })).toBeNull();
    expect(screen.queryByLabelText("回访人")).toBeNull();
    await user.click(screen.getByRole("button", { name: "呼叫" }));
    const sheet = within(await screen.findByRole("dialog"));
    expect(said).toEqual([{ ref: "v1.sealed", callType: 3 }]);
    await user.click(await sheet.findByRole("button", { name: "完成回访" }));
    expect((await sheet.findAllByText("请选择")).length).toBe(2);
    await user.click(sheet.getByRole("radio", { name: "满意" }));
    await asksToLeave(user);
    await user.click(sheet.getByRole("radio", { name: "已解决" }));
    await user.click(sheet.getByRole("button", { name: "完成回访" }));
    await waitFor(() => expect(server.bodies(followUpConfigApi.update.path)).toHaveLength(1));
    expect(server.bodies(followUpConfigApi.update.path)).toEqual([
      { id: "t1", version: 2, command: "done", answers: { satisfaction: "8", isResolved: "1" } },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("V10 a notification of another follow-up asks before typed answers go", async () => {
    server.on(findPath, ({ params }) => ({ ...found, id: params["id"] }));
    await open({ id: "t1" });
    await user.click(await screen.findByRole("radio", { name: "满意" }));
    const told = (id: string) =>
      act(async () => void store.dispatch(opened({ to: "/followuplist", params: { id }, cover: true })));
    await told("t2");
    const question = await screen.findByRole("alertdialog");
    expect(question).toHaveTextContent("有未保存的内容，确定要离开吗？");
    await user.click(within(question).getByRole("button", { name: "继续编辑" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(screen.getByRole("radio", { name: "满意" })).toBeChecked();
    await told("t2");
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "放弃" }));
    expect(await screen.findByRole("radio", { name: "满意" })).not.toBeChecked();
  });

  test("V10 one that changes meanwhile keeps what was answered, and is answered as it is by then", async () => {
    await open({ id: "t1" });
    const sheet = within(await screen.findByRole("dialog"));
    await user.click(await sheet.findByRole("radio", { name: "满意" }));
    server.on(findPath, () => ({ ...found, tries: 2, version: 3 }));
    act(() => void store.dispatch(api.util.invalidateTags(followUpConfigApi.findById.tags as never)));
    expect(await sheet.findByText("2次，共3次")).toBeVisible();
    expect(sheet.getByRole("radio", { name: "满意" })).toBeChecked();
    await user.click(sheet.getByRole("radio", { name: "已解决" }));
    await user.click(sheet.getByRole("button", { name: "完成回访" }));
    await waitFor(() => expect(server.bodies(followUpConfigApi.update.path)).toMatchObject([{ version: 3 }]));
  });

  const ended = { state: "done", endTime: "2026-03-02 11:00:00", endedBy: "王志强", version: 3 };
  const colleagueEnds = (more: object) => {
    server.on(findPath, () => ({ ...found, ...ended, answers: { satisfaction: "5", isResolved: "1" }, ...more }));
    act(() => void store.dispatch(api.util.invalidateTags(followUpConfigApi.findById.tags as never)));
  };

  test("V10 what was answered stays when a colleague finishes it meanwhile, is copied, and goes only after a press", async () => {
    const copied = jest.spyOn(navigator.clipboard, "writeText");
    await open({ id: "t1" });
    const sheet = within(await screen.findByRole("dialog"));
    await user.click(await sheet.findByRole("radio", { name: "不满意" }));
    colleagueEnds({});
    expect(await sheet.findByRole("alert")).toHaveTextContent(
      "王志强已于2026-03-02 11:00:00完成了这次回访，您填写的内容没有提交，仍保留在下面。",
    );
    expect(sheet.getByRole("radio", { name: "不满意" })).toBeChecked();
    expect(sheet.queryByRole("button", { name: "完成回访" })).toBeNull();
    expect(sheet.queryByRole("button", { name: "用我填写的修改结果" })).toBeNull();
    await user.click(sheet.getByRole("button", { name: "复制填写的内容" }));
    expect(copied).toHaveBeenCalledWith("满意度：不满意");
    await asksToLeave(user);
    await user.click(sheet.getByRole("button", { name: "放弃我的，显示最新" }));
    expect(await sheet.findByText("一般")).toBeVisible();
    expect(sheet.queryByRole("radio")).toBeNull();
  });

  test("V10 who may correct the result saves his own answers over a colleague's", async () => {
    server.on(handFollowUpApi.field.path, () => null);
    server.on(followUpConfigApi.update.path, () => {
      colleagueEnds({ mayCorrect: true });
      throw new Error("回访任务已有变化，请重新打开");
    });
    await open({ id: "t1" });
    const sheet = within(await screen.findByRole("dialog"));
    await user.click(await sheet.findByRole("radio", { name: "不满意" }));
    await user.click(sheet.getByRole("radio", { name: "未解决" }));
    await user.click(sheet.getByRole("button", { name: "完成回访" }));
    await user.click(await sheet.findByRole("button", { name: "用我填写的修改结果" }));
    await waitFor(() =>
      expect(server.bodies(handFollowUpApi.field.path)).toEqual([
        { id: "r1", fields: { satisfaction: "1", isResolved: "2" } },
      ]),
    );
  });

  test("V6 nobody answered: the next time is proposed; the last try has none", async () => {
    await open({ id: "t1" });
    const sheet = within(await screen.findByRole("dialog"));
    expect(within(await sheet.findByRole("list", { name: "回访记录" })).getByText("无人接听")).toBeVisible();
    await user.click(sheet.getByRole("button", { name: "打开工单" }));
    expect(said).toEqual([{ name: "workorderinformation", params: { caseId: "o1" }, cover: true }]);
    await user.click(sheet.getByRole("button", { name: "未接通" }));
    const dialog = within(await screen.findByRole("dialog", { name: "未接通" }));
    expect(dialog.getByText("第2次未接通，共3次。")).toBeVisible();
    await user.type(dialog.getByLabelText("说明"), "占线");
    await user.click(dialog.getByRole("button", { name: "未接通" }));
    await waitFor(() => expect(server.bodies(followUpConfigApi.update.path)).toHaveLength(1));
    expect(server.bodies(followUpConfigApi.update.path)[0]).toMatchObject({
      ...{ id: "t1", version: 2, command: "noAnswer", text: "占线" },
      nextTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
  });

  test("V6 the last try that nobody answers ends it, and says so before", async () => {
    server.on(findPath, () => ({ ...found, tries: 2 }));
    await open({ id: "t1" });
    await user.click(await screen.findByRole("button", { name: "未接通" }));
    const dialog = within(await screen.findByRole("dialog", { name: "未接通" }));
    expect(dialog.getByText("这是第3次，登记后不再回访。")).toBeVisible();
    expect(dialog.queryByText("下次回访时间")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "未接通" }));
    await waitFor(() =>
      expect(server.bodies(followUpConfigApi.update.path)).toEqual([{ id: "t1", version: 2, command: "noAnswer" }]),
    );
  });

  test("V7 one that is done shows what was answered, in words, and nothing to press", async () => {
    const over = { state: "done", endTime: "2026-03-02 11:00:00", endedBy: "李晓雯", answers: { satisfaction: "8" } };
    server.on(findPath, () => ({ ...found, ...over }));
    await open({ id: "t1" });
    const sheet = within(await screen.findByRole("dialog"));
    expect(await sheet.findByText("满意")).toBeVisible();
    expect(sheet.queryByRole("button", { name: "完成回访" })).toBeNull();
    expect(sheet.queryByRole("button", { name: "呼叫客户" })).toBeNull();
  });

  test("V10 a result is put right with a comment, and given up as it was", async () => {
    const over = { state: "done", endTime: "2026-03-02 11:00:00", endedBy: "李晓雯", mayCorrect: true };
    server.on(findPath, () => ({ ...found, ...over, answers: { satisfaction: "8", isResolved: "1" } }));
    server.on(handFollowUpApi.field.path, () => null);
    await open({ id: "t1" });
    const sheet = within(await screen.findByRole("dialog"));
    const change = () => sheet.findByRole("button", { name: "修改结果" });
    await user.click(await change());
    await user.click(sheet.getByRole("radio", { name: "未解决" }));
    await user.click(sheet.getByRole("button", { name: "取消" }));
    await user.click(screen.getByRole("button", { name: "放弃" }));
    expect(await sheet.findByText("已解决")).toBeVisible();
    expect(server.bodies(handFollowUpApi.field.path)).toEqual([]);
    await user.click(await change());
    expect(sheet.getByRole("radio", { name: "已解决" })).toBeChecked();
    await user.type(sheet.getByRole("textbox", { name: "回访备注" }), "客户更正");
    await user.click(sheet.getByRole("radio", { name: "未解决" }));
    await user.click(sheet.getByRole("button", { name: "保存" }));
    await waitFor(() =>
      expect(server.bodies(handFollowUpApi.field.path)).toEqual([
        { id: "r1", fields: { isResolved: "2" }, text: "客户更正" },
      ]),
    );
  });

  test("V10 one is arranged by the order's number; what the server refuses stands at its field", async () => {
    server.on(followUpConfigApi.add.path, () => ({ id: "t2" }));
    await open();
    await user.click(await screen.findByRole("button", { name: "新增" }));
    const sheet = within(await screen.findByRole("dialog"));
    await user.type(await sheet.findByRole("textbox", { name: /^工单编号/ }), "GD1");
    await user.click(sheet.getByRole("button", { name: "保存" }));
    expect(await sheet.findByText("请选择回访时间")).toBeVisible();
    expect(server.bodies(followUpConfigApi.add.path)).toEqual([]);
  });
});

describe("回访规则 and 满意度表单", () => {
  beforeEach(() => setUp(administrator));
  const setting = {
    ...{
      id: "s1",
      name: "办结后回访",
      formId: "f1",
      formName: "服务工单",
      trigger: "orderEnded",
      flowId: "",
      nodeId: "",
    },
    ...{ nodeName: "", minutes: 1_440, timeRuleId: "", timeRuleName: "", who: "creator", agentId: "", groupId: "" },
    ...{ whoName: "", tries: 3, retryMinutes: 60, enabled: 1, updateTime: "2026-03-01 10:00:00", updatedBy: "张建国" },
  };

  test("V1 a setting is made with the triggers of its form, and a node with its flow", async () => {
    server.on(followUpSettingsApi.list.path, page([setting]));
    server.on(followUpSettingsApi.add.path, () => ({ id: "s2" }));
    await open();
    await user.click(await screen.findByRole("tab", { name: "回访规则" }));
    expect(await screen.findByText("工单办结后1天")).toBeVisible();
    expect(screen.getByText("3次，间隔1小时")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "新增" }));
    const sheet = within(await screen.findByRole("dialog"));
    await user.type(await sheet.findByRole("textbox", { name: /^规则名称/ }), "受理后");
    await user.selectOptions(sheet.getByLabelText(/^表单/), "f2");
    const triggers = () => [...sheet.getByLabelText<HTMLSelectElement>(/^触发条件/).options].map(({ text }) => text);
    expect(triggers()).toContain("新增数据后");
    expect(triggers()).not.toContain("工单办结后");
    await user.selectOptions(sheet.getByLabelText(/^表单/), "f1");
    await user.selectOptions(sheet.getByLabelText(/^触发条件/), "nodeLeft");
    await user.selectOptions(await sheet.findByLabelText(/^节点/), "w1/accept");
    await user.selectOptions(sheet.getByLabelText(/^回访人/), "group");
    await user.selectOptions(await sheet.findByLabelText(/^坐席组/), "g1");
    await user.click(sheet.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(server.bodies(followUpSettingsApi.add.path)).toHaveLength(1));
    expect(server.bodies(followUpSettingsApi.add.path)[0]).toMatchObject({
      ...{ name: "受理后", formId: "f1", trigger: "nodeLeft", flowId: "w1", nodeId: "accept", who: "group" },
      ...{ groupId: "g1", minutes: 60, tries: 3, retryMinutes: 60, enabled: 1 },
    });
  });

  test("V9 questions are changed and added; points stand before the choices", async () => {
    server.on(followUpSatisfactionApi.find.path, () => ({
      ...{ formId: "f1", fields: defaultQuestions, revision: 0, updateTime: "", updatedBy: "" },
    }));
    server.on(followUpSatisfactionApi.save.path, () => ({ revision: 1 }));
    await open();
    await user.click(await screen.findByRole("tab", { name: "满意度表单" }));
    const second = within(await screen.findByRole("group", { name: "问题2" }));
    const options = second.getByRole("textbox", { name: "选项" });
    expect(options).toHaveValue("10 非常满意\n8 满意\n5 一般\n1 不满意\n0 非常不满意");
    await user.clear(options);
    await user.type(options, "2 好{Enter}1 不好");
    await user.click(screen.getByRole("button", { name: "移除问题4" }));
    await user.click(screen.getByRole("button", { name: "添加问题" }));
    await user.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(server.bodies(followUpSatisfactionApi.save.path)).toHaveLength(1));
    const [{ fields, ...rest }] = server.bodies(followUpSatisfactionApi.save.path) as [{ fields: object[] }];
    expect(rest).toEqual({ formId: "f1", revision: 0 });
    expect(fields).toMatchObject([
      { name: "contact" },
      {
        name: "satisfaction",
        items: [
          { label_name: "好", label_value: "2" },
          { label_name: "不好", label_value: "1" },
        ],
      },
      { name: "isResolved" },
      { name: "question4", type: "radio", label: "问题4" },
    ]);
  });
});
