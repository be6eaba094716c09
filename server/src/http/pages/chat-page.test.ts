/**
 * @jest-environment jsdom
 */
/** J46 to J51: the visitor's page as a browser runs it, against a server that keeps the contract. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FakeChat } from "./testing/fake-chat.ts";
import { fakeSocket } from "./testing/fake-socket.ts";

const html = readFileSync(join(__dirname, "chat", "page.html"), "utf8");
const [webKey, nasty] = ["K".repeat(20), `<img src=x onerror="window.hurt=1">`];
const started = Date.parse("2026-11-25T02:00:00Z");
let chat: FakeChat;
let network: boolean;
let undo: (() => void)[] = [];

const FakeSocket = fakeSocket(() => ({ chat, network }));
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

/** Another page in the same tab: what the one before listened to is gone with it. */
function leave(): void {
  for (const each of undo) each();
  undo = [];
  jest.clearAllTimers();
  for (const line of [...chat.lines]) line.close(1001);
}
async function load(hash = ""): Promise<void> {
  leave();
  document.body.innerHTML = /<body>([^]*)<\/body>/.exec(html)![1]!;
  history.replaceState(null, "", `/customer/chat/${webKey}${hash}`);
  for (const target of [window, document]) {
    const own = target.addEventListener.bind(target);
    const spy = jest.spyOn(target, "addEventListener").mockImplementation((...given) => {
      const [type, listener, options] = given;
      own(type, listener, options);
      undo.push(() => target.removeEventListener(type, listener));
    });
    undo.push(() => spy.mockRestore());
  }
  await jest.isolateModulesAsync(async () => void (await import("./chat/page.js")));
  await settle();
}
const by = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const log = () => by("log");
const lines = () => [...log().querySelectorAll(".bubble")].map((one) => one.textContent);
const states = () => [...log().querySelectorAll(".state")].map((one) => one.textContent).filter(Boolean);
const button = (name: string) => [...document.querySelectorAll("button")].find((one) => one.textContent === name)!;
const keys = () => [...log().querySelectorAll(".keys button")].map((one) => one.textContent);
async function press(name: string): Promise<void> {
  button(name).click();
  await settle();
}
function write(text: string): void {
  by<HTMLTextAreaElement>("text").value = text;
  by("text").dispatchEvent(new Event("input", { bubbles: true }));
}
async function enter(more: KeyboardEventInit = {}): Promise<boolean> {
  const event = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...more });
  by("text").dispatchEvent(event);
  await settle();
  return event.defaultPrevented;
}
async function say(text: string): Promise<void> {
  write(text);
  await enter();
}
const saidFrames = () => chat.frames.flatMap((frame) => (frame.cmd === 11 ? [frame.data] : []));

beforeEach(() => {
  jest.useFakeTimers({ now: started });
  network = true;
  chat = new FakeChat();
  chat.greeting = [
    { content: `您好 ${nasty}` },
    {
      content: "请选择：",
      keys: [
        { key: "1", name: "查订单" },
        { key: "0", name: "人工服务" },
      ],
    },
  ];
  localStorage.clear();
  sessionStorage.clear();
  window.WebSocket = FakeSocket as unknown as typeof WebSocket;
  window.fetch = (async (url: string, { body }: { body: string }) => {
    if (!network) throw new TypeError("no network");
    const {
      status = 200,
      envelope,
      sound,
    } = await chat.post(url.replace("/customer/api/v1/chat/", ""), JSON.parse(body) as Record<string, unknown>);
    const headers = new Headers({ "content-type": sound === undefined ? "application/json" : "audio/wav" });
    return { status, headers, json: async () => envelope, blob: async () => new Blob([sound ?? ""]) };
  }) as unknown as typeof fetch;
});
afterEach(leave);

test("J46 it opens a conversation, keeps who he is, and what is said stays text", async () => {
  await load();
  expect(chat.asked).toEqual([{ verb: "open", body: { webKey, page: "", begin: true } }]);
  expect(localStorage.getItem(`liantai-chat:${webKey}:visitor`)).toBe("V".repeat(43));
  expect([by("title").textContent, by("stage").textContent]).toEqual(["联台客服", "机器人为您服务"]);
  expect(lines()).toEqual([`您好 ${nasty}`, "请选择："]);
  expect(document.querySelector("img")).toBeNull();
  expect((window as { hurt?: number }).hurt).toBeUndefined();
  await load();
  expect(chat.asked.at(-1)!.body).toMatchObject({ visitor: "V".repeat(43), begin: true });
});

