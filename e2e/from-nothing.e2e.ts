/**
 * An operator builds an enterprise from nothing through the console alone; its agent takes a call, its administrator
 * disables that seat in the call and sees what happens (issue 3, section 4). What is asserted is what a person reads.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { tmpdir } from "node:os";
import { join } from "node:path";
// eslint-disable-next-line import-x/no-relative-packages -- the server's writer makes what a person would in Excel
import { writeSheet } from "../server/src/sheets/index.ts";
import { person, type Page, type Person } from "./harness/browser.ts";
import {
  chooseIn,
  clickOn,
  fillIn,
  noticed,
  openScreen,
  pane,
  pushIn,
  reads,
  row,
  selector,
  sheet,
  sheetNamed,
  submit,
  tick,
  transfer,
  until,
} from "./harness/console.ts";
import {
  becomeReady,
  customerCalls,
  customerIs,
  customerReads,
  phaseIs,
  press,
  signInFirst,
  signInOperator,
  text,
} from "./harness/agent-page.ts";
import { isOther, isTone, untilHeard } from "./harness/listen.ts";
import type { RunningServer } from "./harness/server.ts";
import { both, closeStage, openStage } from "./harness/stage.ts";

const enterprise = "蓝海商贸";
const unit = "华东运营部";
const given = "Lanhai#2026";
const chosen = "Lanhai#2027";
const folder = mkdtempSync(join(tmpdir(), "liantai-from-nothing-"));

let server: RunningServer;
let agent: Person;
let customer: Person;
/** One browser for those who administer, a page each. */
let visitor: Person;
let page: Page;
let code: string;
let initial: string;

beforeAll(async () => {
  ({ server, agent, customer } = await openStage());
  visitor = await person(300);
  page = visitor.page;
});
afterAll(async () => {
  await visitor?.close();
  await closeStage();
  rmSync(folder, { recursive: true, force: true });
});

const rowReads = (...cells: string[]) => until(`a row with ${cells.join(", ")}`, () => page.$(selector(row(...cells))));
const inRow = (cell: string, button: string) => clickOn(page, `${row(cell)}//button[normalize-space()="${button}"]`);
const bothHear = () =>
  Promise.all([untilHeard(agent.page, both, isTone(1)), untilHeard(customer.page, both, isTone(0))]);

describe("the operator", () => {
  test("makes a unit and an enterprise with its limits and its first administrator, and gives the one to the other", async () => {
    await signInOperator(page, server.url);
    await openScreen(page, "组织与权限", "运营单位");
    await pushIn(page, "新增单位");
    await fillIn(page, "单位名称", unit);
    await submit(page, "新增运营单位");
    await reads(page, unit);

    await openScreen(page, "组织与权限", "企业管理");
    await pushIn(page, "新增");
    // The next code is proposed.
    const proposed = (await page.waitForSelector('[role="dialog"] input[name="compId"]', { timeout: 15_000 }))!;
    code = await until("a proposed code", () => proposed.evaluate((input) => (input as HTMLInputElement).value));
    expect(code).toMatch(/^\d{6}$/);
    for (const [label, value] of [
      ["企业名称", enterprise],
      ["坐席上限", "5"],
      ["并发通话上限", "2"],
      ["管理员账号", "admin"],
      ["管理员姓名", "沈蓝"],
      ["密码", given],
    ] as const)
      await fillIn(page, label, value);
    await submit(page, "新增企业");
    await rowReads(code, enterprise, "启用", "0/5");

    await openScreen(page, "组织与权限", "运营单位");
    await clickOn(page, `${pane}//*[@role="treeitem"][.//*[@title="${unit}"]]`);
    await pushIn(page, "分配企业");
    await transfer(page, "未分配的企业", [enterprise], "添加到本单位的企业", sheet);
    await reads(page, enterprise, `${sheet}//*[@role="group"][@aria-label="本单位的企业"]`);
    await pushIn(page, "完成", sheet);
    await rowReads(code, enterprise, unit);
  });

  test("keeps a new number and gives it to the enterprise", async () => {
    await openScreen(page, "呼叫中心", "接入号码");
    await pushIn(page, "新增");
    await fillIn(page, "接入号码", "4008");
    await fillIn(page, "号码名称", "蓝海热线");
    await submit(page, "新增接入号码");
    await rowReads("4008", "蓝海热线", "未分配");
    await openScreen(page, "呼叫中心", "接入号分配");
    await clickOn(page, `${row("4008")}//input[@type="checkbox"]`);
    await pushIn(page, "分配给企业");
    await chooseIn(page, "企业", `${enterprise}（${code}）`);
    await submit(page, "分配给企业", "分配");
    await rowReads("4008", `${enterprise}（${code}）`, "未设置");
  });

  test("goes inside", async () => {
    await openScreen(page, "组织与权限", "企业管理");
    await inRow(enterprise, "进入企业");
    await text(page, "返回运营");
    await text(page, "运营已进入企业");
  });
});

