/**
 * The least that a press can take on this machine: a page without scripts of ours, styles of ours or React, whose presses change as much
 * of the window as ours do. What is under its INP is the browser's and the machine's, and no page answers sooner.
 */
import type { Page } from "@liantai/e2e/harness/browser.ts";
import { click, pressing, type Round } from "./interactions.ts";

const rows = Array.from({ length: 20 }, (_, i) => `<tr>${"<td>1380002000".repeat(10)}${i}`).join("");
const tiles = Array.from({ length: 40 }, (_, i) => `<p class="tile"><b>${i * 7}</b> 呼入量`).join("");

const html = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>reference</title><style>
body { margin: 0; font: 14px/1.5 sans-serif; height: 720px; overflow: hidden }
nav { height: 120px }
main > div { position: absolute; inset: 120px 0 0 208px; overflow: auto; background: #fff }
main > [data-hidden] { content-visibility: hidden; visibility: hidden }
main > div > * { visibility: visible }
td { border-bottom: 1px solid #ddd; padding: 6px }
.tile { display: inline-block; width: 150px; border: 1px solid #ddd; border-radius: 6px; padding: 8px; margin: 4px }
#button[data-on] { background: #1f5fbf; color: #fff }
#cover { position: absolute; inset: 120px 0 0 208px; background: #0008 }
#sheet { position: absolute; inset: 0 0 0 auto; width: 520px; background: #fff; padding: 16px; box-shadow: 0 8px 16px #0003 }
</style><nav><button id="button">按钮</button> <button id="list">列表</button> <button id="home">首页</button>
<button id="drawer">抽屉</button> <input id="field"></nav>
<main><div data-pane="list"><section><table>${rows}</table></section></div>
<div data-pane="home" data-hidden><section>${tiles}</section></div></main>
<script>
const on = (id, act) => document.getElementById(id).addEventListener("click", act);
const show = (name) => {
  for (const pane of document.querySelectorAll("[data-pane]")) pane.toggleAttribute("data-hidden", pane.dataset.pane !== name);
};
on("button", ({ target }) => target.toggleAttribute("data-on"));
on("list", () => show("list"));
on("home", () => show("home"));
on("drawer", () => {
  const open = document.getElementById("cover");
  if (open) return open.remove();
  document.body.insertAdjacentHTML("beforeend",
    '<div id="cover"><div id="sheet"><h2>呼入量</h2><p>今天打进来的通话<table><tr><td>今日<td>昨日<tr><td>12<td>10</table></div></div>');
});
</script>`;

/** Opens it in this page, which somebody watches already (watchInteractions). */
export async function openPlain(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  page.once("request", (request) => void request.respond({ contentType: "text/html; charset=utf-8", body: html }));
  await page.goto("http://reference.invalid/");
  await page.setRequestInterception(false);
}

/** A round of presses with pauses of `pauseMs`: a button, tabs of plain content, keys, a drawer and its end. */
export const plainPresses = (page: Page, pauseMs: number): Promise<Round> =>
  pressing(page, pauseMs, async (pressed) => {
    for (let i = 0; i < 4; i += 1) {
      await pressed("tab home", () => click(page, "#home"));
      await pressed("tab list", () => click(page, "#list"));
    }
    await pressed("field", () => click(page, "#field"));
    for (const key of "138000") await pressed("key", () => page.keyboard.press(key as "1"));
    for (let i = 0; i < 6; i += 1) await pressed("key", () => page.keyboard.press("Backspace"));
    for (let i = 0; i < 2; i += 1) await pressed("drawer", () => click(page, "#drawer"));
    for (let i = 0; i < 2; i += 1) await pressed("button", () => click(page, "#button"));
  });
