/**
 * The same pages in two other hands: the elements and styles of our open tabs, drawn by React from data, as tabs of one plain React
 * page (hidden by display: none) and as micro-apps of qiankun (one an address, its default: the old one is unmounted, the new one
 * mounted; its styles come and go with it). Neither has our screens' own work to do, so both look better than the same product made
 * with them.
 */
import { createServer, type Server } from "node:http";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import type * as Qiankun from "qiankun";
import type * as React from "react";
import type * as ReactDom from "react-dom/client";
import type { Page } from "@liantai/e2e/harness/browser.ts";

export type Tree = string | { readonly tag: string; readonly props: Record<string, unknown>; readonly inner: Tree[] };

export interface Pages {
  readonly trees: readonly Tree[];
  readonly css: string;
}

/** The panels of the open tabs as they stand, and every style rule of the page. */
export const copyPages = (page: Page, labels: readonly string[]): Promise<Pages> =>
  page.evaluate((names: readonly string[]) => {
    const styleOf = (element: HTMLElement | SVGElement) =>
      Object.fromEntries(
        [...element.style].map((name) => [
          name.startsWith("--") ? name : name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
          element.style.getPropertyValue(name),
        ]),
      );
    const copy = (node: Node): Tree[] => {
      if (node instanceof Text) return [node.data];
      if (!(node instanceof HTMLElement || node instanceof SVGElement)) return [];
      const props: Record<string, unknown> = { style: styleOf(node) };
      for (const { name, value } of node.attributes)
        if (!["style", "value", "checked", "id"].includes(name)) props[name === "class" ? "className" : name] = value;
      const isEmpty = ["input", "br", "hr", "img"].includes(node.localName);
      return [{ tag: node.localName, props, inner: isEmpty ? [] : [...node.childNodes].flatMap(copy) }];
    };
    const panels = [...document.querySelectorAll<HTMLElement>('[role="tabpanel"]')];
    const trees = names.map((name) => {
      const panel = panels.find((one) => one.getAttribute("aria-label") === name);
      if (!panel) throw new Error(`no panel ${name}`);
      return copy(panel.firstElementChild!)[0]!;
    });
    const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
    return { trees, css: sheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join("\n") };
  }, labels);

const qiankunFile = join(
  dirname(createRequire(import.meta.url).resolve("qiankun/package.json")),
  "dist/index.umd.min.js",
);

/** A micro-app as qiankun wants it: its script leaves its lifecycles at the window under its name. */
const microApp = (name: string): string =>
  `window["${name}"] = {
    bootstrap: async () => {},
    mount: async ({ draw, container }) => draw(container.querySelector("[data-stage]")),
    unmount: async ({ end }) => end(),
  };`;

/** An empty page with SystemJS, our own React and qiankun; what else it asks for is `url`'s. */
export function serveReference(
  url: string,
  systemJs: string,
): Promise<{ readonly url: string; readonly server: Server }> {
  const html = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>reference</title>
<script type="systemjs-importmap" src="/import-map.json"></script><script src="${systemJs}"></script><script src="/qiankun.js"></script>
</head><body><nav id="tabs"></nav><main id="work" style="position:absolute;inset:120px 0 0 0"></main></body></html>`;
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const send = (type: string, body: string | Buffer) =>
      response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(body);
    const app = /^\/app\/(page-\d+)\.js$/.exec(path)?.[1];
    if (app) return void send("text/javascript", microApp(app));
    if (path === "/qiankun.js") return void send("text/javascript", readFileSync(qiankunFile));
    if (!/^\/(assets|import-map)/.test(path)) return void send("text/html", html);
    fetch(url + path)
      .then(async (reply) =>
        send(reply.headers.get("content-type")!.split(";")[0]!, Buffer.from(await reply.arrayBuffer())),
      )
      .catch(() => response.writeHead(502).end());
  });
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }),
    ),
  );
}

declare global {
  /** As much of what is loaded there as is used here. */
  const qiankun: Pick<typeof Qiankun, "registerMicroApps" | "start">;
}

/** The tab n of both is `[data-tab="n"]`, its page `[data-page="n"]`. */
export const drawPlain = (page: Page, pages: Pages): Promise<void> =>
  page.evaluate(async ({ trees, css }: Pages) => {
    const { createElement, memo, useState } = (await System.import("react")) as typeof React;
    const { createRoot } = (await System.import("react-dom/client")) as typeof ReactDom;
    const style = document.createElement("style");
    style.textContent = css;
    document.head.append(style);
    const draw = (tree: Tree): React.ReactNode =>
      typeof tree === "string" ? tree : createElement(tree.tag, tree.props, ...tree.inner.map(draw));
    const Content = memo(({ index }: { index: number }) => draw(trees[index]!));
    function Tabs() {
      const [shown, show] = useState(0);
      return [
        createElement(
          "nav",
          { key: "nav" },
          trees.map((_, i) => createElement("button", { key: i, "data-tab": i, onClick: () => show(i) }, `标签${i}`)),
        ),
        ...trees.map((_, i) =>
          createElement(
            "div",
            {
              key: i,
              "data-page": i,
              style: { position: "absolute", inset: 0, display: i === shown ? "block" : "none" },
            },
            createElement(Content, { index: i }),
          ),
        ),
      ];
    }
    createRoot(document.getElementById("work")!).render(createElement(Tabs));
  }, pages);

export const drawQiankun = (page: Page, pages: Pages): Promise<void> =>
  page.evaluate(async ({ trees, css }: Pages) => {
    const { createElement } = (await System.import("react")) as typeof React;
    const { createRoot } = (await System.import("react-dom/client")) as typeof ReactDom;
    const draw = (tree: Tree): React.ReactNode =>
      typeof tree === "string" ? tree : createElement(tree.tag, tree.props, ...tree.inner.map(draw));
    const nav = document.getElementById("tabs")!;
    qiankun.registerMicroApps(
      trees.map((tree, i) => {
        let root: ReturnType<typeof createRoot> | undefined;
        const button = document.createElement("button");
        button.dataset["tab"] = String(i);
        button.textContent = `标签${i}`;
        button.addEventListener("click", () => history.pushState(null, "", `/page/${i}`));
        nav.append(button);
        return {
          name: `page-${i}`,
          entry: {
            scripts: [`${location.origin}/app/page-${i}.js`],
            html: `<style>${css}</style><div data-stage></div>`,
          },
          container: "#work",
          activeRule: ({ pathname }: Location) => pathname === `/page/${i}`,
          props: {
            draw(element: HTMLElement) {
              root = createRoot(element);
              root.render(
                createElement("div", { "data-page": i, style: { position: "absolute", inset: 0 } }, draw(tree)),
              );
            },
            end: () => root?.unmount(),
          },
        };
      }),
    );
    qiankun.start({ prefetch: "all" });
  }, pages);
