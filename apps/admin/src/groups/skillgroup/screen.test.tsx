import { store } from "@liantai/api/client";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, startOver } from "../../testing/screen.tsx";
import type { FakeServer } from "@liantai/ui/testing";

const none = { kind: "none", id: "" };
const group = {
  id: "g1",
  name: "售后",
  enabled: 1,
  strategy: "level",
  queueLimit: 20,
  maxWaitS: 0,
  ringS: 20,
  wrapUpS: 30,
  serviceLevelS: 15,
  shortAbandonS: null,
  musicId: "",
  positionOn: 1,
  positionEveryS: 30,
  waitEveryS: 0,
  waitText: "",
  waitVoiceId: "",
  overflowFull: none,
  overflowWait: none,
  overflowAbsent: none,
  recordMode: 1,
  priorityMin: 0,
  transferPriorityMin: 0,
  callbackPriorityMin: 0,
  stickyDays: 0,
  stickyWaitS: 30,
  rings: [],
  missLimit: 1,
  wrapUpMode: "optional",
  wrapUpExtendS: 0,
  estimateOn: 0,
  estimateErrorPct: 30,
  menuEveryS: 0,
  menuCallback: 1,
  menuVoicemail: 0,
  menuVoiceId: "",
  voicemailMaxS: 60,
  voicemailOffer: 0,
  voicemailOfferS: 20,
  voicemailWorkS: 120,
  remark: "",
  members: 4,
};
let server: FakeServer;
const bodies = (path: string) => server.bodies(`/pbx/api/v1/skillGroup${path}`);

beforeEach(() => {
  server = startOver();
  server.on("/pbx/api/v1/skillGroup/list", () => ({ list: [group], total: 1, pageNo: 1, pageSize: 10 }));
  server.on("/pbx/api/v1/skillGroup/update", () => null);
  server.on("/pbx/api/v1/accessNum/choices", () => ({
    skillGroup: [
      { id: "g1", label: "售后" },
      { id: "g2", label: "售前" },
    ],
    dispatchQueue: [],
    seat: [],
    extension: [],
    voice: [],
    meetingRoom: [],
    timeRule: [],
    off: [
      { kind: "seat", id: "1002", label: "王志强（1002）" },
      { kind: "seat", id: "1009", label: "李明（1009）" },
    ],
  }));
});

test("Q28 an overflow to a seat that is switched off is read by its name and kept; no other such seat is offered", async () => {
  const kept = { ...group, overflowWait: { kind: "seat", id: "1002" } };
  server.on("/pbx/api/v1/skillGroup/list", () => ({ list: [kept], total: 1, pageNo: 1, pageSize: 10 }));
  const user = userEvent.setup();
  await openTab("/skillgroup");
  await user.click(await screen.findByRole("button", { name: "编辑" }));
  const overflow = within(await screen.findByRole("group", { name: "溢出处理" }));
  expect(await overflow.findByLabelText("坐席")).toHaveDisplayValue("王志强（1002）（已停用）");
  expect(overflow.queryByRole("option", { name: /李明/ })).toBeNull();
  await user.type(screen.getByLabelText("备注"), "夜间");
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(bodies("/update")).toMatchObject([{ overflowWait: { kind: "seat", id: "1002" } }]));
});

test("a group reads in words; its overflow is chosen by kind and target, never itself", async () => {
  const user = userEvent.setup();
  await openTab("/skillgroup");
  expect(await screen.findByText("级别优先")).toBeVisible();
  expect(screen.getByText("不限")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "编辑" }));
  const overflow = within(await screen.findByRole("group", { name: "溢出处理" }));
  await user.selectOptions(overflow.getByLabelText(/^等待超时后/), "技能组");
  const target = overflow.getByLabelText(/^技能组/);
  expect(within(target).queryByRole("option", { name: "售后" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "保存" }));
  expect(await overflow.findByText("请选择等待超时的目标")).toBeVisible();
  expect(bodies("/update")).toEqual([]);
  await user.selectOptions(target, "售前");
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(bodies("/update")[0]).toMatchObject({
      id: "g1",
      strategy: "level",
      overflowWait: { kind: "skillGroup", id: "g2" },
      overflowFull: none,
    }),
  );
});

test("a short abandon is the enterprise's until the group says its own; emptied it is the enterprise's again", async () => {
  const user = userEvent.setup();
  await openTab("/skillgroup");
  const save = async (type?: string) => {
    await user.click(await screen.findByRole("button", { name: "编辑" }));
    const field = await screen.findByLabelText(/^短放弃时限/);
    expect(field).toHaveAttribute("placeholder", "按企业设置");
    expect(field).toHaveValue("");
    if (type !== undefined) await user.type(field, type);
    await user.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "保存" })).toBeNull());
  };
  await save();
  await save("0");
  await save("1{Backspace}");
  expect(bodies("/update").map((body) => (body as { shortAbandonS: unknown }).shortAbandonS)).toEqual([null, 0, null]);
});

test("a ring needs its time, its level and its order; a further group is never the own one", async () => {
  const user = userEvent.setup();
  await openTab("/skillgroup");
  await user.click(await screen.findByRole("button", { name: "编辑" }));
  const rings = within(await screen.findByRole("group", { name: "扩展步骤" }));
  const add = rings.getByRole("button", { name: "添加步骤" });
  await user.click(add);
  await user.click(add);
  const second = within(await rings.findByRole("group", { name: "第2步" }));
  await user.click(screen.getByRole("button", { name: "保存" }));
  expect(await rings.findByText("按级别扩展须从等待0秒开始，级别逐步增大")).toBeVisible();
  await user.selectOptions(second.getByLabelText(/^扩展方式/), "增加技能组");
  const groups = await second.findByLabelText(/^技能组/);
  expect(within(groups).queryByRole("option", { name: "售后" })).toBeNull();
  await user.selectOptions(groups, "售前");
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(bodies("/update")[0]).toMatchObject({
      rings: [
        { afterS: 0, kind: "level", level: 1 },
        { afterS: 30, kind: "group", groupId: "g2" },
      ],
    }),
  );
});

test("坐席 opens the seats of the group in their own tab", async () => {
  const user = userEvent.setup();
  await openTab("/skillgroup");
  await user.click(await screen.findByRole("button", { name: "坐席" }));
  const tab = store.getState().workspace.tabs.find((t) => t.path === "/allotskill");
  expect(tab?.search).toBe("id=g1");
});
