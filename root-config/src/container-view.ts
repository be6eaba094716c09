/** How a container looks while it loads and when its app has failed. */
import type { ContainerView, Failure } from "./container.ts";
import { button, element, strip } from "./dom.ts";

export interface SlotView extends ContainerView {
  /** Shows the strip 有新版本; `press` returns a text to show instead of going on. Called again: replaces. */
  offer(press: () => string | null): void;
  withdrawOffer(): void;
}

const messages: Record<Failure["kind"], string> = {
  load: "加载失败，请检查网络后重试。",
  timeout: "加载超过 120 秒，已按加载失败处理。",
  crash: "运行出错，其他功能不受影响。",
};

export function createView(host: HTMLElement, title: string): SlotView {
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
    loading: () => show(element("p", "app-loading", `正在加载${title}…`)),
    stage() {
      const root = element("div", "app-root");
      show(root);
      return root;
    },
    failed({ kind, id, retry }) {
      const card = element("section", "app-failure");
      card.setAttribute("role", "alert");
      card.append(
        element("h2", "", `「${title}」${kind === "crash" ? "出错了" : "没有加载成功"}`),
        element("p", "", messages[kind]),
        element("p", "", `错误编号：${id}`),
        button("重试", retry),
      );
      show(card);
    },
    clear() {
      withdrawOffer();
      show(null);
    },
    offer(press) {
      withdrawOffer();
      const line = strip(
        `「${title}」有新版本，刷新后使用，已打开的标签页保留。`,
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
