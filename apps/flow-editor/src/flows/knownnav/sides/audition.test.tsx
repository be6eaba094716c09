import type { Told } from "../model/audition.ts";
import { authApi } from "@liantai/api/contract";
import { auditionApi } from "@liantai/api/contract/flow-editor";
import { bus } from "@liantai/bus";
import { openTabOf, refusal, showTab, type FakeServer } from "@liantai/ui/testing";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../../../root.tsx";
import { flowServer } from "../testing/flows.ts";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;

beforeEach(() => {
  user = userEvent.setup();
  server = flowServer();
  server.on(auditionApi.play.path, () => ({ msgId: "m" }));
  server.on(auditionApi.backEvent.path, () => ({ code: 1, msg: "" }));
  server.on(
    auditionApi.voice.path,
    () => new Response(new Blob(["RIFF"]), { headers: { "content-type": "audio/wav" } }),
  );
  URL.createObjectURL = () => "blob:said";
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  jest.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const tell = (type: Told["type"], more: Partial<Told> = {}) =>
  act(async () =>
    bus.publish("audition.told", {
      ...{ type, msgId: "m", eventId: "", flowId: "f1", responseEntity: {}, speechParams: {}, terminators: "" },
      ...{ areaCodes: [], ...more },
    }),
  );
const side = () => within(screen.getByRole("complementary", { name: "试听" }));
const card = (name: string) => screen.getByRole("group", { name: new RegExp(`节点：${name}(，|$)`) });
const events = () =>
  server.bodies(auditionApi.backEvent.path).map(({ type, eventId, eventData }) => [type, eventId, eventData]);

async function open(): Promise<void> {
  await openTabOf(Root, "/knownnav", "?id=f1");
  await screen.findByRole("group", { name: /主菜单/ });
  await user.click(screen.getByRole("tab", { name: "试听" }));
  await screen.findByRole("button", { name: "开始试听" });
}
async function begin(): Promise<void> {
  await open();
  await user.click(side().getByRole("button", { name: "开始试听" }));
  await side().findByRole("button", { name: "结束试听" });
  await tell(1, { responseEntity: { text: "试听开始" } });
}

test("what is drawn is played to the number that is typed, called for real where that is ticked", async () => {
  await open();
  await user.click(screen.getByRole("button", { name: "添加挂机节点" }));
  const number = side().getByLabelText("主叫号码");
  await user.clear(number);
  await user.type(number, "12a");
  expect(side().getByRole("button", { name: "开始试听" })).toBeDisabled();
  expect(side().getByText("请输入数字，最多19位")).toBeVisible();
  await user.type(number, "{Backspace}");
  await user.click(side().getByRole("checkbox", { name: "真实调用" }));
  await user.click(side().getByRole("button", { name: "开始试听" }));
  await side().findByRole("button", { name: "结束试听" });
  const [asked] = server.bodies(auditionApi.play.path);
  expect(asked).toMatchObject({ flowId: "f1", isText: true, real: true, caller: "12" });
  expect(asked!["flow"]).toContain("挂机");
});

test("G63 a sound that ends is acknowledged once, one that was stopped is not, one that cannot be heard is at once", async () => {
  await begin();
  await tell(2, { eventId: "e1", responseEntity: { text: "人工服务请按1" } });
  expect(side().getByText("人工服务请按1")).toBeVisible();
  const player = await side().findByLabelText("流程的声音");
  fireEvent.ended(player);
  fireEvent.error(player);
  await waitFor(() => expect(events()).toEqual([["playEnd", "e1", ""]]));
  expect(side().queryByText("人工服务请按1")).toBeNull();
  await tell(2, { eventId: "e2", responseEntity: { text: "再说一次" } });
  await side().findByLabelText("流程的声音");
  await tell(11);
  expect(side().queryByLabelText("流程的声音")).toBeNull();
  server.on(auditionApi.voice.path, () => refusal("notFound", "试听已结束"));
  await tell(2, { eventId: "e3" });
  await waitFor(() => expect(events().at(-1)).toEqual(["playEnd", "e3", ""]));
  expect(events()).toHaveLength(2);
  expect(await side().findByText("声音无法播放，按已播完继续")).toBeVisible();
});

test("G63 keys are told in their order, from the pad and the keyboard; an input's end is named", async () => {
  await begin();
  await tell(5, { terminators: "#" });
  expect(side().getByText("输入完成后按 # 结束")).toBeVisible();
  await user.click(side().getByRole("button", { name: "4键" }));
  await user.keyboard("2#");
  await waitFor(() => expect(events().map(([, , data]) => data)).toEqual(["4", "2", "#"]));
  await tell(9);
  expect(side().queryByRole("group", { name: "按键" })).toBeNull();
  await tell(6);
  expect(side().getByRole("button", { name: "星号键" })).toBeVisible();
  await tell(10);
  expect(side().queryByRole("group", { name: "按键" })).toBeNull();
});

test("a question is answered by typing, by silence, and an area by a press", async () => {
  await begin();
  const answer = side().getByLabelText("回答");
  expect(answer).toHaveAttribute("readonly");
  await tell(3, { eventId: "e1", speechParams: { isText: true } });
  await user.type(answer, "查账单{Enter}");
  await waitFor(() => expect(events()).toEqual([["text", "e1", "查账单"]]));
  expect(answer).toHaveFocus();
  expect(answer).toHaveAttribute("readonly");
  await tell(3, { eventId: "e2" });
  await user.click(side().getByRole("button", { name: "不出声" }));
  await tell(8, { eventId: "e3", areaCodes: ["浙江省", "上海市"] });
  await user.click(side().getByRole("button", { name: "浙江省" }));
  await waitFor(() =>
    expect(events().slice(1)).toEqual([
      ["noInput", "e2", ""],
      ["areaCode", "e3", "浙江省"],
    ]),
  );
  expect(side().queryByRole("group", { name: "来电地区" })).toBeNull();
});

describe("A12 the microphone", () => {
  const sockets: {
    url: string;
    sent: ArrayBuffer[];
    open(): void;
    close: jest.Mock;
    onclose?: (event: { code: number }) => void;
  }[] = [];
  let heard: (samples: Float32Array) => void = () => undefined;
  const stopped = jest.fn();
  let given: () => Promise<unknown>;
  beforeEach(() => {
    sockets.length = 0;
    stopped.mockClear();
    given = async () => ({ getTracks: () => [{ stop: stopped }] });
    Object.defineProperty(navigator, "mediaDevices", {
      configurable: true,
      value: { getUserMedia: jest.fn(() => given()) },
    });
    const context = {
      sampleRate: 8_000,
      close: async () => undefined,
      audioWorklet: { addModule: async () => undefined },
      createMediaStreamSource: () => ({ connect: () => undefined }),
    };
    const port = {
      set onmessage(listener: (event: { data: Float32Array }) => void) {
        heard = (data) => listener({ data });
      },
    };
    Object.assign(globalThis, {
      AudioContext: function () {
        return context;
      },
      AudioWorkletNode: function () {
        return { port };
      },
      WebSocket: Object.assign(
        function (url: string) {
          const socket = {
            ...{ url, sent: [] as ArrayBuffer[], readyState: 0, onopen: () => undefined, close: jest.fn() },
            send: (message: ArrayBuffer) => socket.sent.push(message),
            open() {
              socket.readyState = 1;
              socket.onopen();
            },
          };
          sockets.push(socket);
          return socket;
        },
        { OPEN: 1 },
      ),
    });
    server.on(authApi.ticket.path, () => ({ ticket: "t1", expiresIn: 30 }));
  });

  async function speak(): Promise<void> {
    await open();
    await user.click(side().getByRole("checkbox", { name: "用麦克风回答" }));
    await user.click(side().getByRole("button", { name: "开始试听" }));
    await side().findByRole("button", { name: "结束试听" });
    await tell(1, { responseEntity: { text: "试听开始" } });
  }
  const ask = (eventId: string) => tell(3, { eventId, speechParams: { isText: false } });

  test("it is asked for with the first question, sent to the audition while one is asked, and given back at the end", async () => {
    await speak();
    expect(server.bodies(auditionApi.play.path)[0]).toMatchObject({ isText: false });
    expect(navigator.mediaDevices.getUserMedia).not.toHaveBeenCalled();
    expect(side().queryByLabelText("回答")).toBeNull();
    await ask("e1");
    expect(side().getByRole("status", { name: "麦克风" })).toHaveTextContent("正在听，请讲话");
    await waitFor(() => expect(sockets).toHaveLength(1));
    expect(server.bodies(authApi.ticket.path)).toEqual([{ use: "audition" }]);
    expect(new URL(sockets[0]!.url).pathname + new URL(sockets[0]!.url).search).toBe(
      "/assist/v1/push?token=t1&msgId=m",
    );
    const second = new Float32Array(8_200).fill(0.25);
    heard(second);
    expect(sockets[0]!.sent).toEqual([]);
    sockets[0]!.open();
    expect(sockets[0]!.sent.map(({ byteLength }) => byteLength)).toEqual(Array.from({ length: 10 }, () => 1_600));
    await tell(4, { eventId: "e1" });
    heard(second);
    expect(sockets[0]!.sent).toHaveLength(10);
    await ask("e2");
    heard(second);
    expect(sockets[0]!.sent.length).toBeGreaterThan(15);
    expect(navigator.mediaDevices.getUserMedia).toHaveBeenCalledTimes(1);
    await tell(12, { responseEntity: { text: "流程结束" } });
    expect([sockets[0]!.close, stopped].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  test("E17 refused: it warns and the audition ends, both sentences to the letter", async () => {
    const shown: object[] = [];
    const end = bus.subscribe("notification.show", (notice) => void shown.push(notice));
    given = () => Promise.reject(new DOMException("", "NotAllowedError"));
    await speak();
    await ask("e1");
    await waitFor(() => expect(events()).toEqual([["hangup", "", ""]]));
    expect(side().getByText("未授予录音权限，试听已结束")).toBeVisible();
    expect(shown).toMatchObject([
      { title: "无法获取麦克风权限", text: "未授予录音权限，试听已结束", level: "warning" },
    ]);
    expect(side().getByRole("button", { name: "开始试听" })).toBeEnabled();
    end();
  });

  test("M1 a connection that is lost is said, and made again after a second; what was said goes over it", async () => {
    await speak();
    await ask("e1");
    await waitFor(() => expect(sockets).toHaveLength(1));
    sockets[0]!.open();
    jest.useFakeTimers({ advanceTimers: true });
    act(() => sockets[0]!.onclose?.({ code: 1006 }));
    expect(side().getByText("语音连接中断，正在重新连接")).toBeVisible();
    heard(new Float32Array(900).fill(0.25));
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(sockets).toHaveLength(2);
    // One that neither opens nor fails is given up after two seconds.
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(sockets[1]!.close).toHaveBeenCalledTimes(1);
    act(() => sockets[1]!.onclose?.({ code: 1006 }));
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    act(() => sockets[2]!.open());
    expect(sockets[2]!.sent).toHaveLength(1);
    expect(side().queryByText("语音连接中断，正在重新连接")).toBeNull();
    // The audition is over there: nobody knocks again.
    act(() => sockets[2]!.onclose?.({ code: 4004 }));
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(sockets).toHaveLength(3);
  });
});

test("the track is read, a press shows its node, and exits that were taken stand on the canvas", async () => {
  await begin();
  await tell(13, { responseEntity: { nodeId: "menu", nodeName: "主菜单", action: "node", text: "类型：keyNav" } });
  await tell(14, {
    responseEntity: { nodeId: "menu", nodeName: "主菜单", nextNodeId: "bye", result: "key-2", text: "出口：key-2" },
  });
  await tell(13, { responseEntity: { nodeId: "bye", nodeName: "再见", action: "node", text: "类型：hangup" } });
  await tell(13, { msgId: "other", responseEntity: { nodeName: "别人的" } });
  const steps = within(side().getByRole("list", { name: "经过" })).getAllByRole("listitem");
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    "再见：类型：hangup",
    "主菜单：出口：key-2",
    "主菜单：类型：keyNav",
  ]);
  expect(steps[0]).toHaveAttribute("aria-current", "step");
  expect(await within(card("主菜单")).findByText("按2 ×1")).toBeInTheDocument();
  await user.click(within(steps[1]!).getByRole("button"));
  await waitFor(() => expect(card("主菜单")).toHaveClass("selected"));
  await tell(12, { responseEntity: { text: "流程结束" } });
  expect(side().getByRole("status")).toHaveTextContent("流程结束");
  expect(side().getByRole("button", { name: "开始试听" })).toBeEnabled();
});

test("G64 leaving the side or the tab hangs up, before the reply, too", async () => {
  await begin();
  await user.click(screen.getByRole("tab", { name: "属性" }));
  await waitFor(() => expect(events()).toEqual([["hangup", "", ""]]));
  await user.click(screen.getByRole("tab", { name: "试听" }));
  await user.click(await side().findByRole("button", { name: "开始试听" }));
  await side().findByRole("button", { name: "结束试听" });
  await showTab("/satisfaction/knownnav");
  await waitFor(() => expect(events()).toHaveLength(2));
  await showTab("/knownnav");
  let reply: (answer: { msgId: string }) => void = () => undefined;
  server.on(auditionApi.play.path, () => new Promise((resolve) => (reply = resolve)));
  await user.click(await side().findByRole("button", { name: "开始试听" }));
  await waitFor(() => expect(server.bodies(auditionApi.play.path)).toHaveLength(3));
  await user.click(screen.getByRole("tab", { name: "版本" }));
  expect(events()).toHaveLength(2);
  await act(async () => reply({ msgId: "late" }));
  await waitFor(() =>
    expect(server.bodies(auditionApi.backEvent.path).at(-1)).toMatchObject({
      msgId: "late",
      userId: expect.stringMatching(/./),
    }),
  );
});

test("G64 what the server refuses, or no longer knows, is said and it is over", async () => {
  server.on(auditionApi.play.path, () => refusal("invalid", "流程格式有误"));
  await open();
  await user.click(side().getByRole("button", { name: "开始试听" }));
  expect(await side().findByText("流程格式有误")).toBeVisible();
  server.on(auditionApi.play.path, () => ({ msgId: "m" }));
  await user.click(side().getByRole("button", { name: "开始试听" }));
  await side().findByRole("button", { name: "结束试听" });
  server.on(auditionApi.backEvent.path, () => refusal("notFound", "试听已结束"));
  await tell(6);
  await user.click(side().getByRole("button", { name: "1键" }));
  expect(await side().findByText("试听已结束")).toBeVisible();
  expect(side().getByRole("button", { name: "开始试听" })).toBeVisible();
});
