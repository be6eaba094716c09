import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { agentCallView } from "../testing/agent-client.ts";
import { shownBar } from "../testing/shown-bar.tsx";
import { talkTools } from "./talk-part.ts";
import { choicesOf } from "./target-choices.ts";
import { targetPanel } from "./target-part.ts";

const button = (name: string) =>
  within(screen.getByRole("region", { name: "话务工具条" })).getAllByRole("button", { name })[0]!;
const talking = agentCallView({ phase: "talking", answeredAt: 1_000_000 });

describe("consultation and transfer", () => {
  // Loaded by the first press; to read it from the disk takes its time on a busy machine.
  beforeAll(() => Promise.all([targetPanel.load(), talkTools.load()]));

  async function inCall() {
    const made = await shownBar();
    act(() => made.callIs(talking));
    return made;
  }
  const openPanel = async (name: string) => {
    fireEvent.click(button(name));
    const panel = within(await screen.findByRole("dialog", { name }));
    // The panel asks who is there once it is drawn, and so after the dialog is found.
    await panel.findAllByRole("listitem");
    return panel;
  };

  test("a colleague is asked: who cannot take a call cannot be chosen; the panel closes when the server took it", async () => {
    const made = await inCall();
    const panel = await openPanel("咨询");
    expect(panel.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
      "李强 1002（分机8002）空闲",
      "王芳 1003（分机8003）通话中",
      "技能组 售前空闲1人",
      "技能组 售后无空闲坐席",
    ]);
    expect(panel.getByRole("button", { name: /王芳/ })).toBeDisabled();
    expect(panel.getByRole("button", { name: /售后/ })).toBeDisabled();
    fireEvent.click(panel.getByRole("button", { name: /李强/ }));
    expect(made.commands().at(-1)).toMatchObject({ name: "consult", fields: { callId: "c1", agentId: "1002" } });
    await act(() => made.answer("consult", 1));
    expect(screen.queryByRole("dialog", { name: "咨询" })).toBeNull();
  });

  test("K39 a colleague who is away can be chosen where the calls of such a one go elsewhere", async () => {
    const away = { agentId: "1004", name: "赵敏", extension: "8004", code: 0, statusName: "" };
    const agents = [
      { ...away, forwards: true },
      { ...away, agentId: "1005", name: "周敏", forwards: false },
    ];
    const choices = choicesOf({ agents, groups: [], queues: [], voices: [] }, true);
    expect(choices.map(({ remark, open, target }) => [remark, open, target])).toEqual([
      ["离线，已呼转", true, { agentId: "1004" }],
      ["离线", false, { agentId: "1005" }],
    ]);
  });

  test("K60 a call is sent to a dispatch queue; where somebody is waited for on the line there is none to choose", async () => {
    const made = await inCall();
    const panel = await openPanel("转接");
    fireEvent.click(panel.getByRole("button", { name: "调度队列 全部客服 空闲1人" }));
    expect(made.commands().at(-1)).toMatchObject({ name: "transfer", fields: { callId: "c1", dispatchGroup: "q1" } });
    await act(() => made.answer("transfer", 1));
  });

  test("a refusal is said in words and the panel stays with what was typed; a transfer may wait in a group", async () => {
    const made = await inCall();
    const panel = await openPanel("转接");
    await userEvent.type(panel.getByRole("textbox"), "13900139000");
    expect(panel.getByText(/没有符合的坐席或技能组/)).toBeVisible();
    fireEvent.click(panel.getByRole("button", { name: "转接" }));
    expect(made.commands().at(-1)).toMatchObject({ name: "transfer", fields: { number: "13900139000" } });
    await act(() => made.answer("transfer", -403, { msg: "号码不存在或对方未在线" }));
    expect(made.notices()).toContain("号码不存在或对方未在线");
    expect(panel.getByRole("textbox")).toHaveValue("13900139000");
    await userEvent.clear(panel.getByRole("textbox"));
    fireEvent.click(panel.getByRole("button", { name: /售后/ }));
    expect(made.commands().at(-1)).toMatchObject({ name: "transfer", fields: { skillGroup: "g2" } });
    await act(() => made.answer("transfer", 1));
    // Whether somebody took it is the server's to say.
    expect(made.notices()).toContain("正在转移通话，请等待结果");
    expect(made.notices()).not.toContain("已成功转移通话");
  });

  test("what is no number and nobody's name is said to be none, kept, and not sent", async () => {
    const made = await inCall();
    const panel = await openPanel("咨询");
    const field = panel.getByRole("textbox");
    await userEvent.type(field, "李强");
    expect(panel.queryByRole("alert")).toBeNull();
    await userEvent.type(field, "{Enter}");
    expect(panel.getByRole("alert")).toHaveTextContent("号码只能是数字，最多20位");
    await userEvent.clear(field);
    await userEvent.type(field, "*#06#");
    expect(panel.getByRole("alert")).toHaveTextContent("号码只能是数字，最多20位");
    fireEvent.click(panel.getByRole("button", { name: "发起咨询" }));
    expect(field).toHaveValue("*#06#");
    expect(made.commands().filter(({ name }) => name === "consult")).toEqual([]);
  });

  test("who asked takes the customer back, hands over or makes a conference; who was asked can hang up", async () => {
    const made = await inCall();
    const consult = { number: "1002", up: true, mine: true };
    act(() => made.callIs(agentCallView({ ...talking, phase: "consulting", held: true, consult })));
    expect(screen.getByRole("status", { name: "当前通话" })).toHaveTextContent("咨询 1002");
    for (const [name, verb, said] of [
      ["取消咨询", "consultCancel", "已将咨询人通话挂断！"],
      ["转接", "tranfer", "已成功转移通话"],
      ["会议", "meeting", undefined],
    ] as const) {
      fireEvent.click(button(name));
      expect(made.commands().at(-1)).toMatchObject({ name: verb, fields: { callId: "c1" } });
      await act(() => made.answer(verb, 1));
      if (said) expect(made.notices()).toContain(said);
    }
    act(() => made.callIs(agentCallView({ ...talking, phase: "consulting", consult: { ...consult, mine: false } })));
    expect(screen.queryByRole("button", { name: "转接" })).toBeNull();
    expect(button("挂断")).toBeEnabled();
  });
});
