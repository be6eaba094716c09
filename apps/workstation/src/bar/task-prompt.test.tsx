import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { AgentHttp, SeatTask } from "../agent-client/ports.ts";
import { shownBar } from "../testing/shown-bar.tsx";
import { agentCallView } from "../testing/agent-client.ts";
import { taskPrompt } from "./task-part.ts";

const seatTask = (part: Partial<SeatTask>): SeatTask => ({
  id: "t1",
  taskIdentity: "双十一回访",
  ftype: 3,
  state: "running",
  participateStatus: 1,
  joined: 0,
  agentId: "1001",
  compid: "100001",
  ...part,
});

describe("C14 the prompt of tasks", () => {
  // Loaded with the first prompt; to read it from the disk takes its time on a busy machine.
  beforeAll(() => taskPrompt.load());

  const shownWith = (tasks: readonly SeatTask[], more: Partial<AgentHttp> = {}) =>
    act(() => shownBar({ http: { seatTasks: async () => ({ tasks, failures: [] }), ...more } }));
  const prompt = async (identity: string) => {
    const found = await screen.findByText(new RegExp(`“${identity}”，是否重新加入？`));
    return within(found.closest<HTMLElement>("[role=alertdialog]")!);
  };

  test("one after the other: rejoined over the link, or left; what came of it is said", async () => {
    const left: string[] = [];
    const made = await shownWith(
      [seatTask({}), seatTask({ id: "t2", taskIdentity: "欠费提醒", ftype: 2 }), seatTask({ id: "t3", joined: 1 })],
      { leaveTask: async ({ id }) => (left.push(id), "") },
    );
    const first = await prompt("双十一回访");
    fireEvent.click(first.getByRole("button", { name: "重新加入" }));
    await waitFor(() => expect(made.commands().at(-1)).toMatchObject({ name: "taskJoin", fields: { taskId: "t1" } }));
    await act(() => made.answer("taskJoin", 1));
    expect(made.notices()).toContain("已重新加入任务[双十一回访]");
    const second = await prompt("欠费提醒");
    fireEvent.click(second.getByRole("button", { name: "退出任务" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog", { name: "重新加入任务" })).toBeNull());
    expect(left).toEqual(["t2"]);
    expect(made.notices()).toContain("任务标识[欠费提醒]退出成功");
  });

  test("a refusal is said with the server's sentence, and not asked again", async () => {
    const made = await shownWith([seatTask({})]);
    fireEvent.click((await prompt("双十一回访")).getByRole("button", { name: "重新加入" }));
    await waitFor(() => expect(made.commands().at(-1)).toMatchObject({ name: "taskJoin" }));
    await act(() => made.answer("taskJoin", 35, { msg: "任务已过期，无法加入" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog", { name: "重新加入任务" })).toBeNull());
    expect(made.notices()).toContain("任务已过期，无法加入");
  });

  test("a list that cannot be had is told; the call's task stands in its card until it ends", async () => {
    const failures = ["自动外呼任务查询失败：服务繁忙"];
    const made = await act(() => shownBar({ http: { seatTasks: async () => ({ tasks: [], failures }) } }));
    await waitFor(() => expect(made.notices()).toContain(failures[0]));
    await act(() => made.callIs(agentCallView({ tasktype: 3, taskid: "t1", taskIdentity: "双十一回访" })));
    expect(await screen.findByText("双十一回访")).toBeVisible();
    await act(() => made.event("callEnd", { callId: "c1", cause: "completed" }));
    expect(made.state().call).toBeNull();
    expect(screen.queryByText("双十一回访")).toBeNull();
  });
});