test("J47 a page that is refused the browser's stores goes on in memory", async () => {
  const refuse = jest.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("refused", "SecurityError");
  });
  await load();
  chat.drop();
  await settle(5_000);
  refuse.mockRestore();
  expect(chat.asked.map(({ body }) => body["visitor"])).toEqual([undefined, "V".repeat(43)]);
});

test("J48 Enter sends, Shift+Enter does not, nor the Enter that ends an input method's word; over 1,000 nothing goes", async () => {
  await load();
  write("  宽带断了\n第二行 ");
  expect(await enter({ shiftKey: true })).toBe(false);
  expect(await enter({ isComposing: true })).toBe(false);
  expect(saidFrames()).toEqual([]);
  expect(await enter()).toBe(true);
  expect(saidFrames()).toMatchObject([{ sessionId: "s1", content: "宽带断了\n第二行" }]);
  expect(by<HTMLTextAreaElement>("text").value).toBe("");
  write("字".repeat(1_012));
  await enter();
  expect(saidFrames()).toHaveLength(1);
  expect(by("count").textContent).toBe("最多1,000字，超出12字");
  expect(by<HTMLButtonElement>("send").disabled).toBe(true);
});

test("J48 what was typed and said while the network is gone goes out again under the same guid, once, even after a reload", async () => {
  await load();
  chat.deaf = true;
  await say("断网前");
  expect(states()).toEqual(["发送中"]);
  network = false;
  chat.drop();
  await settle();
  await say("断网时");
  write("还没写完");
  expect(states()).toEqual(["未发送 · 重试", "未发送 · 重试"]);
  expect(by("notice").textContent).toBe("网络已断开，正在重新连接…");
  await settle(20_000);
  const [first] = saidFrames();
  await load();
  expect(by<HTMLTextAreaElement>("text").value).toBe("还没写完");
  network = true;
  chat.deaf = false;
  await settle(5_000);
  expect(saidFrames().map(({ content, guid }) => [content, guid === first!.guid])).toEqual([
    ["断网前", true],
    ["断网前", true],
    ["断网时", false],
  ]);
  expect([lines().slice(2), states(), by("notice").hidden]).toEqual([["断网前", "断网时"], [], true]);
  expect(chat.asked.at(-1)!.body).toMatchObject({ begin: true });
});

test("J48 the server had it though nobody heard so: one bubble", async () => {
  await load();
  chat.deaf = true;
  await say("只说一遍");
  chat.past("visitor", "只说一遍", { guid: saidFrames()[0]!.guid });
  chat.deaf = false;
  chat.drop();
  await settle(5_000);
  expect([lines().slice(2), states(), saidFrames().length]).toEqual([["只说一遍"], [], 1]);
});

test("J48 what nobody confirms in ten seconds, or is refused, can be tried again by hand", async () => {
  await load();
  chat.deaf = true;
  await say("有人吗");
  await settle(10_000);
  expect(states()).toEqual(["未发送 · 重试"]);
  chat.deaf = false;
  chat.refuses = "发送过于频繁，请稍后再试";
  await press("重试");
  expect(states()).toEqual(["未发送：发送过于频繁，请稍后再试 · 重试 · 删除"]);
  chat.drop();
  await settle(5_000);
  expect(saidFrames()).toHaveLength(2);
  chat.refuses = "";
  await press("重试");
  expect([states(), lines().at(-1)]).toEqual([[], "有人吗"]);
  expect(new Set(saidFrames().map(({ guid }) => guid)).size).toBe(1);
});

test("J87 what was typed where the flow asks in secret is stars as soon as it is confirmed, and nothing of it stays", async () => {
  await load();
  chat.secret = true;
  await say("6222 0001");
  expect(lines().at(-1)).toBe("******");
  expect(document.body.textContent).not.toContain("6222");
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("6222");
  await load();
  expect(lines().at(-1)).toBe("******");
});