describe("inside the enterprise: who works there", () => {
  test("a role of its own with what it is granted", async () => {
    await openScreen(page, "组织与权限", "坐席角色");
    await pushIn(page, "新增");
    await fillIn(page, "角色名称", "热线坐席");
    await submit(page, "新增坐席角色");
    await inRow("热线坐席", "授权");
    await clickOn(page, `${pane}//*[@role="treeitem"][.//*[@title="通话记录"]]`);
    await pushIn(page, "保存");
    await noticed(page, "授权已保存");
  });

  test("a group and a range of extensions", async () => {
    await openScreen(page, "呼叫中心", "坐席组");
    await pushIn(page, "新增坐席组");
    await fillIn(page, "坐席组名称", "热线部");
    await submit(page, "新增坐席组");
    await openScreen(page, "呼叫中心", "分机管理");
    await pushIn(page, "新增");
    await fillIn(page, "起始分机", "2001");
    await fillIn(page, "结束分机", "2003");
    await submit(page, "新增分机");
    for (const extension of ["2001", "2002", "2003"]) await rowReads(extension, "未注册", "未绑定");
  });

  test("seats from a sheet: good rows are taken, a bad one is named, the initial password is shown once", async () => {
    const file = join(folder, "坐席.xlsx");
    const columns = ["坐席工号", "姓名", "角色", "坐席组", "终端类型", "分机"].map((title) => ({ title }));
    writeFileSync(
      file,
      await buffer(
        writeSheet({
          columns,
          rows: [
            ["8001", "林一", "坐席", "热线部", "网页软电话", "2001"],
            ["8002", "林二", "坐席", "热线部", "网页软电话", "2002"],
            ["8003", "林三", "经理", "热线部", "网页软电话", "2003"],
          ],
        }),
      ),
    );
    await openScreen(page, "呼叫中心", "坐席管理");
    await pushIn(page, "导入");
    const [chooser] = await Promise.all([page.waitForFileChooser(), pushIn(page, "选择文件", sheet)]);
    await chooser.accept([file]);
    await reads(page, "坐席.xlsx", sheet);
    await pushIn(page, "导入", sheet);
    await reads(page, "共 3 行，成功 2 行，失败 1 行。", sheet);
    await reads(page, "角色应为坐席、班长之一", sheet);
    initial = await page.$eval('[role="dialog"] code', (element) => element.textContent);
    await pushIn(page, "完成", sheet);
    await rowReads("8001", "林一", "热线部", "2001", "启用");
    await rowReads("8002", "林二");
    expect(await page.$(selector(row("8003")))).toBeNull();

    await inRow("8001", "编辑");
    await chooseIn(page, "权限角色", "热线坐席");
    await submit(page, "编辑坐席");
  });
});

