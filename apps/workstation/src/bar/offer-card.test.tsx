import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { MessageOffer } from "@liantai/api/contract";
import { shownBar } from "../testing/shown-bar.tsx";

const offer: MessageOffer = {
  id: "m1",
  callId: "call-1",
  number: "138****8000",
  groupName: "客服一组",
  leftAt: Date.parse("2026-03-02T02:00:00Z"),
  lengthS: 12,
  endsAt: Date.now() + 20_000,
};

describe("Q15 the card of a message that is offered", () => {
  // Loaded with the first card; to read it from the disk takes its time on a busy machine.
  beforeAll(() => import("./offer-card.tsx"));

  async function offered() {
    const made = await act(() => shownBar());
    const opened: unknown[] = [];
    made.core.ports.bus.subscribe("tab.open", (tab) => void opened.push(tab));
    await act(() => made.event("messageOffer", { json: JSON.stringify(offer) }));
    const card = within(await screen.findByRole("alertdialog", { name: "留言派送" }));
    return { made, opened, card };
  }

  test("accepted it opens the message; the card goes with the offer", async () => {
    const { made, opened, card } = await offered();
    expect(card.getByText(/来自138\*\*\*\*8000，2026-03-02 10:00:00，时长00:12/)).toBeVisible();
    fireEvent.click(card.getByRole("button", { name: "接受" }));
    await waitFor(() => expect(made.commands().at(-1)).toMatchObject({ name: "acceptMessage", fields: { id: "m1" } }));
    await act(() => made.answer("acceptMessage", 1));
    expect(opened).toEqual([{ name: "callrecord/detail", params: { callId: "call-1" }, title: "留言处理" }]);
    await act(() => made.event("messageOffer", { json: "" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog", { name: "留言派送" })).toBeNull());
  });

  test("a refusal is said, and the card may be pressed again until it goes", async () => {
    const { made, opened, card } = await offered();
    fireEvent.click(card.getByRole("button", { name: "拒绝" }));
    await waitFor(() => expect(made.commands().at(-1)).toMatchObject({ name: "declineMessage", fields: { id: "m1" } }));
    await act(() => made.answer("declineMessage", -404, { msg: "该留言已不再派送给您" }));
    await waitFor(() => expect(made.notices()).toContain("该留言已不再派送给您"));
    expect(card.getByRole("button", { name: "接受" })).toBeEnabled();
    expect(opened).toEqual([]);
  });

  test.each([
    "{",
    "null",
    "[]",
    '"m1"',
    JSON.stringify({ ...offer, endsAt: undefined }),
    JSON.stringify({ ...offer, id: 7 }),
  ])("K32 what is no offer is told and not shown, and what stood there is over: %s", async (json) => {
    const { made } = await offered();
    await act(() => made.event("messageOffer", { json }));
    expect(made.notices()).toContain("收到无法识别的话务消息，请刷新页面");
    expect(screen.queryByRole("alertdialog", { name: "留言派送" })).toBeNull();
    expect(screen.getByRole("region", { name: "话务工具条" })).toBeVisible();
  });
});