test("J49 keys are buttons under the last question only; a press says the key, and shows its name", async () => {
  await load();
  expect(keys()).toEqual(["1 查订单", "0 人工服务"]);
  await press("0 人工服务");
  expect(saidFrames()).toMatchObject([{ content: "0", key: true }]);
  expect([keys(), lines().at(-1)]).toEqual([[], "人工服务"]);
  chat.say("robot", "再选一次", {
    keys: [
      { key: "9", name: "" },
      { key: "5", name: "5分" },
    ],
  });
  await settle();
  expect(keys()).toEqual(["9", "5分"]);
  chat.tell({ status: "waiting", position: 2 });
  await settle();
  expect([keys(), by("stage").textContent]).toEqual([[], "排队中，前面还有1位"]);
});

test("J50 the line is opened again after 5 s by a new ticket that begins nothing; what came meanwhile is there, and older", async () => {
  await load();
  chat.drop();
  for (let at = 3; at <= 65; at += 1) chat.past("agent", `第${at}句`, { senderName: "王小明" });
  await settle(4_999);
  expect(chat.asked).toHaveLength(1);
  await settle(1);
  expect(chat.asked[1]!.body).toMatchObject({ begin: false });
  // The reply brings the last twenty; the gap before them is filled a page at a time.
  expect(lines()).toHaveLength(65);
  expect(chat.frames.filter(({ cmd }) => cmd === 19).at(0)).toMatchObject({ data: { after: 2 } });
  await load();
  expect(lines()).toHaveLength(20);
  await press("查看更早的消息");
  expect([lines().length, lines()[0]]).toEqual([40, "第26句"]);
  await press("查看更早的消息");
  await press("查看更早的消息");
  expect([lines().length, button("查看更早的消息")]).toEqual([65, undefined]);
});

test("J50 a heartbeat goes out every 20 s; a line that is silent for three of them is opened again; too many: not so soon", async () => {
  await load();
  await settle(60_000);
  expect(chat.frames.filter(({ cmd }) => cmd === 13)).toHaveLength(3);
  expect(chat.asked).toHaveLength(1);
  network = false;
  await settle(80_000);
  network = true;
  chat.next = { status: 429, envelope: { code: -429, msg: "操作过于频繁，请稍后再试", data: null } };
  const before = chat.asked.length;
  await settle(5_000);
  expect(chat.asked).toHaveLength(before + 1);
  expect(by("notice").textContent).toBe("操作过于频繁，请稍后再试");
  await settle(29_999);
  expect(chat.asked).toHaveLength(before + 1);
  await settle(1);
  expect([chat.asked.length, chat.lines.size]).toEqual([before + 2, 1]);
});

test("J83 once a minute what a live line has not brought is asked for", async () => {
  await load();
  const asks = () => chat.frames.filter(({ cmd }) => cmd === 19).length;
  await settle(59_000);
  const before = asks();
  await settle(1_000);
  expect([before, asks()]).toEqual([1, 2]);
});

test("J50 another page took over, or what was sent was malformed: he says when to go on; a site that is none is said", async () => {
  await load();
  chat.drop(4002);
  await settle(60_000);
  expect([chat.asked.length, by("notice").textContent]).toEqual([1, "会话已在其他页面打开。"]);
  await press("重新连接");
  expect([chat.lines.size, by("notice").hidden]).toEqual([1, true]);
  chat.next = { envelope: { code: -400, msg: "网站不存在", data: null } };
  await load();
  expect([by("notice").textContent, by("form").hidden]).toEqual(["网站不存在", true]);
});

