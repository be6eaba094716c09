import { authApi, cdrApi } from "@liantai/api/contract";
import { meetingMemberApi, meetingRoomApi } from "@liantai/api/contract/admin";
import { refusal } from "@liantai/ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../testing/screen.tsx";

const began = Date.parse("2026-11-22T10:00:00+08:00");
const room = {
  id: "r1",
  name: "晨会",
  code: "80001",
  hostPin: "",
  memberPin: "1234",
  maxMembers: 10,
  record: 1,
  enterMuted: 0,
  tone: 1,
  waitForHost: 0,
  enable: 1,
  remark: "",
  ownerId: "",
  ownerName: "",
  members: 2,
  state: 0,
  present: 0,
  mine: true,
  leads: true,
};
const member = (id: string, more: object = {}) => ({
  id,
  number: "",
  agentId: "",
  name: "",
  host: false,
  muted: false,
  state: "in",
  since: began,
  ...more,
});
const live = {
  meetingId: "m1",
  startedAt: began,
  at: began + 65_000,
  recording: true,
  paused: false,
  autoRecord: true,
  members: [
    member("1", { name: "李晓雯", agentId: "1001", host: true }),
    member("2", { number: "138****5678", muted: true, since: began + 5_000 }),
    member("3", { name: "王芳", agentId: "1002", state: "ringing", since: null }),
  ],
};

const granted = {
  page: "/conferenceroom",
  buttons: ["add", "update", "delete", "lead"].map((verb) => `meetingRoom.${verb}`),
};

const page = (rows: readonly object[]) => ({ list: rows, total: rows.length, pageNo: 1, pageSize: 10 });

function serve(rooms: readonly object[] = [room], at = granted) {
  const server = signIn({ roleType: 3, agentId: "1005" }, at);
  server.on(meetingRoomApi.list.path, () => page(rooms));
  server.on(meetingRoomApi.live.path, () => live);
  for (const verb of ["mute", "unmute", "muteAll", "remove", "end", "invite"] as const)
    server.on(meetingRoomApi[verb].path, () => null);
  return server;
}

afterEach(() => jest.useRealTimers());

test("a meeting is opened: whom it could not ring is said, and its members stand in a sheet", async () => {
  const user = userEvent.setup();
  const server = serve();
  server.on(meetingRoomApi.init.path, () => ({ meetingId: "m1", missed: ["王芳：坐席未签入"] }));
  await openTab("/conferenceroom");
  await user.click(await screen.findByRole("button", { name: "召开会议" }));
  await waitFor(() => expect(server.bodies(meetingRoomApi.init.path)).toEqual([{ id: "r1" }]));
  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByText("已开会 01:05")).toBeVisible();
  expect(sheet.getByText("2 人在会，最多 10 人")).toBeVisible();
  expect(sheet.getByText("录音中")).toBeVisible();
  expect(sheet.getByText("138****5678", { selector: "td:nth-of-type(1) *, td:nth-of-type(1)" })).toBeVisible();
});

test("members that could not be read are not an empty sheet", async () => {
  const user = userEvent.setup();
  const server = serve([{ ...room, state: 1, present: 3 }]);
  server.on(meetingRoomApi.live.path, () => refusal("refused", "系统繁忙"));
  await openTab("/conferenceroom");
  await user.click(await screen.findByRole("button", { name: "参会成员" }));
  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByText("系统繁忙")).toBeVisible();
  server.on(meetingRoomApi.live.path, () => live);
  await user.click(sheet.getByRole("button", { name: "重试" }));
  expect(await sheet.findByText("王芳")).toBeVisible();
});

test("a meeting that is watched is asked for every 10 s, not more often", async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const server = serve([{ ...room, state: 1, present: 3 }]);
  await openTab("/conferenceroom");
  await user.click(await screen.findByRole("button", { name: "参会成员" }));
  await within(await screen.findByRole("dialog")).findByText("王芳");
  const asked = () => server.bodies(meetingRoomApi.live.path).length;
  await act(() => jest.advanceTimersByTimeAsync(8_000));
  expect(asked()).toBe(1);
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  expect(asked()).toBe(2);
});

