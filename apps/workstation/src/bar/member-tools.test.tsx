import { act, fireEvent, screen, within } from "@testing-library/react";
import type { ConferenceMember } from "@liantai/api/contract";
import { agentCallView } from "../testing/agent-client.ts";
import { shownBar } from "../testing/shown-bar.tsx";
import { talkTools } from "./talk-part.ts";
import { targetPanel } from "./target-part.ts";

const member = (part: Partial<ConferenceMember> & Pick<ConferenceMember, "id" | "number">): ConferenceMember => ({
  role: "agent",
  owner: false,
  me: false,
  muted: false,
  // A clock that has not begun: 00:00 whenever it is looked at.
  since: Number.MAX_SAFE_INTEGER,
  ...part,
});
const customer = member({ id: "p1", number: "138****1111", role: "customer" });
const me = member({ id: "p2", number: "8001", name: "张敏", me: true, owner: true });
const colleague = member({ id: "p3", number: "8002", name: "李强" });

describe("conference members", () => {
  beforeAll(() => Promise.all([talkTools.load(), targetPanel.load()]));

  async function inConference(members: readonly ConferenceMember[]) {
    const made = await shownBar();
    const show = (next: readonly ConferenceMember[]) =>
      act(() => made.callIs(agentCallView({ phase: "conference", answeredAt: 1_000_000, members: next })));
    show(members);
    fireEvent.click(screen.getByRole("button", { name: `参会成员 ${members.length}` }));
    return { ...made, show, panel: () => within(screen.getByRole("dialog", { name: "参会成员" })) };
  }
  const rows = () =>
    within(screen.getByRole("dialog", { name: "参会成员" }))
      .getAllByRole("listitem")
      .map((row) => row.textContent);

  test("who is in it, who is muted, who rings yet; the owner mutes and removes, and never the customer", async () => {
    const made = await inConference([customer, me, colleague]);
    expect(rows()).toEqual(["客户 138****111100:00", "张敏 8001（我）创建人00:00", "李强 800200:00"]);
    expect(made.panel().getByRole("button", { name: "移出 客户 138****1111" })).toBeDisabled();
    fireEvent.click(made.panel().getByRole("button", { name: "静音 李强 8002" }));
    expect(made.commands().at(-1)).toMatchObject({
      name: "meetingMute",
      fields: { callId: "c1", member: "p3", muted: "1" },
    });
    const { since: _, ...ringing } = member({ id: "p4", number: "139****2222", role: "outside" });
    made.show([customer, me, { ...colleague, muted: true }, ringing]);
    expect(rows().slice(2)).toEqual(["李强 8002已静音00:00", "139****2222振铃中"]);
    fireEvent.click(made.panel().getByRole("button", { name: "取消静音 李强 8002" }));
    expect(made.commands().at(-1)).toMatchObject({ name: "meetingMute", fields: { member: "p3", muted: "0" } });
    expect(made.panel().getByRole("button", { name: "静音 139****2222" })).toBeDisabled();
    const sent = made.commands().length;
    fireEvent.click(made.panel().getByRole("button", { name: "移出 139****2222" }));
    expect(made.commands()).toHaveLength(sent);
    const removing = within(screen.getByRole("dialog", { name: "移出会议" }));
    expect(removing.getByText("确定要将“139****2222”移出会议吗？")).toBeVisible();
    fireEvent.click(removing.getByRole("button", { name: "移出" }));
    expect(made.commands().at(-1)).toMatchObject({ name: "meetingRemove", fields: { member: "p4" } });
    fireEvent.click(made.panel().getByRole("button", { name: "结束会议" }));
    expect(made.commands().at(-1)).toMatchObject({ name: "meetingRemove" });
    const ending = within(screen.getByRole("dialog", { name: "结束会议" }));
    fireEvent.click(ending.getByRole("button", { name: "结束会议" }));
    expect(made.commands().at(-1)).toMatchObject({ name: "meetingEnd", fields: { callId: "c1" } });
  });

  test("a colleague or a number is brought in; a refusal is said in words", async () => {
    const made = await inConference([customer, me, colleague]);
    fireEvent.click(made.panel().getByRole("button", { name: "邀请成员" }));
    const panel = within(await screen.findByRole("dialog", { name: "邀请成员" }));
    fireEvent.click(await panel.findByRole("button", { name: /李强/ }));
    expect(made.commands().at(-1)).toMatchObject({ name: "meetingInvite", fields: { callId: "c1", agentId: "1002" } });
    await act(() => made.answer("meetingInvite", -403, { msg: "会议最多8方" }));
    expect(made.notices()).toContain("会议最多8方");
    fireEvent.click(panel.getByRole("button", { name: /李强/ }));
    await act(() => made.answer("meetingInvite", 1));
    expect(screen.getByRole("dialog", { name: "参会成员" })).toBeVisible();
  });

  test("who does not own it sees who is there, and nothing to press; eight are the most", async () => {
    const made = await inConference([customer, { ...me, owner: false }, { ...colleague, owner: true }]);
    expect(made.panel().queryAllByRole("button")).toEqual([]);
    const more = Array.from({ length: 5 }, (_, i) => member({ id: `p${i + 4}`, number: `${8003 + i}` }));
    made.show([customer, me, colleague, ...more]);
    expect(made.panel().getByRole("button", { name: "邀请成员" })).toBeDisabled();
  });
});

test("K58 the members of a large meeting come in several lines and are all listed", async () => {
  await talkTools.load();
  const made = await shownBar();
  const members = Array.from({ length: 30 }, (_, i) => member({ id: `p${i}`, number: `${8001 + i}`, me: i === 0 }));
  const view = agentCallView({ phase: "conference", answeredAt: 1_000_000, meetingName: "周例会", members });
  act(() => made.callIs(view));
  fireEvent.click(screen.getByRole("button", { name: "参会成员 30" }));
  const listed = () => within(screen.getByRole("dialog", { name: "参会成员" })).getAllByRole("listitem");
  expect(listed().map((row) => row.textContent)).toEqual(
    members.map(({ number, me }) => `${number}${me ? "（我）" : ""}00:00`),
  );
  act(() => made.callIs({ ...view, members: members.slice(0, 10) }));
  expect(listed()).toHaveLength(10);
});

test("K36 whoever opened a room's meeting reads its name in the bar and in the card, and its number beside it", async () => {
  const made = await shownBar();
  act(() =>
    made.callIs(agentCallView({ phase: "conference", answeredAt: 1_000_000, meetingName: "周例会", number: "66001" })),
  );
  const bar = screen.getByRole("status", { name: "当前通话" });
  expect(bar).toHaveTextContent("周例会");
  expect(bar).not.toHaveTextContent("66001");
  const card = within(await screen.findByRole("complementary", { name: "当前通话卡片" }));
  expect(card.getByText("周例会")).toBeVisible();
  expect(card.getByText("66001")).toBeVisible();
});