test("J51 he is asked once before he ends it; then a reload begins nothing, 重新咨询 does, under what was said before", async () => {
  await load();
  write("没发出去的");
  await press("结束会话");
  await press("继续咨询");
  expect([by("asking").hidden, chat.asked.length]).toEqual([true, 1]);
  await press("结束会话");
  await press("结束");
  expect(chat.asked.at(-1)).toMatchObject({ verb: "close", body: { webKey, sessionId: "s1" } });
  expect([by("stage").textContent, by("form").hidden]).toEqual(["会话已结束", true]);
  chat.drop(4003);
  await settle(60_000);
  expect(chat.asked).toHaveLength(2);
  await load();
  expect(chat.asked.at(-1)!.body).toMatchObject({ begin: false });
  expect([by("stage").textContent, lines().length]).toEqual(["会话已结束", 2]);
  await press("重新咨询");
  expect([chat.sessionId, lines().length, keys().length]).toEqual(["s2", 4, 2]);
  expect(log().textContent).toContain("以上是之前的会话");
  expect(by<HTMLTextAreaElement>("text").value).toBe("没发出去的");
});

test("J52 a frame that is out of sight begins nothing until it is looked at; what comes while it is folded is counted", async () => {
  const site = "https://shop.example.com";
  const parent = document.createElement("iframe");
  document.documentElement.append(parent);
  const posted = jest.spyOn(parent.contentWindow!, "postMessage").mockImplementation(() => undefined);
  Object.defineProperty(window, "parent", { value: parent.contentWindow, configurable: true });
  const shown = async (now: boolean) => {
    const data = { liantaiChat: { shown: now } };
    window.dispatchEvent(new MessageEvent("message", { data, origin: site, source: parent.contentWindow }));
    await settle();
  };
  const unread = () =>
    (posted.mock.calls as unknown as [{ liantaiChat: { unread?: number } }][]).at(-1)![0].liantaiChat.unread;
  await load(`#${new URLSearchParams({ page: `${site}/a`, shown: "0" })}`);
  expect(chat.asked).toEqual([{ verb: "open", body: { webKey, page: `${site}/a`, begin: false } }]);
  expect([chat.sessionId, lines()]).toEqual(["", []]);
  await shown(true);
  expect([chat.sessionId, chat.asked.at(-1)!.body["begin"], lines().length]).toEqual(["s1", true, 2]);
  await shown(false);
  const before = chat.frames.length;
  chat.say("agent", "在吗");
  chat.say("system", "王小明为您服务");
  await settle();
  expect([unread(), chat.frames.length]).toEqual([1, before]);
  await shown(true);
  expect([unread(), chat.frames.at(-1)]).toEqual([0, { cmd: 21, data: { sessionId: "s1", seq: 4 } }]);
  Object.defineProperty(window, "parent", { value: window, configurable: true });
  parent.remove();
});

test("J51 a voice is fetched when it is played, and says why it cannot be", async () => {
  await load();
  const played: string[] = [];
  URL.createObjectURL = () => "blob:sound";
  window.Audio = class extends EventTarget {
    paused = true;
    currentTime = 0;
    readonly src: string;
    constructor(src: string) {
      super();
      this.src = src;
    }
    async play() {
      this.paused = false;
      played.push(this.src);
      this.dispatchEvent(new Event("play"));
    }
    pause() {
      this.paused = true;
      this.dispatchEvent(new Event("pause"));
    }
  } as never;
  chat.say("robot", "voice7", { msgType: 2 });
  await settle();
  chat.next = { envelope: { code: -404, msg: "语音不存在", data: null } };
  await press("▶ 播放语音");
  expect(lines().at(-1)).toContain("语音不存在");
  await press("▶ 播放语音");
  expect(chat.asked.at(-1)).toEqual({ verb: "voice", body: { visitor: "V".repeat(43), id: "s1m3" } });
  expect(played).toEqual(["blob:sound"]);
  await press("■ 停止播放");
  await press("▶ 播放语音");
  expect([played.length, chat.asked.filter(({ verb }) => verb === "voice").length]).toEqual([2, 2]);
});

test("J51 what is on show is read, once; the other side's reading is shown", async () => {
  await load();
  await say("在吗");
  chat.tell({ status: "talking", agent: "王小明" });
  chat.say("agent", "在的", { senderName: "王小明" });
  await settle();
  expect(chat.frames.flatMap((frame) => (frame.cmd === 21 ? [frame.data.seq] : []))).toEqual([2, 4]);
  chat.readUpTo(3);
  await settle();
  expect([states(), by("stage").textContent]).toEqual([["已读"], "坐席「王小明」为您服务"]);
});
