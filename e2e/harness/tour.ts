/** A tour of every screen that a role may see, with what a program can say of each; a picture of each lies in shots/. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { homePathOf, publicRoutes, tabs, type TabRow, type Who } from "@liantai/api/contract";
import { popupPaths } from "@liantai/api/contract/popups";
import { apiSignIn } from "./api.ts";
import { findings } from "./axe.ts";
import { person, type Page, type Person } from "./browser.ts";
import { clickOn, openScreen, pane, pushIn, selector, settled, sheet, until } from "./console.ts";
import { looks, shownPanel } from "./looks.ts";
import { enterpriseRows } from "./rows/enterprise.ts";
import { operatorRows } from "./rows/operators.ts";
import { startServer, type RunningServer } from "./server.ts";

const shots = fileURLToPath(new URL("../shots", import.meta.url));
const groups: Readonly<Record<string, string>> = {
  "call-centre": "呼叫中心",
  dialling: "外呼任务",
  im: "在线客服",
  organisation: "组织与权限",
  "quality-and-surveys": "质检与调查",
  system: "系统管理",
  workorder: "客户与工单",
  "shell-nav": "",
  "flow-editor": "机器人与流程",
};
/** Opened from elsewhere: the menu has no entry. */
const ofOneRow = new Set([
  ...["/allotMember", "/setDnis", "/allotskill", "/dispatchQueueallotskill", "/role/setrolemenu"],
  // Forms of calls come with them.
  ...Object.values(popupPaths),
]);
/** '/' is the address of the first tab, whose screen is the home of the role. */
const screensOf = (who: Who): readonly TabRow[] =>
  tabs.filter(
    (tab) =>
      tab.ready &&
      tab.param !== "required" &&
      tab.who.includes(who) &&
      !publicRoutes.includes(tab.path) &&
      (tab.path !== "/" || homePathOf(who) === "/"),
  );

export interface Visit {
  readonly url: string;
  readonly user: Person;
}

/** A server whose screens all have something to show. */
export async function furnishedServer(): Promise<RunningServer> {
  mkdirSync(shots, { recursive: true });
  const server = await startServer();
  await operatorRows(await apiSignIn(server.url, "admin", 0, "000000"));
  await enterpriseRows(await apiSignIn(server.url, "admin", 1));
  return server;
}

/** A screen about one thing of a list shows nothing until that is chosen; a tree shows its first branch. */
async function chooseSubject(page: Page, path: string): Promise<void> {
  const select = await page.$(
    selector(`(${pane}//select[option[1][@value=""][starts-with(normalize-space(), "请选择")]])[1]`),
  );
  const empty =
    (await page.$(
      selector(
        `${pane}//*[not(self::option)][starts-with(normalize-space(text()), "请选择") or starts-with(normalize-space(text()), "请先选择")]`,
      ),
    )) !== null;
  if (empty && select) {
    // What can be chosen arrives after the screen.
    await page.waitForFunction(
      (element) => (element as HTMLSelectElement).options.length > 1,
      { timeout: 15_000 },
      select,
    );
    await select.select(await select.evaluate((element) => (element as HTMLSelectElement).options[1]!.value));
  } else if (empty) await (await page.$(selector(`(${pane}//*[@role="treeitem"][not(@aria-expanded)])[1]`)))?.click();
  if (path === "/cascademanage") await clickOn(page, `${pane}//*[normalize-space()="家用电器"][not(*)]`);
  // Charts load by themselves once they are in sight.
  if (path.endsWith("homepage")) await page.waitForSelector(`${shownPanel} canvas`, { timeout: 20_000 });
  await settled(page);
}

/** What there is to say of what is on show; its picture. */
async function look(page: Page, name: string): Promise<string[]> {
  await page.screenshot({ path: join(shots, `${name}.png`) });
  return [...(await looks(page)), ...(await findings(page, shownPanel))];
}

/** The form of a new one, where the screen has it. */
async function lookAtForm(page: Page, name: string): Promise<string[]> {
  const add = await page.$(
    selector(
      `(${pane}//button[starts-with(normalize-space(), "新增") or starts-with(normalize-space(), "新建")][not(@disabled)])[1]`,
    ),
  );
  if (!add) return [];
  await add.click();
  if (!(await page.waitForSelector(selector(sheet), { timeout: 3_000 }).catch(() => null))) return [];
  await settled(page);
  const faults = await look(page, `${name}-form`);
  await pushIn(page, "关闭", sheet);
  await until("the form is closed", async () => !(await page.$(selector(sheet))));
  return faults.map((fault) => `its form: ${fault}`);
}

/** Opens every screen of the role through the menu, looks, and closes its tab; what is wrong, by screen. */
export async function tour({ url, user }: Visit, who: Who, role: string, forms = false): Promise<string[]> {
  const { page } = user;
  const faults: string[] = [];
  for (const tab of screensOf(who)) {
    const name = `${role}${tab.path === "/" ? "-home" : tab.path.replaceAll("/", "-")}`;
    const wrong = async () => {
      if (ofOneRow.has(tab.path)) await page.goto(`${url}${tab.path}`).then(() => settled(page));
      else await openScreen(page, tab.path === homePathOf(who) ? "" : (groups[tab.group] ?? ""), tab.title);
      await chooseSubject(page, tab.path);
      return [...(await look(page, name)), ...(forms ? await lookAtForm(page, name) : [])];
    };
    const found = await wrong().catch((error: Error) => [`it did not open: ${error.message}`]);
    faults.push(...[...found, ...user.complaints.splice(0)].map((fault) => `${tab.path}: ${fault}`));
    if (tab.path !== homePathOf(who))
      await page
        .$eval('[role="tab"][aria-selected="true"] [data-close]', (cross) => (cross as HTMLElement).click())
        .catch(() => undefined);
  }
  return faults;
}

/** One furnished server for a suite, and a person with a page of a desk's width for each of its tests. */
export function onFurnishedServer(use: (at: { server: RunningServer; user: Person; page: Page }) => void): void {
  let server: RunningServer;
  let user: Person;
  beforeAll(async () => {
    server = await furnishedServer();
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    user = await person(440);
    use({ server, user, page: user.page });
  });
  afterEach(() => user?.close());
}