test("a host mutes, lets speak, puts out and ends; somebody who is rung is not muted", async () => {
  const user = userEvent.setup();
  const server = serve([{ ...room, state: 1, present: 3 }]);
  await openTab("/conferenceroom");
  await user.click(await screen.findByRole("button", { name: "参会成员" }));
  const sheet = within(await screen.findByRole("dialog"));
  const row = (name: string) => within(sheet.getByText(name).closest("tr")!);
  expect(await sheet.findByText("王芳")).toBeVisible();
  expect(row("王芳").queryByRole("button", { name: "静音" })).toBeNull();
  await user.click(row("李晓雯").getByRole("button", { name: "静音" }));
  await waitFor(() => expect(server.bodies(meetingRoomApi.mute.path)).toEqual([{ id: "r1", member: "1" }]));
  await user.click(sheet.getByRole("button", { name: "取消静音" }));
  await waitFor(() => expect(server.bodies(meetingRoomApi.unmute.path)).toEqual([{ id: "r1", member: "2" }]));
  await user.click(sheet.getByRole("button", { name: "全员静音" }));
  await waitFor(() => expect(server.bodies(meetingRoomApi.muteAll.path)).toEqual([{ id: "r1" }]));
  await user.click(row("王芳").getByRole("button", { name: "移出" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "移出" }));
  await waitFor(() => expect(server.bodies(meetingRoomApi.remove.path)).toEqual([{ id: "r1", member: "3" }]));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await user.click(sheet.getByRole("button", { name: "结束会议" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "结束会议" }));
  await waitFor(() => expect(server.bodies(meetingRoomApi.end.path)).toEqual([{ id: "r1" }]));
});

test("K87 a host starts, pauses and stops the recording; what the room began by itself he pauses alone", async () => {
  const user = userEvent.setup();
  const server = serve([{ ...room, state: 1, present: 3 }]);
  server.on(meetingRoomApi.recordControl.path, () => null);
  let shown: object = { ...live, recording: false, autoRecord: false };
  server.on(meetingRoomApi.live.path, () => shown);
  await openTab("/conferenceroom");
  await user.click(await screen.findByRole("button", { name: "参会成员" }));
  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByText("未录音")).toBeVisible();
  const names = () => sheet.queryAllByRole("button", { name: /录音$/ }).map(({ textContent }) => textContent);
  expect(names()).toEqual(["开始录音"]);
  const press = async (name: string, then: object) => {
    shown = { ...live, ...then };
    await user.click(sheet.getByRole("button", { name }));
  };
  await press("开始录音", { autoRecord: false });
  await waitFor(() => expect(names()).toEqual(["暂停录音", "停止录音"]));
  await press("暂停录音", { autoRecord: true, paused: true });
  expect(await sheet.findByText("录音已暂停")).toBeVisible();
  expect(names()).toEqual(["恢复录音"]);
  expect(server.bodies(meetingRoomApi.recordControl.path)).toEqual(
    ["start", "pause"].map((action) => ({ id: "r1", action })),
  );
});

