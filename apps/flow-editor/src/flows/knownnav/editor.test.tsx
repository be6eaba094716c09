import type { FlowBody } from "@liantai/api/flows";
import { flowApi, flowTestApi, flowVersionApi } from "@liantai/api/contract/flow-editor";
import { bus } from "@liantai/bus";
import { asksToLeave, openTabOf, refusal, type FakeServer } from "@liantai/ui/testing";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../../root.tsx";
import { at, body, flowServer, loaded, row } from "./testing/flows.ts";
import { changeSub } from "./model/body.ts";
import { changeNode } from "./model/nodes.ts";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;

beforeEach(() => {
  user = userEvent.setup();
  server = flowServer();
});

const card = (name: string) => screen.getByRole("group", { name: new RegExp(`节点：${name}(，|$)`) });
const names = () =>
  [...document.querySelectorAll(".react-flow__node-card")].map(
    (one) => /：([^，]*)/.exec(one.getAttribute("aria-label")!)![1],
  );
const press = (name: string) => user.click(screen.getByRole("button", { name }));
async function open(path = "/knownnav"): Promise<void> {
  await openTabOf(Root, path, "?id=f1");
  await screen.findByRole("button", { name: "返回列表" });
  await screen.findByRole("group", { name: /主菜单/ });
  await screen.findByRole("group", { name: /挂机节点：再见/ });
}
const sent = () => {
  const last = server.bodies(flowApi.save.path).at(-1) as { revision: number; flow: string };
  return { revision: last.revision, body: JSON.parse(last.flow) as FlowBody };
};
const nodesSent = () => sent().body.nodes.flatMap(({ subProcess }) => subProcess.flow.nodes);
const saved = async () => {
  await press("保存草稿");
  await screen.findByText("已保存");
};
const choose = async (name: string) => {
  card(name).focus();
  await user.keyboard("{Enter}");
};
const theirs = (name: string) => ({
  ...{ revision: 7, updatedBy: "周敏", updateTime: at, tts: "", diff: { nodes: [], wordings: [], others: [] } },
  flow: JSON.stringify(
    changeSub(body, "主流程", (sub) => changeNode(sub, name, (node) => ({ ...node, nodeName: "对方改的" }))),
  ),
});
const stale = (data: unknown) => () => Response.json({ code: 409, msg: "流程已被周敏修改", data });

test("without an id a flow is chosen; the satisfaction editor offers those of type 3 alone", async () => {
  await openTabOf(Root, "/satisfaction/knownnav");
  await user.click(await screen.findByRole("button", { name: /总机流程/ }));
  await screen.findByRole("group", { name: /主菜单/ });
  expect(server.bodies(flowApi.list.path)[0]).toMatchObject({ flowType: 3 });
});

