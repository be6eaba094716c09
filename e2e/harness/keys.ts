/** Work without a mouse: Tab after Tab to what is so called, and the keys that a person would press there. */
import type { KeyInput, Page } from "puppeteer";
import { until } from "./console.ts";

/** What has the focus, by the words that a screen reader says first; `hidden`: nobody sees that it has it. */
interface Focused {
  readonly name: string;
  /** Something is typed or chosen in it. */
  readonly field: boolean;
  /** What the row of a table reads that it stands in. */
  readonly row: string;
  readonly hidden: string | undefined;
}

const focused = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const at = document.activeElement as (HTMLElement & { labels?: NodeListOf<HTMLLabelElement> }) | null;
    if (!at || at === document.body) return { name: "", field: false, row: "", hidden: undefined };
    const by = (at.getAttribute("aria-labelledby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join("");
    const name = (at.getAttribute("aria-label") || by || at.labels?.[0]?.textContent || at.textContent || "").trim();
    const box = at.getBoundingClientRect();
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    const style = getComputedStyle(at);
    const marked =
      (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) ||
      style.boxShadow !== "none" ||
      at.matches(
        'input[type="checkbox"], input[type="radio"], [role="dialog"], [role="alertdialog"], [role="tabpanel"]',
      );
    const inside = middle[0] >= 0 && middle[0] <= innerWidth && middle[1] >= 0 && middle[1] <= innerHeight;
    const hidden = !inside ? "outside the page" : marked ? undefined : "without a mark";
    const field = at.matches("input, select, textarea");
    return { name, field, row: at.closest("tr")?.innerText ?? "", hidden };
  });

export interface Keys {
  /** What had the focus and did not show it, with why. */
  readonly unseen: ReadonlySet<string>;
  /** Tab after Tab until what is so called has the focus (a field's label may say more); throws with what had it on the way. */
  to(name: string, field?: boolean): Promise<void>;
  /** The same, of what is called more than that. */
  toStart(beginning: string): Promise<void>;
  press(...keys: readonly KeyInput[]): Promise<void>;
  /** Held down together with Ctrl; a browser's own command (copy, paste) is done as the browser does it. */
  control(key: KeyInput, command?: "Copy" | "Paste"): Promise<void>;
  /** Goes to what is so called in the first row that reads `words`, and presses Enter. */
  enterIn(words: string, name: string): Promise<void>;
  /** Goes there and presses Enter. */
  enter(name: string): Promise<void>;
  /** Goes to the field and types over what it has. */
  type(label: string, text: string): Promise<void>;
  /** Goes to the list of choices and down in it. */
  choose(label: string, option: string): Promise<void>;
}

/** More stops than any screen has, the menu's with them. */
const most = 250;

export function keysOf(page: Page): Keys {
  const unseen = new Set<string>();
  const press = async (...keys: readonly KeyInput[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const toOne = async (what: string, is: (at: Focused) => boolean) => {
    const way: string[] = [];
    for (let n = 0; n < most; n += 1) {
      const now = await focused(page);
      if (now.hidden !== undefined) unseen.add(`${now.name}: ${now.hidden}`);
      if (is(now)) return;
      if (way.at(-1) !== now.name.slice(0, 12)) way.push(now.name.slice(0, 12));
      await page.keyboard.press("Tab");
    }
    throw new Error(`no “${what}” on the way: ${way.join(" → ")}`);
  };
  // A list may be called as one of its fields is.
  const to = (name: string, field = false) =>
    toOne(name, (at) => (field ? at.field && at.name.startsWith(name) : at.name === name));
  return {
    unseen,
    to,
    toStart: (beginning) => toOne(beginning, ({ name }) => name.startsWith(beginning)),
    press,
    async control(key, command) {
      await page.keyboard.down("Control");
      await page.keyboard.press(key, command ? { commands: [command] } : {});
      await page.keyboard.up("Control");
    },
    async enter(name) {
      await to(name);
      await page.keyboard.press("Enter");
    },
    async enterIn(words, name) {
      await toOne(`${name} of ${words}`, (at) => at.name === name && at.row.includes(words));
      await page.keyboard.press("Enter");
    },
    async type(label, text) {
      await to(label, true);
      await page.keyboard.down("Control");
      await page.keyboard.press("KeyA");
      await page.keyboard.up("Control");
      await page.keyboard.type(text);
    },
    async choose(label, option) {
      await to(label, true);
      const chosen = () =>
        page.evaluate(() => (document.activeElement as HTMLSelectElement).selectedOptions[0]?.textContent?.trim());
      for (let n = 0; n < 30 && (await chosen()) !== option; n += 1) await page.keyboard.press("ArrowDown");
      await until(`“${option}” of ${label}`, async () => (await chosen()) === option, 2_000);
    },
  };
}
