import { opened, store } from "@liantai/api/client";
import { intentionLevelApi as api } from "@liantai/api/contract/workorder";
import { bus } from "@liantai/bus";
import { asksToLeave, refusal, signIn, type FakeServer } from "@liantai/ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";

const levels = [
  { id: "a", name: "A", minScore: 90, maxScore: 100, remark: "意向强烈" },
  { id: "b", name: "B", minScore: 70, maxScore: 89, remark: "" },
];
const call = {
  ...{ callId: "c-000042", levelId: "b", levelName: "B", score: 75, source: "flow", note: "", markedBy: "" },
  ...{ markTime: "2026-11-02 10:00:00", direction: "outbound", number: "138****5678", ref: "v1.sealed" },
  ...{ agentId: "1001", agentName: "李晓雯", startTime: "2026-11-02 09:58:00", talkSeconds: 61 },
  ...{ followed: 0, followNote: "", followBy: "", followTime: "" },
};

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
const counts = [
  { levelId: "b", levelName: "B", count: 1 },
  { levelId: "a", levelName: "A", count: 3 },
];
const asked = () => server.bodies(api.calls.path).at(-1);
async function open(buttons: readonly string[] = ["intentionLevel.save"]) {
  server = signIn({ roleType: 1 }, { page: "/intellectleveinfo", buttons });
  server.on(api.list.path, () => levels);
  server.on(api.calls.path, ({ body }) => ({
    ...{ list: [call], total: 1, pageNo: body["pageNo"], pageSize: body["pageSize"], counts },
  }));
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/intellectleveinfo" })));
  await screen.findByRole("cell", { name: "138****5678" });
}
beforeEach(() => {
  user = userEvent.setup();
});
const press = async (name: string) => user.click(await screen.findByRole("button", { name }));

test("F84 calls stand with their level; a press asks for one level, in the order of the levels", async () => {
  await open();
  const chips = within(screen.getByRole("group", { name: "意向等级" }));
  expect(chips.getAllByRole("button").map((chip) => chip.textContent)).toEqual(["全部 4", "A 3", "B 1"]);
  await user.click(chips.getByRole("button", { name: "A 3" }));
  await waitFor(() => expect(asked()).toMatchObject({ levelId: "a", pageNo: 1 }));
  expect(screen.getByText("01:01")).toBeVisible();
});

test("F84 the calls of a day are asked with one press, as the server takes it", async () => {
  await open();
  await user.selectOptions(screen.getByLabelText("通话时间快捷选择"), "今天");
  await press("查询");
  await waitFor(() =>
    expect(asked()).toMatchObject({
      ...{ startTime: expect.stringMatching(/ 00:00:00$/), endTime: expect.stringMatching(/ 23:59:59$/) },
    }),
  );
  expect(api.calls.body!.isValidSync(asked())).toBe(true);
});

test("F84 a call is dialled by its reference, followed up, given another level, and its detail opens", async () => {
  await open();
  server.on(api.followUp.path, () => null);
  server.on(api.mark.path, () => null);
  const heard: unknown[] = [];
  const end = bus.subscribe("call.dial", (payload) => heard.push(payload));
  await press("呼叫");
  expect(heard).toEqual([{ ref: "v1.sealed" }]);
  end();
  await press("跟进");
  await user.type(await screen.findByRole("textbox", { name: /跟进记录/ }), "已发报价");
  await press("保存");
  await waitFor(() =>
    expect(server.bodies(api.followUp.path)).toEqual([{ callId: "c-000042", followed: 1, followNote: "已发报价" }]),
  );
});

test("F84 the levels are set in one sheet; a refusal keeps what was typed", async () => {
  await open();
  server.on(api.save.path, () =>
    refusal("invalid", "参数有误", [
      { path: "levels[2].minScore", label: "最低分", message: "等级“C”与“B”的分数范围重叠" },
    ]),
  );
  await press("等级设置");
  const sheet = within(await screen.findByRole("dialog", { name: "意向等级设置" }));
  await user.click(await sheet.findByRole("button", { name: "添加等级" }));
  await user.type(sheet.getByRole("textbox", { name: "第3级等级名称" }), "C");
  await asksToLeave(user);
  await user.type(sheet.getByRole("textbox", { name: "第3级最低分" }), "4x0");
  await user.type(sheet.getByRole("textbox", { name: "第3级最高分" }), "70");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  expect(await sheet.findByRole("alert")).toHaveTextContent("等级“C”与“B”的分数范围重叠");
  server.on(api.save.path, () => null);
  await user.click(sheet.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.bodies(api.save.path).at(-1)).toEqual({
    levels: [...levels, { name: "C", minScore: 40, maxScore: 70, remark: "" }],
  });
});

test("F84 who may not set levels has no button for it", async () => {
  await open([]);
  expect(screen.queryByRole("button", { name: "等级设置" })).toBeNull();
});
