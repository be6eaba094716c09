import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { assistanceApi } from "@liantai/api/contract/assistance";
import { fakeServer } from "@liantai/ui/testing";
import { agentCallView } from "../testing/agent-client.ts";
import { shownBar } from "../testing/shown-bar.tsx";
import { talkTools } from "./talk-part.ts";

// Loaded with the first talk; to read it from the disk takes its time on a busy machine.
beforeAll(() => talkTools.load());

test("求助 asks once, shows the wait and what came back, and is taken back", async () => {
  const server = fakeServer();
  let own: object[] = [];
  server.on(assistanceApi.mine.path, () => own);
  server.on(assistanceApi.ask.path, ({ body }) => {
    own = [
      {
        text: (body as { text: string }).text,
        askedAt: 1_000_000,
        answeredAt: null,
        answeredBy: "",
        way: "",
        line: "",
      },
    ];
    return null;
  });
  server.on(assistanceApi.takeBack.path, () => {
    own = [];
    return null;
  });
  const made = await shownBar();
  const { core } = made;
  await act(() => made.callIs(agentCallView({ callId: "c1", phase: "talking", answeredAt: 1_000_000 })));
  fireEvent.click(await screen.findByRole("button", { name: "求助" }));
  const panel = within(await screen.findByRole("dialog", { name: "举手求助" }));
  fireEvent.change(await panel.findByRole("textbox", { name: "求助内容" }), { target: { value: " 客户要退款 " } });
  fireEvent.click(panel.getByRole("button", { name: "求助" }));
  expect(await panel.findByText(/^已通知班长，等待/)).toBeVisible();
  expect(server.bodies(assistanceApi.ask.path)).toEqual([{ callId: "c1", text: "客户要退款" }]);
  expect(screen.getByRole("button", { name: "求助中" })).toBeVisible();
  own = [{ ...own[0], answeredAt: 1_010_000, answeredBy: "周敏", way: "whisper", line: "先安抚" }];
  act(() => core.ports.bus.publish("assistance.changed", {}));
  expect(await panel.findByText("周敏已应答：密语")).toBeVisible();
  expect(panel.getByText("先安抚")).toBeVisible();
  expect(panel.queryByRole("button", { name: "撤回求助" })).toBeNull();
  fireEvent.click(panel.getByRole("button", { name: "关闭" }));
  expect(screen.queryByRole("dialog", { name: "举手求助" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "求助中" }));
  fireEvent.click(await screen.findByRole("button", { name: "结束求助" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "举手求助" })).toBeNull());
  expect(await screen.findByRole("button", { name: "求助" })).toBeVisible();
});

test("a page that is loaded anew in the talk still knows that help was asked for", async () => {
  const server = fakeServer();
  const own = { text: "客户要退款", askedAt: 1_000_000, answeredAt: null, answeredBy: "", way: "", line: "" };
  server.on(assistanceApi.mine.path, () => [own]);
  const made = await shownBar();
  await act(() => made.callIs(agentCallView({ callId: "c1", phase: "talking", answeredAt: 1_000_000 })));
  expect(await screen.findByRole("button", { name: "求助中" })).toBeVisible();
});
