/**
 * The designer with 200 controls (issue 9, section 5): from the press on 设计 until the canvas stands there, a step of a drag, a letter in
 * the property panel and a letter in the preview. Beside it, in turns in the same browser, a page of 200 plain inputs in one table with no
 * framework: opened, and a letter typed. Work is that of the page's own thread: event, drawing, style and layout.
 */
import type { FormField } from "@liantai/api/forms";
import { apiSignIn } from "@liantai/e2e/harness/api.ts";
import { signIn } from "@liantai/e2e/harness/agent-page.ts";
import { person, type Page } from "@liantai/e2e/harness/browser.ts";
import { clickOn, openScreen, pane, selector, settled } from "@liantai/e2e/harness/console.ts";
import { startServer } from "@liantai/e2e/harness/server.ts";
import { clickToFrame } from "./lib/frames.ts";
import { compare, median, quantile, type Measured } from "./lib/result.ts";

const controls = 200;
const rounds = 3;
const letters = "设计一个有两百个控件的表单看看输入是否流畅";
const kinds = ["input", "textarea", "radio", "select", "checkbox", "datepicker"] as const;

function fieldsOf(): readonly FormField[] {
  return Array.from({ length: controls }, (_, at): FormField => {
    const type = kinds[at % kinds.length]!;
    const items = [1, 2, 3].map((n) => ({ label_name: `选项${n}`, label_value: String(n) }));
    const choice = type === "radio" || type === "select" || type === "checkbox";
    return { type, name: `f${at}`, label: `字段${at}`, ...(choice && { items }) };
  });
}

/** ms of work for each letter, of an input that is in the page. */
const typing = (page: Page, css: string): Promise<number[]> =>
  page.evaluate(
    async (target: string, text: string) => {
      const input = document.querySelector<HTMLInputElement>(target);
      if (!input) throw new Error(`no ${target}`);
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!;
      const taken: number[] = [];
      input.focus();
      set.call(input, "");
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      for (const letter of text) {
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }));
        const from = performance.now();
        set.call(input, input.value + letter);
        input.dispatchEvent(new InputEvent("input", { bubbles: true }));
        await Promise.resolve();
        void document.body.offsetHeight;
        taken.push(performance.now() - from);
      }
      return taken;
    },
    css,
    letters,
  );

/** ms of work for each step of a drag over the canvas. */
const dragging = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const canvas = document.querySelector<HTMLElement>("[data-canvas]")!;
    const card = canvas.querySelector<HTMLElement>("[data-field-card]")!;
    const { left, top } = card.getBoundingClientRect();
    const fire = (on: EventTarget, type: string, x: number, y: number) =>
      on.dispatchEvent(
        new PointerEvent(type, { bubbles: true, cancelable: true, button: 0, clientX: x, clientY: y, pointerId: 1 }),
      );
    const taken: number[] = [];
    fire(card, "pointerdown", left + 20, top + 10);
    for (let step = 1; step <= 120; step++) {
      const from = performance.now();
      fire(document, "pointermove", left + 20 + (step % 40), top + 10 + step * 3);
      const handled = performance.now() - from;
      taken.push(
        await new Promise<number>((resolve) =>
          requestAnimationFrame((began) => {
            void document.body.offsetHeight;
            resolve(handled + performance.now() - Math.max(began, from));
          }),
        ),
      );
    }
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    return taken;
  });

const plainRows = Array.from(
  { length: controls },
  (_, at) => `<tr><td><label for="f${at}">字段${at}</label></td><td><input id="f${at}"></td></tr>`,
).join("");

/** The plain page: a press puts 200 inputs there. */
async function openPlain(page: Page) {
  await page.setContent(`<button id="open">打开</button><table id="form"></table>`);
  await page.evaluate((html: string) => {
    document.querySelector("#open")!.addEventListener("click", () => {
      document.querySelector("#form")!.innerHTML = html;
    });
  }, plainRows);
  return clickToFrame(page, "#open", "#form tr");
}

async function view(page: Page, name: string): Promise<void> {
  await clickOn(page, `${pane}//*[@role="tab"][starts-with(normalize-space(), "${name}")]`);
  await settled(page);
}

export async function run(): Promise<Measured> {
  const server = await startServer();
  const admin = await apiSignIn(server.url, "admin", 1);
  await admin.post("/crm/api/v1/customerFormConf/add", { name: "两百个控件", formType: "task", fields: fieldsOf() });
  const user = await person(440);
  const plain = await user.newPage();
  const { page } = user;
  const ours = { open: [] as number[], panel: [] as number[], preview: [] as number[], drag: [] as number[] };
  const theirs = { open: [] as number[], letter: [] as number[] };
  try {
    await signIn(page, server.url, { role: "企业管理员", account: "admin" });
    await openScreen(page, "客户与工单", "表单管理");
    // The first opening loads the designer's bundles.
    for (let round = 0; round <= rounds; round++) {
      await page.bringToFront();
      const button = await page.waitForSelector(selector(`${pane}//button[normalize-space()="设计"]`));
      await button!.evaluate((element) => (element.id = "bench-open"));
      const opened = await clickToFrame(page, "#bench-open", "[data-field-card]");
      await settled(page);
      await clickOn(page, `${pane}//button[@data-field-card="f0"]`);
      await page.waitForSelector('aside[aria-label="属性"] input');
      const panel = await typing(page, 'aside[aria-label="属性"] section input');
      const drag = await dragging(page);
      await view(page, "预览");
      const preview = await typing(page, 'form[aria-label="试填"] [data-field="f0"] input');
      await view(page, "设计");
      for (let undo = 0; undo < 3; undo++)
        await page.evaluate(() => document.querySelector<HTMLButtonElement>('button[aria-label="撤销"]')?.click());
      await clickOn(page, `${pane}//button[normalize-space()="返回列表"]`);
      const leave = await page.$(selector(`${pane}//button[normalize-space()="放弃"]`));
      await leave?.click();
      await plain.bringToFront();
      const plainOpened = await openPlain(plain);
      const letter = await typing(plain, "#f0");
      if (round === 0) continue;
      ours.open.push(opened.work);
      ours.panel.push(...panel);
      ours.drag.push(...drag);
      ours.preview.push(...preview);
      theirs.open.push(plainOpened.work);
      theirs.letter.push(...letter);
    }
  } finally {
    await user.close();
    await server.stop();
  }
  const p95 = (samples: readonly number[]): number => quantile(samples, 0.95);
  const words = { reference: "200 plain inputs without a framework", unit: "ms" };
  return {
    name: "designer",
    compared: [
      compare(
        { what: "a letter in the preview of 200 controls, p95 of work", ...words },
        p95(ours.preview),
        p95(theirs.letter),
      ),
      compare({ what: "a letter in the property panel, p95 of work", ...words }, p95(ours.panel), p95(theirs.letter)),
      compare(
        { what: "opening, median of work with the server's answer", ...words },
        median(ours.open),
        median(theirs.open),
      ),
    ],
    unit: "ms",
    goal: "open under 500 ms, a drag step p95 under 32, a letter in the preview p95 under 16 of script",
    values: {
      previewMedian: median(ours.preview),
      panelMedian: median(ours.panel),
      dragMedian: median(ours.drag),
      dragP95: p95(ours.drag),
    },
  };
}
