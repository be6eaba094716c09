/** How a container looks while it loads and when its app has failed. */
import type { ContainerView, Failure } from "./container.ts";
import { button, element, strip } from "./dom.ts";

export interface SlotView extends ContainerView {
  /** The name that is shown may be another one now: another tab of the app is on show. */
  rename(): void;
  /** Shows the strip 有新版本; `press` returns a text to show instead of going on. Called again: replaces. */
  offer(press: () => string | null): void;
  withdrawOffer(): void;
}

const messages: Record<Failure["kind"], string> = {
  load: "加载失败，网络恢复后会自动重新加载。",
  timeout: "加载超过 120 秒，已按加载失败处理。",
  crash: "运行出错，其他功能不受影响。",
};

/** `title`: of the screen that is on show, as the person knows it. */
export function createView(host: HTMLElement, title: () => string): SlotView {
  let heading: HTMLElement | null = null;
  let crashed = false;
  const said = () => `「${title()}」${crashed ? "出错了" : "没有加载成功"}`;
  let body: HTMLElement | null = null;
  let offered: HTMLElement | null = null;

  function show(next: HTMLElement | null): void {
    body?.remove();
    body = next;
    if (next) host.append(next);
  }

  function withdrawOffer(): void {
    offered?.remove();
    offered = null;
  }

  return {
    loading: () => show(element("p", "app-loading", `正在加载${title()}…`)),
    stage() {
      const root = element("div", "app-root");
      show(root);
      return root;
    },
    failed({ kind, id, retry }) {
      const card = element("section", "app-failure");
      card.setAttribute("role", "alert");
      crashed = kind === "crash";
      heading = element("h2", "", said());
      card.append(
        heading,
        element("p", "", messages[kind]),
        element("p", "", `错误编号：${id}`),
        button("重试", retry),
      );
      show(card);
    },
    rename() {
      const text = said();
      if (heading?.isConnected && heading.textContent !== text) heading.textContent = text;
    },
    clear() {
      withdrawOffer();
      show(null);
    },
    offer(press) {
      withdrawOffer();
      const line = strip(
        `「${title()}」有新版本，刷新后使用，已打开的标签页保留。`,
        "刷新",
        () => {
          const refused = press();
          if (refused) line.say(refused);
          else withdrawOffer();
        },
        withdrawOffer,
      );
      offered = line.root;
      host.prepend(offered);
    },
    withdrawOffer,
  };
}