describe("inside the enterprise: where calls go", () => {
  test("a skill group and who answers for it", async () => {
    await openScreen(page, "呼叫中心", "技能组");
    await pushIn(page, "新增");
    await fillIn(page, "技能组名称", "热线组");
    await submit(page, "新增技能组");
    await inRow("热线组", "坐席");
    await transfer(page, "未分配的坐席", ["林一"], "添加到技能组坐席");
    await rowReads("8001", "林一", "坐席", "启用");
  });

  test("a time rule, a voice, and where the number leads", async () => {
    await openScreen(page, "呼叫中心", "时间规则");
    await pushIn(page, "新增");
    await fillIn(page, "规则名称", "全天");
    for (const day of ["周六", "周日"]) await tick(page, day);
    await fillIn(page, "开始时间", "00:00");
    await fillIn(page, "结束时间", "24:00");
    await submit(page, "新增时间规则");
    await rowReads("全天", "周一至周日 00:00-24:00");

    await openScreen(page, "呼叫中心", "语音管理");
    await pushIn(page, "新增");
    await fillIn(page, "语音名称", "热线欢迎语");
    await tick(page, "文字合成");
    await fillIn(page, "合成文字", "您好，欢迎致电蓝海商贸，正在为您转接客服。");
    await submit(page, "新增语音");
    await rowReads("热线欢迎语", "文字合成");

    await openScreen(page, "呼叫中心", "接入号码");
    await inRow("4008", "设置");
    await pushIn(page, "添加时间规则");
    const first = `${pane}//*[@role="group"][@aria-label="第1条"]`;
    await chooseIn(page, "时间规则", "全天", first);
    await chooseIn(page, "技能组", "热线组", first);
    await chooseIn(page, "问候语音", "热线欢迎语", first);
    await chooseIn(page, "转至", "直接挂断", `${pane}//*[@role="group"][@aria-label="其他时间"]`);
    await pushIn(page, "保存");
    await noticed(page, "接入号设置已保存");
  });

  test("back to the operators' own workspace", async () => {
    await press(page, "返回运营");
    await until("the badge goes", async () => !(await page.$(selector('//*[normalize-space()="运营已进入企业"]'))));
    await openScreen(page, "组织与权限", "企业管理");
    await rowReads(code, enterprise, "2/5");
  });
});

describe("the enterprise at work", () => {
  test("its agent changes the initial password, and is ready with what the role grants", async () => {
    await signInFirst(agent.page, server.url, { account: "8001", code, password: initial }, chosen);
    await becomeReady(agent.page);
    // The whole menu is what the role was granted.
    expect(
      await agent.page.$$eval('nav[aria-label="主菜单"] li > button', (entries) =>
        entries.map((entry) => entry.textContent),
      ),
    ).toEqual(["呼叫中心", "通话记录"]);
  });

  test("a customer calls the number, hears the greeting and reaches the agent: both hear each other", async () => {
    await customerCalls(customer.page, server.url, "4008");
    await customerReads(customer.page, "正在播放欢迎语");
    await untilHeard(customer.page, both, isOther, 15_000);
    await phaseIs(agent.page, "ringing", 30_000);
    await press(agent.page, "接听");
    await Promise.all([phaseIs(agent.page, "talking"), customerIs(customer.page, "talking")]);
    await bothHear();
    await customerReads(customer.page, "已接通坐席8001");
  });

  test("its administrator signs in and disables the seat in the call: the talk goes on", async () => {
    page = await visitor.newPage();
    await signInFirst(page, server.url, { account: "admin", role: "企业管理员", code, password: given }, chosen);
    await openScreen(page, "呼叫中心", "坐席管理");
    await rowReads("8001", "通话中", "启用");
    await clickOn(page, `${row("8001")}//input[@type="checkbox"]`);
    await pushIn(page, "停用");
    await reads(page, "正在通话的坐席在通话结束后退出", sheetNamed("停用坐席"));
    await submit(page, "停用坐席", "停用");
    await rowReads("8001", "通话中", "停用中");
    await bothHear();
    await phaseIs(agent.page, "talking");
  });

  test("the call ends: the seat is out, its page says why, the list shows it", async () => {
    await press(agent.page, "挂断");
    await Promise.all([customerIs(customer.page, "ended"), text(agent.page, "账号已停用，请联系管理员", 20_000)]);
    expect(new URL(agent.page.url()).pathname).toBe("/login");
    await rowReads("8001", "离线", "停用");
  });

  test("the call stands in the administrator's 通话记录", async () => {
    await openScreen(page, "呼叫中心", "通话记录");
    await rowReads("4008", "热线组", "林一 8001", "已接听");
  });

  test("nobody complained on a console", () => {
    expect([...visitor.complaints, ...customer.complaints]).toEqual([]);
    // Told to go, the agent's page may have been refused what it had asked for (console.md section 8: 401 or 426).
    expect(agent.complaints.filter((complaint) => !/status of (401|426) /.test(complaint))).toEqual([]);
  });
});