test.each([
  ["who leads it", true],
  ["who is a member of it", false],
])("K87 meetings of before in a room, with a player for %s", async (_who, leads) => {
  const user = userEvent.setup();
  const server = serve([{ ...room, leads, mine: leads }]);
  const held = { meetingId: "m1", roomId: "r1", name: "晨会", openedBy: "李晓雯", from: began, to: began + 600_000 };
  server.on(meetingRoomApi.history.path, () => page([{ ...held, members: [], recording: { ms: 600_000, bytes: 9 } }]));
  const menu = (url: string, codes: readonly string[]) => ({
    ...{ id: url, name: url, url, alias: null, icon: null, category: 2, code: null },
    children: codes.map((code) => ({
      ...{ id: code, name: code, url: null, alias: null, icon: null, category: 1, code, children: [] },
    })),
  });
  server.on(authApi.roleMenu.path, () => [
    menu("/conferenceroom", granted.buttons),
    menu("/callrecord", ["callrecord.play"]),
  ]);
  Object.assign(URL, { createObjectURL: () => "blob:meeting", revokeObjectURL: () => undefined });
  server.on(cdrApi.playRecording.path, () => new Response(new Blob(["RIFF"])));
  server.on(cdrApi.recordingPeaks.path, () => ({ durationMs: 600_000, left: [], right: [] }));
  await openTab("/conferenceroom");
  await user.click(await screen.findByRole("button", { name: "历次会议" }));
  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByText("李晓雯")).toBeVisible();
  expect(server.bodies(meetingRoomApi.history.path).at(-1)).toMatchObject({ roomId: "r1", pageNo: 1 });
  if (!leads) {
    expect(sheet.queryByRole("button", { name: "播放" })).toBeNull();
    expect(sheet.getByText("10:00", { selector: "td:last-child *, td:last-child" })).toBeVisible();
    return;
  }
  await user.click(await sheet.findByRole("button", { name: "播放" }));
  const player = within(await screen.findByRole("dialog", { name: "播放录音" }));
  expect(await player.findByRole("button", { name: "播放" })).toBeVisible();
});

test("a member's room is seen, and not led or changed", async () => {
  serve([{ ...room, mine: false, leads: false, memberPin: "" }]);
  await openTab("/conferenceroom");
  expect(await screen.findByText("80001")).toBeVisible();
  for (const name of ["召开会议", "编辑", "删除"]) expect(screen.queryByRole("button", { name })).toBeNull();
});

test("meetings that were held, with who was in them and why they left", async () => {
  const user = userEvent.setup();
  const server = serve();
  server.on(meetingRoomApi.history.path, () =>
    page([
      {
        meetingId: "m1",
        roomId: "r1",
        name: "晨会",
        openedBy: "1005",
        from: began,
        to: began + 600_000,
        members: [
          {
            number: "138****5678",
            agentId: "",
            name: "客户",
            host: false,
            from: began,
            to: began + 60_000,
            muted: true,
            mutedMs: 5_000,
            why: "removed",
          },
        ],
        recording: null,
      },
    ]),
  );
  await openTab("/meetingstatistical");
  expect(await screen.findByText("10:00")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^1/ }));
  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByText("138****5678")).toBeVisible();
  expect(sheet.getByText("被移出")).toBeVisible();
});

test("a standing member is a seat of the enterprise, an extension, a number or a contact", async () => {
  const user = userEvent.setup();
  const server = serve([room], { page: "/meetingmember", buttons: ["meetingMember.add"] });
  server.on(meetingMemberApi.list.path, () => page([]));
  server.on(meetingRoomApi.candidates.path, ({ body }) =>
    body["keyword"] === "李"
      ? [{ value: "1001", label: "李晓雯（1001）" }]
      : [{ value: "1002", label: "王芳（1002）" }],
  );
  server.on(meetingMemberApi.create.path, () => ({ id: "x" }));
  await openTab("/meetingmember");
  await user.click((await screen.findAllByRole("button", { name: /新增/ }))[0]!);
  const form = within(await screen.findByRole("dialog"));
  await user.selectOptions(await form.findByLabelText(/会议室/), "晨会（80001）");
  const seat = await form.findByLabelText(/^坐席(?!关键字)/);
  await user.selectOptions(seat, "王芳（1002）");
  // Who is chosen stays so under another search, by his name.
  await user.type(form.getByLabelText(/坐席关键字/), "李");
  expect(await form.findByRole("option", { name: "李晓雯（1001）" })).toBeInTheDocument();
  expect(seat).toHaveDisplayValue("王芳（1002）");
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(meetingMemberApi.create.path)).toEqual([
      expect.objectContaining({ roomId: "r1", kind: "seat", value: "1002", autoInvite: 1 }),
    ]),
  );
});
