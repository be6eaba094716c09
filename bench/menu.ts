/**
 * From the press on an entry of the menu until its screen is drawn with what it asked for (rows, or the true empty state), for every
 * entry of every role: the first time, when its area's files may not be loaded yet, and again after its tab was closed. Beside each
 * list a plain React component in the same page that fetches the same list and draws it as a table.
 */
import { person, type Page } from "@liantai/e2e/harness/browser.ts";
import { signIn, signInOperator } from "@liantai/e2e/harness/agent-page.ts";
import { startServer } from "@liantai/e2e/harness/server.ts";
import type * as React from "react";
import type * as ReactDom from "react-dom/client";
import { compare, quantile, type Measured } from "./lib/result.ts";

interface Opened {
  readonly role: string;
  readonly name: string;
  readonly first: number;
  readonly again: number;
  /** Undefined: the screen asked for no list. */
  readonly reference: number | undefined;
}

declare global {
  interface Window {
    /** The last request that was answered with a list. */
    benchList?: Request | undefined;
  }
}

const noteLists = (page: Page) =>
  page.evaluateOnNewDocument(() => {
    const native = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const request = new Request(input, init);
      const kept = request.clone();
      const reply = await native(request);
      if (reply.headers.get("content-type")?.includes("json")) {
        const copy = reply.clone();
        void copy.json().then(({ data }: { data?: { list?: unknown } | null }) => {
          if (Array.isArray(data?.list)) window.benchList = kept;
        });
      }
      return reply;
    };
  });

