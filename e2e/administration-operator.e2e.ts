/** The second half of administration.e2e.ts, beside it: the operator's screens, and an enterprise's from inside. */
import type { Page, Person } from "./harness/browser.ts";
import { clickOn, openScreen, row } from "./harness/console.ts";
import { signInOperator, text } from "./harness/agent-page.ts";
import type { RunningServer } from "./harness/server.ts";
import { onFurnishedServer, tour } from "./harness/tour.ts";

let server: RunningServer;
let user: Person;
let page: Page;

onFurnishedServer((at) => ({ server, user, page } = at));

test("an operator's screens, and an enterprise's from inside", async () => {
  await signInOperator(page, server.url);
  expect(await tour({ url: server.url, user }, "O", "operator", true)).toEqual([]);
  await openScreen(page, "组织与权限", "企业管理");
  await clickOn(page, `${row("100001")}//button[normalize-space()="进入企业"]`);
  await text(page, "运营已进入企业");
  expect(await tour({ url: server.url, user }, "A", "inside")).toEqual([]);
}, 400_000);