describe("the editor", () => {
  test("adds behind the chosen node at its open exit, duplicates, deletes by keys, and takes all back", async () => {
    await open();
    await choose("主菜单");
    await press("添加播放语音节点");
    expect(names()).toContain("播放语音");
    card("播放语音").focus();
    await user.keyboard("{Control>}d{/Control}");
    expect(names()).toContain("播放语音2");
    card("播放语音2").focus();
    await user.keyboard("{Delete}");
    expect(names()).not.toContain("播放语音2");
    await saved();
    const added = nodesSent().find(({ nodeName }) => nodeName === "播放语音")!;
    expect(nodesSent()[1]!.branch).toContainEqual({
      ...{ id: "timeout", nodeName: "超时", nodeId: added.nodeId, dictionariesId: "" },
    });
    expect(sent().revision).toBe(3);
    for (let n = 0; n < 3; n++) await user.keyboard("{Control>}z{/Control}");
    expect(names()).toEqual(["开始", "主菜单", "转客服", "再见"]);
    await user.keyboard("{Control>}y{/Control}");
    expect(names()).toContain("播放语音");
  });

  test("an exit is led elsewhere and nowhere by the dialog", async () => {
    await open();
    card("主菜单").focus();
    await user.keyboard("c");
    const dialog = within(await screen.findByRole("dialog", { name: "连接节点" }));
    expect(dialog.getByRole("button", { name: "断开" })).toBeDisabled();
    expect(within(dialog.getByLabelText("到")).queryByRole("option", { name: "开始" })).toBeNull();
    await user.selectOptions(dialog.getByLabelText("出口"), "按1 → 转客服");
    await user.selectOptions(dialog.getByLabelText("到"), "再见");
    await user.click(dialog.getByRole("button", { name: "连接" }));
    await saved();
    expect(nodesSent()[1]!.branch[0]).toMatchObject({ id: "key-1", nodeId: "bye" });
  });

  test("Tab goes from node to node as a call does, and out behind the last", async () => {
    await open();
    card("开始").focus();
    for (const next of ["主菜单", "转客服", "再见"]) {
      await user.keyboard("{Tab}");
      await waitFor(() => expect(card(next)).toHaveFocus());
    }
    await user.keyboard("{Shift>}{Tab}{/Shift}");
    await waitFor(() => expect(card("转客服")).toHaveFocus());
  });

  test("nodes are copied as text and pasted under new ids; what is removed is told when it is saved", async () => {
    await open();
    await choose("再见");
    const data = new Map<string, string>();
    const clipboardData = {
      setData: (type: string, text: string) => void data.set(type, text),
      getData: (type: string) => data.get(type) ?? "",
    };
    fireEvent.copy(card("再见"), { clipboardData });
    expect(data.get("text/plain")).toMatch("liantai-flow-nodes");
    fireEvent.paste(card("再见"), { clipboardData });
    expect(names()).toContain("再见2");
    card("再见").focus();
    await user.keyboard("{Delete}");
    await saved();
    expect(sent().body.removeIds).toEqual({ nodeIds: ["bye"], talkIds: ["t2"], wordIds: [] });
    const copy = nodesSent().find(({ nodeName }) => nodeName === "再见2")!;
    expect(copy.talkings[0]!.talkKey).not.toBe("t2");
  });

  test("a search by wording goes to the node, in another sub-process, too", async () => {
    await open();
    await press("查找节点");
    let dialog = within(await screen.findByRole("dialog", { name: "查找节点" }));
    await user.type(dialog.getByRole("textbox"), "人工服务");
    await user.click(await dialog.findByRole("button", { name: /主菜单/ }));
    await waitFor(() => expect(card("主菜单")).toHaveFocus());
    await user.keyboard("{Control>}f{/Control}");
    dialog = within(await screen.findByRole("dialog", { name: "查找节点" }));
    await user.type(dialog.getByRole("textbox"), "入口");
    await dialog.findByRole("button", { name: /入口/ });
    await user.keyboard("{Enter}");
    expect(screen.getByRole("tab", { name: "核身" })).toHaveAttribute("aria-selected", "true");
    expect(names()).toEqual(["入口"]);
  });

  test("sub-processes are added with a start and an end, renamed, and deleted when nobody calls them", async () => {
    await open();
    await press("新增子流程");
    const dialog = within(await screen.findByRole("dialog", { name: "新增子流程" }));
    await user.type(dialog.getByLabelText("名称"), "回访");
    await user.selectOptions(dialog.getByLabelText("类型"), "3");
    await user.click(dialog.getByRole("button", { name: "确定" }));
    expect(names()).toEqual(["开始", "结束"]);
    await saved();
    expect(sent().body.nodes[2]!.subProcess).toMatchObject({ subProcessName: "回访", classification: 3 });
    await press("删除子流程");
    const question = within(await screen.findByRole("alertdialog", { name: "删除子流程" }));
    expect(question.getByText("确定要删除「回访」和其中的2个节点吗？")).toBeVisible();
    await user.click(question.getByRole("button", { name: "删除" }));
    expect(screen.queryByRole("tab", { name: "回访" })).toBeNull();
    expect(screen.getByRole("button", { name: "删除子流程" })).toBeDisabled();
  });

  test("findings stand at their node and under the canvas; a press goes there", async () => {
    const finding = {
      rule: "exit",
      subProcessId: "核身",
      nodeId: "s2",
      nodeName: "入口",
      text: "出口“下一步”没有连接",
    };
    server.on(flowVersionApi.validate.path, () => ({ findings: [{ severity: "error", ...finding }] }));
    await open();
    expect(await screen.findByText("1处错误")).toBeVisible();
    await user.click(within(screen.getByRole("list", { name: "问题" })).getByRole("button"));
    expect(await screen.findByRole("group", { name: /入口，1处问题/ })).toBeInTheDocument();
  });

  test("who may not edit sees it, without palette, saving and publishing", async () => {
    server = flowServer(["delete"]);
    await open();
    expect(screen.queryByRole("region", { name: "节点类型" })).toBeNull();
    expect(screen.queryByRole("button", { name: "发布" })).toBeNull();
    card("再见").focus();
    await user.keyboard("{Delete}");
    expect(names()).toContain("再见");
  });
});