/** Every entry that opens a screen, groups unfolded. */
async function entries(page: Page): Promise<readonly string[]> {
  await page.waitForSelector("nav [data-row]");
  return page.evaluate(async () => {
    for (
      let groups;
      (groups = document.querySelectorAll<HTMLElement>('nav button[aria-expanded="false"][data-row]')).length;
    ) {
      groups.forEach((group) => group.click());
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return [...document.querySelectorAll("nav button[data-row]:not([aria-expanded])")].map((b) => b.textContent ?? "");
  });
}

const openEntry = (page: Page, name: string): Promise<number> =>
  page.evaluate(async (wanted: string) => {
    const button = [...document.querySelectorAll<HTMLElement>("nav button[data-row]")].find(
      ({ textContent }) => textContent === wanted,
    );
    if (!button) throw new Error(`no entry ${wanted}`);
    const drawn = () => {
      const panel = [...document.querySelectorAll<HTMLElement>('[role="tabpanel"]')].find((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      );
      return (
        panel?.getAttribute("aria-label") === wanted &&
        panel.textContent !== "" &&
        !/正在加载/.test(panel.textContent ?? "") &&
        !panel.querySelector('[aria-busy="true"]')
      );
    };
    const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
    window.benchList = undefined;
    await frame();
    const from = performance.now();
    button.click();
    do {
      if (performance.now() - from > 15_000) throw new Error(`${wanted} was not drawn`);
      await frame();
    } while (!drawn());
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now() - from;
  }, name);

const closeTab = (page: Page, name: string): Promise<void> =>
  page.evaluate(async (wanted: string) => {
    const tab = [...document.querySelectorAll<HTMLElement>('[role="tab"][data-key]')].find(
      ({ title }) => title === wanted,
    );
    tab?.querySelector<HTMLElement>("[data-close]")?.click();
    while (tab?.isConnected && tab.querySelector("[data-close]")) await new Promise((r) => requestAnimationFrame(r));
  }, name);

/** The same list, asked and drawn by as little React as will do. */
const plainReact = (page: Page): Promise<number | undefined> =>
  page.evaluate(async () => {
    const request = window.benchList;
    if (!request) return undefined;
    const { createElement: h, useState } = (await System.import("react")) as typeof React;
    const { createRoot } = (await System.import("react-dom/client")) as typeof ReactDom;
    type Row = Record<string, unknown>;
    function List() {
      const [rows, setRows] = useState<readonly Row[]>();
      const ask = async () => {
        const reply = (await (await fetch(request!.clone())).json()) as { data: { list: Row[] } };
        setRows(reply.data.list);
      };
      const columns = Object.keys(rows?.[0] ?? {}).slice(0, 10);
      const cells = (row: Row) => columns.map((column) => h("td", { key: column }, String(row[column] ?? "")));
      return [
        h("button", { key: "ask", onClick: () => void ask() }, "查询"),
        rows &&
          h(
            "table",
            { key: "table" },
            h("tbody", null, h("tr"), ...rows.map((row, i) => h("tr", { key: i }, cells(row)))),
          ),
      ];
    }
    const host = document.createElement("div");
    host.style.cssText = "position:fixed;inset:0;z-index:5000;background:#fff";
    document.body.append(host);
    const root = createRoot(host);
    root.render(h(List));
    const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
    do await frame();
    while (!host.querySelector("button"));
    const from = performance.now();
    host.querySelector("button")!.click();
    do await frame();
    while (!host.querySelector("table"));
    await new Promise((resolve) => setTimeout(resolve));
    const took = performance.now() - from;
    root.unmount();
    host.remove();
    return took;
  });

async function roleScreens(role: string, enter: (page: Page) => Promise<void>): Promise<readonly Opened[]> {
  const user = await person(440);
  const opened: Opened[] = [];
  try {
    const { page } = user;
    await noteLists(page);
    await enter(page);
    // The home is the first tab: it is drawn before anything is pressed.
    await page.waitForSelector('[role="tabpanel"]');
    await page.waitForFunction(
      () => !/正在加载/.test(document.querySelector('[role="tabpanel"]')?.textContent ?? "正在加载"),
    );
    const home = await page.$eval('[role="tab"][data-key="/"]', (tab) => tab.getAttribute("title"));
    for (const name of (await entries(page)).filter((one) => one !== home)) {
      const first = await openEntry(page, name);
      await closeTab(page, name);
      const again = await openEntry(page, name);
      const reference = await plainReact(page);
      await closeTab(page, name);
      opened.push({ role, name, first, again, reference });
    }
    return opened;
  } finally {
    await user.close();
  }
}

const slowest = (opened: readonly Opened[], of: "first" | "again"): string =>
  [...opened]
    .sort((a, b) => b[of] - a[of])
    .slice(0, 5)
    .map((one) => `${one.role} ${one.name} ${Math.round(one[of])}`)
    .join(", ");

export async function run(): Promise<Measured> {
  const server = await startServer();
  try {
    const opened = [
      ...(await roleScreens("企业管理员", (page) =>
        signIn(page, server.url, { account: "admin", role: "企业管理员" }),
      )),
      ...(await roleScreens("坐席", (page) => signIn(page, server.url, { account: "1004" }))),
      ...(await roleScreens("班长", (page) => signIn(page, server.url, { account: "1005", role: "班长" }))),
      ...(await roleScreens("运营", (page) => signInOperator(page, server.url))),
    ];
    console.log(`menu: slowest the first time: ${slowest(opened, "first")}`);
    console.log(`menu: slowest again: ${slowest(opened, "again")}`);
    const lists = opened.filter(({ reference }) => reference !== undefined);
    const p95 = (of: (one: Opened) => number, some = opened) => quantile(some.map(of), 0.95);
    return {
      name: "menu",
      compared: [
        compare(
          { what: "press to a list's rows again, p95", reference: "a plain React table of the same list", unit: "ms" },
          p95(({ again }) => again, lists),
          p95(({ reference }) => reference!, lists),
        ),
      ],
      unit: "ms",
      goal: "the first time p95 < 300, again p95 < 150",
      values: {
        againP50: quantile(
          opened.map(({ again }) => again),
          0.5,
        ),
        againP95: p95(({ again }) => again),
        firstP50: quantile(
          opened.map(({ first }) => first),
          0.5,
        ),
        firstP95: p95(({ first }) => first),
        screens: opened.length,
        lists: lists.length,
      },
    };
  } finally {
    await server.stop();
  }
}
