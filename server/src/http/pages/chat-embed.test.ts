/**
 * @jest-environment jsdom
 */
/** J52, J53: the script that a site embeds, as the site's browser runs it, and the page in its frame. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const script = readFileSync(join(__dirname, "chat", "embed.js"), "utf8");
const webKey = "K".repeat(20);
const host = "https://kf.example.com";
let shade: ShadowRoot | undefined;
let listeners: (() => void)[] = [];

/** A page of the site; what the one before listened to is gone with it. */
function visit({ key = webKey, label, narrow = false }: { key?: string; label?: string; narrow?: boolean } = {}): void {
  for (const each of listeners) each();
  listeners = [];
  document.body.replaceChildren();
  delete (window as { LiantaiChat?: unknown }).LiantaiChat;
  shade = undefined;
  window.matchMedia = () => ({ matches: narrow, addEventListener: () => undefined }) as never;
  const tag = document.createElement("script");
  tag.src = `${host}/customer/chat.js`;
  tag.dataset["key"] = key;
  if (label) tag.dataset["label"] = label;
  Object.defineProperty(document, "currentScript", { value: tag, configurable: true });
  for (const target of [window, document]) {
    const own = target.addEventListener.bind(target);
    const spy = jest.spyOn(target, "addEventListener").mockImplementation((...given) => {
      const [type, listener, options] = given;
      own(type, listener, options);
      listeners.push(() => target.removeEventListener(type, listener));
    });
    listeners.push(() => spy.mockRestore());
  }
  new Function(script)();
}
const button = () => shade!.querySelector("button")!;
const frame = () => shade!.querySelector("iframe");
/** A window there is: jsdom gives none to a frame in a shadow tree. */
function otherWindow(): Window {
  const other = document.createElement("iframe");
  document.documentElement.append(other);
  listeners.push(() => other.remove());
  return other.contentWindow!;
}
const badge = () => button().lastElementChild as HTMLElement;
function told(data: object, from: { source?: unknown; origin?: string } = {}): void {
  const { source = frame()!.contentWindow, origin = host } = from;
  window.dispatchEvent(new MessageEvent("message", { data, origin, source: source as Window }));
}
const escape = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));

beforeAll(() => {
  const attach = Element.prototype.attachShadow;
  jest.spyOn(Element.prototype, "attachShadow").mockImplementation(function (this: Element, options) {
    return (shade = attach.call(this, options));
  });
});
beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, "", "/shop/page?order=1#top");
});

test("J52 nothing is asked before the first press; then the frame says which page it is on, without its query", () => {
  visit();
  const before = Object.keys(window).filter((name) => name !== "LiantaiChat");
  visit();
  expect(Object.keys(window).filter((name) => !before.includes(name))).toEqual(["LiantaiChat"]);
  expect([button().getAttribute("aria-label"), button().getAttribute("aria-expanded")]).toEqual(["在线咨询", "false"]);
  expect(frame()).toBeNull();
  button().click();
  const { src, title, style } = frame()!;
  const [address, about] = src.split("#");
  expect([address, title]).toEqual([`${host}/customer/chat/${webKey}`, "在线咨询"]);
  expect(Object.fromEntries(new URLSearchParams(about))).toEqual({ page: "http://localhost/shop/page", shown: "1" });
  expect([style.width, style.height, button().getAttribute("aria-expanded")]).toEqual(["360px", "560px", "true"]);
});

test("J52 Escape puts it away, the tab remembers, and the next page of the site brings it along", () => {
  visit({ label: "联系我们" });
  button().click();
  visit({ label: "联系我们" });
  expect([frame()!.style.display, frame()!.title]).toEqual(["block", "联系我们"]);
  escape();
  expect(frame()!.style.display).toBe("none");
  visit();
  expect([frame()!.style.display, new URLSearchParams(frame()!.src.split("#")[1]).get("shown")]).toEqual(["none", "0"]);
  (window as unknown as { LiantaiChat: { open(): void } }).LiantaiChat.open();
  expect(frame()!.style.display).toBe("block");
});

