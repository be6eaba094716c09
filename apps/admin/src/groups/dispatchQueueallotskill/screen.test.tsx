import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, startOver } from "../../testing/screen.tsx";
import { refusal, scrollsThinly, type FakeServer } from "@liantai/ui/testing";

const member = (skillGroupId: string, sort: number) => ({
  skillGroupId,
  name: `组${skillGroupId}`,
  enabled: 1,
  members: 3,
  sort,
  nextAfterS: 20,
});
const page = (list: unknown[]) => ({ list, total: list.length, pageNo: 1, pageSize: 200 });
let server: FakeServer;

beforeEach(() => {
  server = startOver();
  server.on("/pbx/api/v1/dispatchgroup/list", () =>
    page([
      { id: "q1", name: "客服队列", enabled: 1 },
      { id: "q2", name: "投诉队列", enabled: 1 },
    ]),
  );
  server.on("/pbx/api/v1/skillGroup/list", () =>
    page([
      { id: "a", name: "组a", members: 3, enabled: 1 },
      { id: "b", name: "组b", members: 3, enabled: 1 },
      { id: "c", name: "组c", members: 0, enabled: 1 },
    ]),
  );
  server.on("/pbx/api/v1/dispatchGroupMember/list", () => page([member("a", 1), member("b", 2)]));
  server.on("/pbx/api/v1/dispatchGroupMember/update", () => ({ count: 2 }));
  server.on("/pbx/api/v1/dispatchGroupMember/add", () => ({ count: 1 }));
});

async function open() {
  await openTab("/dispatchQueueallotskill", "id=q1");
  expect(scrollsThinly(await screen.findByRole("list", { name: "技能组顺序" }))).toBe(true);
  return userEvent.setup();
}
const order = () =>
  within(screen.getByRole("list", { name: "技能组顺序" }))
    .getAllByRole("listitem")
    .map((row) => /组\w/.exec(row.textContent ?? "")![0]);

test("groups are moved by button, seconds are typed, and the queue is saved as a whole", async () => {
  const user = await open();
  expect(order()).toEqual(["组a", "组b"]);
  await user.click(screen.getByRole("button", { name: "上移组b" }));
  expect(order()).toEqual(["组b", "组a"]);
  expect(screen.getByText("有未保存的修改")).toBeVisible();
  await user.clear(screen.getByLabelText("组b等待秒数"));
  await user.type(screen.getByLabelText("组b等待秒数"), "45秒");
  await user.click(screen.getByRole("button", { name: "保存顺序" }));
  await waitFor(() =>
    expect(server.bodies("/pbx/api/v1/dispatchGroupMember/update")).toEqual([
      {
        dispatchGroupId: "q1",
        members: [
          { skillGroupId: "b", nextAfterS: 45 },
          { skillGroupId: "a", nextAfterS: 20 },
        ],
      },
    ]),
  );
});

test("a group that is not in the queue is put at its end", async () => {
  const user = await open();
  await user.click(await screen.findByRole("option", { name: /组c/ }));
  await user.click(screen.getByRole("button", { name: "添加到队列中的技能组" }));
  await waitFor(() =>
    expect(server.bodies("/pbx/api/v1/dispatchGroupMember/add")).toEqual([
      { dispatchGroupId: "q1", skillGroupIds: ["c"], nextAfterS: 30 },
    ]),
  );
});

test("another queue is chosen after a question while the order is unsaved", async () => {
  const user = await open();
  const queue = () => screen.getByLabelText("调度队列");
  await user.click(screen.getByRole("button", { name: "上移组b" }));
  await user.selectOptions(queue(), "投诉队列");
  expect(screen.getByRole("alertdialog")).toHaveTextContent("有未保存的内容，确定要离开吗？");
  await user.click(screen.getByRole("button", { name: "继续编辑" }));
  expect(queue()).toHaveDisplayValue("客服队列");
  expect(order()).toEqual(["组b", "组a"]);
  await user.selectOptions(queue(), "投诉队列");
  await user.click(screen.getByRole("button", { name: "放弃" }));
  expect(queue()).toHaveDisplayValue("投诉队列");
  await screen.findByRole("list", { name: "技能组顺序" });
  expect(order()).toEqual(["组a", "组b"]);
  await user.selectOptions(queue(), "客服队列");
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("where the queues cannot be loaded it says so, and asks again", async () => {
  server.on("/pbx/api/v1/dispatchgroup/list", () => refusal("refused", "系统繁忙"));
  await openTab("/dispatchQueueallotskill", "id=q1");
  expect(await screen.findByText("数据没有加载成功")).toBeVisible();
  server.on("/pbx/api/v1/dispatchgroup/list", () => page([{ id: "q1", name: "客服队列", enabled: 1 }]));
  await userEvent.click(screen.getByRole("button", { name: "重试" }));
  await screen.findByRole("list", { name: "技能组顺序" });
});
