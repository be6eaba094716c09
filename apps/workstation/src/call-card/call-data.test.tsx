import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { agentCallView } from "../testing/agent-client.ts";
import { shownBar } from "../testing/shown-bar.tsx";

const talking = agentCallView({
  phase: "talking",
  answeredAt: 1_000_000,
  callData: { order: "A-1", phone: "139****5678" },
});

async function inTalk(call = talking) {
  const made = await shownBar();
  act(() => made.callIs(call));
  const section = () => within(screen.getByRole("region", { name: "随路数据" }));
  const sent = () =>
    made
      .commands()
      .filter(({ name }) => name === "setCallData")
      .map(({ fields }) => [fields.callId, JSON.parse(fields.callData!) as unknown]);
  return { ...made, section, sent };
}
const add = async (section: ReturnType<typeof within>, key: string, text: string) => {
  await userEvent.click(section.getByRole("button", { name: "添加一项" }));
  await userEvent.type(section.getByRole("textbox", { name: "随路数据名称" }), key);
  await userEvent.type(section.getByRole("textbox", { name: `${key}的内容` }), text);
};

describe("Q21 call data on the card", () => {
  test("what comes along is read while it rings, and typed in the talk alone; what was changed is sent, and nothing else", async () => {
    const made = await inTalk(agentCallView({ callData: { order: "A-1" } }));
    expect(made.section().getByText("A-1")).toBeVisible();
    expect(made.section().queryByRole("button")).toBeNull();
    act(() => made.callIs(talking));
    await userEvent.click(made.section().getByRole("button", { name: "编辑随路数据" }));
    const order = made.section().getByRole("textbox", { name: "order的内容" });
    await userEvent.clear(order);
    await userEvent.type(order, "A-2");
    await add(made.section(), "诉求", "退款");
    // {"order":"A-2","phone":"139****5678","诉求":"退款"}: 43 characters of ASCII, four of three bytes.
    expect(made.section().getByLabelText("随路数据长度")).toHaveTextContent("55 / 2048字节");
    await userEvent.click(made.section().getByRole("button", { name: "保存" }));
    expect(made.sent()).toEqual([["c1", { order: "A-2", 诉求: "退款" }]]);
    await act(() => made.answer("setCallData", 1));
    act(() => made.callIs({ ...talking, callData: { order: "A-2", phone: "139****5678", 诉求: "退款" } }));
    expect(made.section().queryByRole("textbox")).toBeNull();
    expect(made.section().getByText("退款")).toBeVisible();
    await userEvent.click(made.section().getByRole("button", { name: "编辑随路数据" }));
    await userEvent.click(made.section().getByRole("button", { name: "移除order" }));
    await userEvent.click(made.section().getByRole("button", { name: "保存" }));
    expect(made.sent().at(-1)).toEqual(["c1", { order: "" }]);
  });

  test("who supervises a talk reads its data, and types none", async () => {
    const made = await inTalk({ ...talking, phase: "conference", supervises: { agentId: "1002", mode: "listen" } });
    expect(made.section().getByText("A-1")).toBeVisible();
    expect(made.section().queryByRole("button")).toBeNull();
  });

  test("a fault is said at its row, a refusal below; what was typed stays", async () => {
    const made = await inTalk(agentCallView({ ...talking, callData: {} }));
    await userEvent.click(made.section().getByRole("button", { name: "添加随路数据" }));
    await userEvent.type(made.section().getByRole("textbox", { name: "随路数据名称" }), "客户 诉求");
    await userEvent.click(made.section().getByRole("button", { name: "保存" }));
    expect(made.section().getByRole("alert")).toHaveTextContent("名称只能是文字、数字和 _ . -，最多64个字符");
    expect(made.sent()).toEqual([]);
    const name = made.section().getByRole("textbox", { name: "随路数据名称" });
    await userEvent.clear(name);
    await userEvent.type(name, "诉求");
    const text = made.section().getByRole("textbox", { name: "诉求的内容" });
    fireEvent.change(text, { target: { value: "退".repeat(700) } });
    await userEvent.click(made.section().getByRole("button", { name: "保存" }));
    expect(made.section().getByRole("alert")).toHaveTextContent("随路数据合计不能超过2KB");
    fireEvent.change(text, { target: { value: "退款" } });
    await userEvent.click(made.section().getByRole("button", { name: "保存" }));
    await act(() => made.answer("setCallData", -403, { msg: "随路数据合计不能超过2KB" }));
    expect(made.section().getByRole("alert")).toHaveTextContent("随路数据合计不能超过2KB");
    expect(made.section().getByRole("textbox", { name: "诉求的内容" })).toHaveValue("退款");
  });

  test("turning to something else saves what is in order, before the call goes on, and the typing can go on", async () => {
    const made = await inTalk();
    await userEvent.click(made.section().getByRole("button", { name: "编辑随路数据" }));
    await add(made.section(), "诉求", "退款");
    await userEvent.click(screen.getAllByRole("button", { name: "保持" })[0]!);
    expect(
      made
        .commands()
        .slice(-2)
        .map(({ name }) => name),
    ).toEqual(["setCallData", "hold"]);
    expect(made.sent()).toEqual([["c1", { 诉求: "退款" }]]);
    await act(() => made.answer("setCallData", 1));
    act(() => made.callIs({ ...talking, callData: { ...talking.callData, 诉求: "退款" } }));
    const text = made.section().getByRole("textbox", { name: "诉求的内容" });
    await userEvent.clear(text);
    await userEvent.type(text, "换货{Enter}");
    expect(made.sent().at(-1)).toEqual(["c1", { 诉求: "换货" }]);
  });

  test("what is typed outlives a fold of the card; a talk that ends before says what was not saved", async () => {
    const made = await inTalk();
    await userEvent.click(made.section().getByRole("button", { name: "编辑随路数据" }));
    await userEvent.click(made.section().getByRole("button", { name: "添加一项" }));
    await userEvent.type(made.section().getByRole("textbox", { name: "随路数据名称" }), "诉求");
    await userEvent.click(screen.getByRole("button", { name: "收起通话卡片" }));
    expect(screen.queryByRole("region", { name: "随路数据" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "展开通话卡片" }));
    await userEvent.type(made.section().getByRole("textbox", { name: "诉求的内容" }), "退款");
    act(() => made.event("callEnd", { callId: "c1", cause: "completed" }));
    await waitFor(() => expect(made.notices()).toContain("通话已结束，随路数据未保存：诉求=退款"));
    expect(made.sent()).toEqual([]);
    act(() => made.callIs({ ...talking, callId: "c2" }));
    expect(made.section().queryByRole("textbox")).toBeNull();
  });
});