test("J52 on a telephone it covers the window and the button makes room; a key that is none does nothing; twice is once", () => {
  visit({ narrow: true });
  button().click();
  expect([frame()!.style.width, frame()!.style.height, button().style.display]).toEqual(["100%", "100%", "none"]);
  told({ liantaiChat: { fold: true } });
  expect([frame()!.style.display, button().style.display]).toEqual(["none", "flex"]);
  new Function(script)();
  expect(document.body.childElementCount).toBe(1);
  visit({ key: "../../x" });
  expect([shade, document.body.childElementCount]).toEqual([undefined, 0]);
});

test("J53 it takes only what its frame says from the chat's origin, and tells only that origin", () => {
  visit();
  button().click();
  const inside = otherWindow();
  Object.defineProperty(frame(), "contentWindow", { value: inside });
  const post = jest.spyOn(inside, "postMessage").mockImplementation(() => undefined);
  told({ liantaiChat: { unread: 3 } }, { origin: "https://evil.example.com" });
  told({ liantaiChat: { unread: 3 } }, { source: window });
  expect(badge().style.display).toBe("none");
  told({ liantaiChat: { unread: 3, color: "#f5d90a", ink: "#000000" } });
  expect([badge().textContent, badge().style.display]).toEqual(["3", "block"]);
  expect(button().getAttribute("aria-label")).toBe("在线咨询，3条未读消息");
  expect([button().style.background, button().style.color]).toEqual(["rgb(245, 217, 10)", "rgb(0, 0, 0)"]);
  told({ liantaiChat: { color: "url(https://evil.example.com)", unread: "many" } });
  expect([badge().textContent, button().style.background]).toEqual(["3", "rgb(245, 217, 10)"]);
  told({ liantaiChat: { ready: true } });
  told({ liantaiChat: { fold: true } });
  expect(post.mock.calls as unknown[][]).toEqual([
    [{ liantaiChat: { shown: true } }, host],
    [{ liantaiChat: { shown: false } }, host],
  ]);
});

test("J53 the page in a frame names its site, tells that origin alone, and listens to that window alone", async () => {
  visit();
  const parent = otherWindow();
  const post = jest.spyOn(parent, "postMessage").mockImplementation(() => undefined);
  Object.defineProperty(window, "parent", { value: parent, configurable: true });
  history.replaceState(null, "", `#${new URLSearchParams({ page: "https://shop.example.com/a?b=1#c", shown: "0" })}`);
  const shown: boolean[] = [];
  await jest.isolateModulesAsync(async () => {
    const { createHost } = await import("./chat/host.js");
    const { framed, page, shownAtFirst, ready, tell } = createHost({ onShown: (now) => void shown.push(now) });
    expect({ framed, page, shownAtFirst }).toEqual({
      framed: true,
      page: "https://shop.example.com/a",
      shownAtFirst: false,
    });
    ready();
    tell({ unread: 1, color: "#1f6feb", ink: "#ffffff" });
    tell({ unread: 1, color: "#1f6feb", ink: "#ffffff" });
  });
  expect(post.mock.calls as unknown[][]).toEqual([
    [{ liantaiChat: { ready: true } }, "https://shop.example.com"],
    [{ liantaiChat: { unread: 1, color: "#1f6feb", ink: "#ffffff" } }, "https://shop.example.com"],
  ]);
  const says = (source: unknown, origin: string) =>
    window.dispatchEvent(
      new MessageEvent("message", { data: { liantaiChat: { shown: true } }, origin, source: source as Window }),
    );
  says(window, "https://shop.example.com");
  says(parent, "https://evil.example.com");
  expect(shown).toEqual([]);
  says(parent, "https://shop.example.com");
  expect(shown).toEqual([true]);
});
