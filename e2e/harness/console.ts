/** Work at the console's screens by the words that people read: menus, rows, forms in drawers and dialogs, notices. */
import type { ElementHandle, Page } from "puppeteer";

/** The tab on show: those of the others stay in the page, unseen. */
export const pane = '//*[@role="tabpanel"][not(contains(../@style, "visibility: hidden"))]';
/** What is open over the tab on show. */
export const sheet = `${pane}//*[@role="dialog" or @role="alertdialog"][not(@aria-busy="true")]`;
export const sheetNamed = (title: string) => `${sheet}[.//h2[normalize-space()="${title}"]]`;
/** The row that has these cells. */
export const row = (...cells: string[]) =>
  `${pane}//tr${cells.map((cell) => `[td[normalize-space()="${cell}"]]`).join("")}`;
export const selector = (xpath: string) => `::-p-xpath(${xpath})`;

/** Asks again and again: a text that changes in place is no mutation that puppeteer waits for. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
  ms = 20_000,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The tab is marked and its pane on show: where a press is late the mark comes first (docs/decisions/042). */
export const tabIs = (page: Page, title: string): Promise<unknown> =>
  until(`the tab ${title}`, async () => {
    const marked = await page.$(selector(`//*[@role="tab"][@aria-selected="true"][normalize-space()="${title}"]`));
    return marked && page.$(selector(`${pane}[@aria-label="${title}"]`));
  });

/** Words that stand in sight, in `scope` or anywhere in the tab on show. */
export const reads = (page: Page, label: string, scope = pane, ms?: number): Promise<ElementHandle> =>
  until(
    `“${label}”`,
    async () => {
      for (const found of await page.$$(
        selector(
          `${scope}//*[contains(normalize-space(), "${label}")][not(*[contains(normalize-space(), "${label}")])]`,
        ),
      ))
        if (await found.isVisible().catch(() => false)) return found;
      return null;
    },
    ms,
  );

export const clickOn = (page: Page, xpath: string) => page.locator(selector(xpath)).setTimeout(20_000).click();
/** A button of the tab on show, or of `scope`. */
export const pushIn = (page: Page, name: string, scope = pane) =>
  clickOn(page, `${scope}//button[normalize-space()="${name}" or @aria-label="${name}"][not(@disabled)]`);

/** Opens a screen through the menu, unfolding the group it is in, and waits until it shows what it has. */
export async function openScreen(page: Page, group: string, name: string): Promise<void> {
  const entry = (label: string) => `//nav[@aria-label="主菜单"]//button[normalize-space()="${label}"]`;
  const leaf = await until(`the menu ${group} / ${name}`, async () => {
    const shown = await page.$(selector(`${entry(name)}[not(@aria-expanded)]`));
    if (shown) return shown;
    const closed =
      (await page.$(selector(`${entry(group)}[@aria-expanded="false"]`))) ??
      (await page.$(selector(`${entry(group)}/following-sibling::ul//button[@aria-expanded="false"]`)));
    await closed?.click().catch(() => undefined);
    return null;
  });
  await leaf.click();
  await tabIs(page, name);
  await settled(page);
}

/** Nothing on show is loading, and nothing is on its way from one colour or place to another. */
export const settled = (page: Page, ms?: number): Promise<true> =>
  until(
    "the screen settles",
    async () => {
      const busy = await page.evaluate(() => {
        const shown = [...document.querySelectorAll<HTMLElement>('[role="tabpanel"]')].find(
          (panel) => panel.parentElement?.style.visibility !== "hidden",
        );
        const moving = shown
          ?.getAnimations({ subtree: true })
          .some((one) => one.playState === "running" && one.effect?.getComputedTiming().iterations !== Infinity);
        return (
          !shown ||
          moving ||
          shown.childElementCount === 0 ||
          // One with a value says how far something else is.
          shown.querySelector('[role="progressbar"]:not([aria-valuenow]), [aria-busy="true"]') !== null ||
          /加载中|正在加载/.test(shown.innerText)
        );
      });
      return !busy;
    },
    ms,
  ).then(() => true as const);

/** The control under this label, of what is open over the tab or of `scope`. */
const control = (label: string, scope: string) => `${scope}//*[@id=${scope}//label[normalize-space()="${label}"]/@for]`;

/** Types over what a field of the open form has. Locator.fill() empties it behind React's back, which may put the old text there again. */
export async function fillIn(page: Page, label: string, value: string, scope = sheet): Promise<void> {
  const input = await page
    .locator(selector(control(label, scope)))
    .setTimeout(20_000)
    .waitHandle();
  await input.evaluate((element) => (element as HTMLInputElement).select());
  await input.type(value);
}

/** Chooses by what the option reads. */
export async function chooseIn(page: Page, label: string, option: string, scope = sheet): Promise<void> {
  const select = await until(`“${option}” of ${label}`, () =>
    page.$(selector(`${control(label, scope)}[option[normalize-space()="${option}"]]`)),
  );
  const value = await select.evaluate(
    (element, wanted) =>
      [...(element as HTMLSelectElement).options].find((one) => one.textContent.trim() === wanted)!.value,
    option,
  );
  await select.select(value);
}

/** A checkbox, a switch or a radio button by the words beside it. */
export const tick = (page: Page, label: string, scope = sheet) =>
  clickOn(page, `${scope}//input[@aria-label="${label}" or parent::label[normalize-space()="${label}"]]`);

/** Puts what is so called from one side of a transfer list to the other. */
export async function transfer(
  page: Page,
  from: string,
  names: readonly string[],
  button: string,
  scope = pane,
): Promise<void> {
  for (const name of names)
    await clickOn(page, `${scope}//*[@role="group"][@aria-label="${from}"]//*[@role="option"][contains(., "${name}")]`);
  await pushIn(page, button, scope);
}

/** Presses the button of a form or question and waits until it is gone; throws with what it says instead. */
export async function submit(page: Page, title: string, button = "保存"): Promise<void> {
  await pushIn(page, button, sheetNamed(title));
  const open = () => page.$(selector(sheetNamed(title)));
  await until(`${title} is done`, async () => !(await open()), 20_000).catch(async (error: Error) => {
    throw new Error(
      `${error.message}; it says: ${await (await open())?.evaluate((element) => (element as HTMLElement).innerText)}`,
    );
  });
}

/** What says this outside the screens: a line at the top about what was done, or a notification. */
export const noticed = (page: Page, label: string, ms?: number) =>
  reads(page, label, '//ul[@aria-label="通知" or @aria-label="操作结果"]', ms);
