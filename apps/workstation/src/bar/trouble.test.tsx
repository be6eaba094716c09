import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { drawBar } from "../testing/shown-bar.tsx";
import { makeAgentClient } from "../testing/agent-client.ts";
import { settle } from "../testing/virtual-clock.ts";

test("L7 why the CTI server's address could not be had stands in the bar with 重试, and goes when it can", async () => {
  let failure = "获取CTI服务器失败：企业已停用";
  const made = makeAgentClient({
    http: { ctiAddress: async () => (failure ? { failure } : { got: "ws://desk/cti/ws" }) },
  });
  await made.core.follow(made.user);
  drawBar(made);
  expect(await screen.findByText(failure)).toBeInTheDocument();
  await act(() => made.clock.pass(10_000));
  expect(made.notices()).toEqual([failure]);
  failure = "";
  fireEvent.click(screen.getByRole("button", { name: "重试" }));
  await act(settle);
  await act(async () => {
    made.cti().accept();
    await settle();
    await made.answer("login");
  });
  await waitFor(() => expect(screen.queryByRole("button", { name: "重试" })).toBeNull());
});

test.each(["获取注册服务器失败：服务异常", "获取分机信息失败：坐席未绑定分机，请联系管理员"])(
  "%s stands in the bar, and registering is tried again at a press",
  async (failure) => {
    let asked = 0;
    const made = makeAgentClient({
      http: {
        phoneConfig: async () => {
          asked += 1;
          return { failure };
        },
      },
    });
    await made.up();
    drawBar(made);
    expect(await screen.findByText(failure)).toBeInTheDocument();
    expect(made.state()).toMatchObject({ softphone: "down", cti: "up" });
    const before = asked;
    fireEvent.click(screen.getByRole("button", { name: "重试" }));
    await act(settle);
    expect(asked).toBe(before + 1);
  },
);

test("what is heard of a link after the agent has left is said to nobody", async () => {
  let answer: (had: { failure: string }) => void = () => undefined;
  const made = makeAgentClient({ http: { ctiAddress: () => new Promise((resolve) => (answer = resolve)) } });
  await made.core.follow(made.user);
  await made.core.follow(null);
  answer({ failure: "获取CTI服务器失败：企业已停用" });
  await settle();
  expect(made.state().trouble).toBe("");
});

test("a browser without WebSocket is told so, of the CTI link in the bar and of the messages in a notice", async () => {
  const made = makeAgentClient();
  made.withoutSockets();
  await made.core.follow(made.user);
  drawBar(made);
  expect(await screen.findByText("Your browser does not support WebSocket")).toBeInTheDocument();
  expect(made.notices()).toContain("您的浏览器不支持WebSocket");
  expect(made.net.wires).toEqual([]);
});