describe("saving", () => {
  test("goes by itself once one pauses", async () => {
    await open();
    await press("添加挂机节点");
    expect(screen.getByText("未保存")).toBeVisible();
    await screen.findByText("已保存");
    expect(nodesSent().map(({ nodeName }) => nodeName)).toContain("挂机");
  });

  test("goes on leaving", async () => {
    await open();
    await press("添加挂机节点");
    await press("返回列表");
    await waitFor(() => expect(server.bodies(flowApi.save.path)).toHaveLength(1));
  });

  test("what the server refuses is said, and not sent again before it is another", async () => {
    server.on(flowApi.save.path, () => refusal("invalid", "流程的数据过多"));
    await open();
    // They go on by themselves; what would be due later is made due at once.
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ["nextTick", "queueMicrotask", "setImmediate", "Date"] });
    await press("添加挂机节点");
    expect(await screen.findByRole("alert")).toHaveTextContent("流程的数据过多");
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(server.bodies(flowApi.save.path)).toHaveLength(1);
    jest.useRealTimers();
  });

  test("another saved other nodes: both are told by name and merged", async () => {
    server.on(flowApi.save.path, stale(theirs("bye")));
    await open();
    await choose("主菜单");
    await press("添加播放语音节点");
    await press("保存草稿");
    const dialog = within(await screen.findByRole("dialog", { name: "流程已被他人修改" }));
    expect(
      within(dialog.getByRole("region", { name: "周敏的改动" })).getByText(/修改节点 对方改的（挂机）/),
    ).toBeVisible();
    expect(within(dialog.getByRole("region", { name: "我的改动" })).getByText(/新增节点 播放语音/)).toBeVisible();
    server.on(flowApi.save.path, () => ({ revision: 8 }));
    await user.click(dialog.getByRole("button", { name: "合并" }));
    await screen.findByText("已保存");
    expect(sent().revision).toBe(7);
    expect(nodesSent().map(({ nodeName }) => nodeName)).toEqual(expect.arrayContaining(["对方改的", "播放语音"]));
  });

  test("another changed the same node: theirs or mine; mine comes back by a step", async () => {
    server.on(flowApi.save.path, stale(theirs("menu")));
    await open();
    await choose("主菜单");
    await press("添加播放语音节点");
    await press("保存草稿");
    const dialog = within(await screen.findByRole("dialog", { name: "流程已被他人修改" }));
    expect(dialog.getByRole("button", { name: "合并" })).toBeDisabled();
    await user.click(dialog.getByRole("button", { name: "采用对方的" }));
    expect(names()).toEqual(["开始", "对方改的", "转客服", "再见"]);
    server.on(flowApi.save.path, () => ({ revision: 8 }));
    await press("撤销");
    expect(names()).toContain("播放语音");
  });

  test("who has nothing of his own gets what another saved at once", async () => {
    await open();
    server.on(flowApi.find.path, () => ({ ...loaded, ...theirs("menu"), diff: undefined }));
    act(() =>
      bus.publish("flow.updated", { flowId: "f1", versionId: "v1", revision: 7, status: 0, by: "周敏", text: "" }),
    );
    expect(await screen.findByRole("group", { name: /对方改的/ })).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("publishing", () => {
  const confused = [{ nodeId: "menu", nodeName: "主菜单", text: "查余量", intentName: "办宽带", takenName: "查话费" }];
  const failing = { findings: [], tests: [{ id: "x", name: "夜间", faults: ["没有播放“再见”"] }], confused };

  test("takes the draft as it stands, with a note; failing tests ask for a reason", async () => {
    server.on(flowVersionApi.publish.path, () => Response.json({ code: 0, msg: "有1个测试没有通过", data: failing }));
    await open();
    await press("添加挂机节点");
    await press("发布");
    const dialog = within(await screen.findByRole("dialog", { name: "发布流程" }));
    await user.type(dialog.getByLabelText("发布说明"), "加挂机");
    await asksToLeave(user);
    await user.click(dialog.getByRole("button", { name: "发布" }));
    expect(await dialog.findByText("夜间：没有播放“再见”")).toBeVisible();
    expect(dialog.getByText("主菜单：“查余量”应为“办宽带”，会被识别为“查话费”")).toBeVisible();
    expect(dialog.getByRole("button", { name: "发布" })).toBeDisabled();
    await user.type(dialog.getByLabelText("仍要发布的原因"), "明天改");
    server.on(flowVersionApi.publish.path, () => ({ versionId: "v2", version: 2, findings: [] }));
    await user.click(dialog.getByRole("button", { name: "发布" }));
    await waitFor(() =>
      expect(server.bodies(flowVersionApi.publish.path).at(-1)).toEqual({
        ...{ id: "f1", revision: 4, note: "加挂机", reason: "明天改" },
      }),
    );
    expect(await screen.findByText("已发布第2版")).toBeVisible();
  });

  test("an old version is published again, after a look at what is another", async () => {
    const nodes = [
      {
        change: "changed",
        subProcessId: "主流程",
        subProcessName: "主流程",
        nodeId: "menu",
        nodeName: "主菜单",
        nodeType: "keyNav",
        what: ["话术"],
      },
    ];
    server.on(flowVersionApi.diff.path, () => ({ nodes, wordings: [], others: [] }));
    server.on(flowVersionApi.rollback.path, () => ({ versionId: "v3", version: 3, revision: 3 }));
    await open();
    await user.click(screen.getByRole("tab", { name: "版本" }));
    expect(await screen.findByText("主流程·主菜单")).toBeVisible();
    expect(server.bodies(flowVersionApi.diff.path)[0]).toEqual({ id: "f1", a: "v2", b: "" });
    await press("回退到第1版");
    const question = within(await screen.findByRole("alertdialog", { name: "回退到第1版" }));
    await user.click(question.getByRole("button", { name: "回退" }));
    await waitFor(() =>
      expect(server.bodies(flowVersionApi.rollback.path)).toEqual([{ versionId: "v1", note: "", draft: 0 }]),
    );
    expect(await screen.findByText("已发布第3版")).toBeVisible();
  });
});

describe("tests of the flow", () => {
  const row = {
    ...{ id: "x", name: "转人工", remark: "", enabled: 1, updateTime: at, updatedBy: "张建国" },
    test: {
      steps: [{ do: "keys", value: "1" }],
      overrides: {},
      expect: [{ what: "target", value: "g1" }],
    },
  };
  const side = () => within(screen.getByRole("complementary", { name: "测试" }));

  test("are run against what is drawn; the exits they took stand on the canvas", async () => {
    server.on(flowTestApi.list.path, () => [row]);
    const track = [{ action: "node", nodeId: "menu", nodeName: "主菜单", content: "", at: 0 }];
    server.on(flowTestApi.run.path, () => ({
      ...{
        passed: 0,
        failed: 1,
        coverage: { nodes: { all: 4, missing: ["bye"] }, exits: { all: 6, missing: ["menu:key-2", "a", "b", "c"] } },
      },
      results: [
        { id: "x", name: "转人工", passed: 0, faults: ["应转到“g1”"], taken: ["start:next", "menu:key-1"], track },
      ],
    }));
    await open();
    await press("添加挂机节点");
    await user.click(screen.getByRole("tab", { name: "测试" }));
    await user.click(await screen.findByRole("button", { name: "全部运行" }));
    expect(await side().findByText("0个通过，1个失败；走过6个出口中的2个。")).toBeVisible();
    expect(side().getByText("应转到“g1”")).toBeVisible();
    // The side tells the canvas once it stands itself: one drawing later.
    expect(await within(card("主菜单")).findByText("按1 ×1")).toBeInTheDocument();
    const asked = server.bodies(flowTestApi.run.path) as { flow: string; audio: number }[];
    expect(asked[0]).toMatchObject({ flow: expect.stringContaining("挂机"), audio: 0 });
    await user.click(side().getByRole("checkbox", { name: "用真实语音" }));
    await user.click(side().getByRole("button", { name: "运行转人工" }));
    await waitFor(() => expect(server.bodies(flowTestApi.run.path)[1]).toMatchObject({ ids: ["x"], audio: 1 }));
    await user.selectOptions(screen.getByRole("combobox", { name: "图层" }), "不显示");
    expect(within(card("主菜单")).getByText("按1")).toBeInTheDocument();
  });

  test("are written line by line; what cannot be is said", async () => {
    server.on(flowTestApi.add.path, () => ({ id: "y" }));
    await open();
    await user.click(screen.getByRole("tab", { name: "测试" }));
    await user.click(await screen.findByRole("button", { name: "新增测试" }));
    const dialog = within(await screen.findByRole("dialog", { name: "新增测试" }));
    await user.type(dialog.getByLabelText("测试名称"), "再见");
    await user.click(dialog.getByRole("button", { name: "保存" }));
    expect(dialog.getByRole("alert")).toHaveTextContent("请至少填写一项期望");
    await user.click(dialog.getByRole("button", { name: "添加期望" }));
    await user.selectOptions(dialog.getByLabelText("期望1"), "经过节点");
    await user.selectOptions(dialog.getByLabelText("期望1的经过节点"), "再见");
    await user.click(dialog.getByRole("button", { name: "保存" }));
    await waitFor(() =>
      expect(server.bodies(flowTestApi.add.path)[0]).toMatchObject({
        ...{ flowId: "f1", name: "再见", enabled: 1 },
        test: { steps: [{ do: "keys", value: "1" }], overrides: {}, expect: [{ what: "node", value: "bye" }] },
      }),
    );
  });
});

test("what the flow is called and where it stands is in the head", async () => {
  await open();
  expect(screen.getByTitle(row.name)).toBeVisible();
  expect(screen.getByText("IVR流程")).toBeVisible();
});
