/**
 * The editor with 300 nodes (issue 10, section 2): from the press on its name until the canvas stands there, then a node dragged by a
 * real mouse with the whole flow in view. Beside it, in turns in the same browser, a page of 300 boxes and their lines without a
 * framework, which moves one box and its lines. A frame is counted from its beginning until the page has drawn it: handlers, rendering,
 * style, layout, painting, of frames in which the mouse moved.
 */
import { apiSignIn } from "@liantai/e2e/harness/api.ts";
import { signIn } from "@liantai/e2e/harness/agent-page.ts";
import { person, type Page } from "@liantai/e2e/harness/browser.ts";
import { clickOn, openScreen, pane, selector } from "@liantai/e2e/harness/console.ts";
import { startServer } from "@liantai/e2e/harness/server.ts";
import { body, node } from "@liantai/api/testing/flows";
import { clickToFrame } from "./lib/frames.ts";
import { plainCanvas } from "./lib/plain-canvas.ts";
import { compare, median, quantile, type Measured } from "./lib/result.ts";

const nodes = 300;
const perRow = 20;
const rounds = 3;
const steps = 120;
const name = "三百个节点";

function flowOf(): string {
  const place = (at: number) => ({ x: (at % perRow) * 260, y: Math.floor(at / perRow) * 160 });
  const all = Array.from({ length: nodes }, (_, at) => {
    const next = `n${at + 1}`;
    const made =
      at === 0
        ? node("n0", "start", { to: { next } })
        : at === nodes - 1
          ? node(`n${at}`, "hangup")
          : at % 3 === 0
            ? node(`n${at}`, "keyNav", {
                says: [`第${at}段`],
                config: { keys: ["1", "2"] },
                to: { "key-1": next, "key-2": `n${Math.min(nodes - 1, at + perRow)}` },
              })
            : node(`n${at}`, "play", { says: [`第${at}段`], to: { next } });
    return { ...made, ...place(at) };
  });
  return JSON.stringify(body(all));
}

/** ms of each frame in which the mouse moved; `move` moves it. */
declare global {
  interface Window {
    benchFrames?: { on: boolean; moved: boolean; readonly frames: number[] };
  }
}

async function framesOf(page: Page, move: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const kept = { on: true, moved: false, frames: [] as number[] };
    window.benchFrames = kept;
    window.addEventListener("mousemove", () => (kept.moved = true), { capture: true });
    window.addEventListener("pointermove", () => (kept.moved = true), { capture: true });
    const { port1, port2 } = new MessageChannel();
    let began = 0;
    let counts = false;
    port2.onmessage = () => {
      if (counts) kept.frames.push(performance.now() - began);
      if (kept.on) requestAnimationFrame(frame);
    };
    // Its messages are handled once the frame has been drawn; its beginning is before the handlers of its input.
    function frame(time: number): void {
      began = time;
      counts = kept.moved;
      kept.moved = false;
      port1.postMessage(0);
    }
    requestAnimationFrame(frame);
  });
  await move();
  return page.evaluate(() => {
    const kept = window.benchFrames!;
    kept.on = false;
    return kept.frames;
  });
}

/** The middle of the box that is nearest the middle of the page's canvas. */
const grip = (page: Page, css: string) =>
  page.evaluate((wanted: string) => {
    const boxes = [...document.querySelectorAll<HTMLElement>(wanted)].map((box) => box.getBoundingClientRect());
    const [mx, my] = [window.innerWidth / 2, window.innerHeight / 2];
    const off = (box: DOMRect) => Math.hypot(box.x + box.width / 2 - mx, box.y + box.height / 2 - my);
    const box = boxes.reduce((best, each) => (off(each) < off(best) ? each : best));
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, shown: boxes.length };
  }, css);

async function drag(page: Page, css: string): Promise<{ frames: number[]; shown: number }> {
  const { x, y, shown } = await grip(page, css);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const frames = await framesOf(page, async () => {
    for (let step = 1; step <= steps; step += 1)
      await page.mouse.move(x + 60 * Math.sin(step / 9), y + 40 * Math.sin(step / 7));
  });
  await page.mouse.up();
  return { frames, shown };
}

export async function run(): Promise<Measured> {
  const server = await startServer();
  const admin = await apiSignIn(server.url, "admin", 1);
  await admin.post("/callin/api/v1/flow/create", { name, flowType: 1, flow: flowOf() });
  const user = await person(560);
  const plain = await user.newPage();
  const { page } = user;
  const ours = { open: [] as number[], drag: [] as number[] };
  const theirs = { open: [] as number[], drag: [] as number[] };
  let shown = 0;
  try {
    await signIn(page, server.url, { role: "企业管理员", account: "admin" });
    await openScreen(page, "机器人与流程", "流程编辑");
    // The first opening loads the editor's bundles.
    for (let round = 0; round <= rounds; round += 1) {
      await page.bringToFront();
      const button = await page.waitForSelector(selector(`${pane}//button[contains(., "${name}")]`));
      await button!.evaluate((element) => (element.id = "bench-open"));
      const opened = await clickToFrame(page, "#bench-open", ".react-flow__node");
      await clickOn(page, `${pane}//button[@aria-label="适合窗口"]`);
      await page.waitForFunction(
        (wanted: number) => document.querySelectorAll(".react-flow__node").length >= wanted,
        { timeout: 20_000 },
        nodes,
      );
      const dragged = await drag(page, ".react-flow__node");
      shown = dragged.shown;
      await page.keyboard.press("Escape");
      await clickOn(page, `${pane}//button[normalize-space()="返回列表"]`);
      await plain.bringToFront();
      await plain.setContent(plainCanvas(nodes, perRow));
      const plainOpened = await clickToFrame(plain, "#open", "[data-box]");
      const plainDragged = await drag(plain, "[data-box]");
      if (round === 0) continue;
      ours.open.push(opened.painted);
      ours.drag.push(...dragged.frames);
      theirs.open.push(plainOpened.painted);
      theirs.drag.push(...plainDragged.frames);
    }
  } finally {
    await user.close();
    await server.stop();
  }
  const words = { reference: "300 boxes and lines without a framework", unit: "ms" };
  const p95 = (samples: readonly number[]): number => quantile(samples, 0.95);
  return {
    name: "flow-editor",
    compared: [
      compare(
        { what: "a frame of a drag with all of 300 nodes in view, p95", ...words },
        p95(ours.drag),
        p95(theirs.drag),
      ),
      compare({ what: "the same, median", ...words }, median(ours.drag), median(theirs.drag)),
      compare({ what: "press to painted, median", ...words }, median(ours.open), median(theirs.open)),
    ],
    unit: "ms",
    goal: "drag p95 under 20 ms a frame, first paint under 500 ms",
    values: { shown, frames: ours.drag.length },
  };
}
