/** An administrator makes a form of five fields and a rule, publishes it, fills it in the preview, changes it and compares versions. */
import { join } from "node:path";
import type { ElementHandle } from "puppeteer";
import { administrator, shots, type Administrator } from "./harness/administrator.ts";
import { findings } from "./harness/axe.ts";
import type { Page } from "./harness/browser.ts";
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
  sheetNamed,
  submit,
  tick,
  until,
} from "./harness/console.ts";

let admin: Administrator;
let page: Page;

beforeAll(async () => {
  admin = await administrator();
  page = admin.page;
});
afterAll(() => admin?.close());

const panel = `${pane}//aside[@aria-label="属性"]`;
const card = (label: string) => `${pane}//button[starts-with(@aria-label, "${label}，")]`;
const shot = (name: string) => page.screenshot({ path: join(shots, `forms-${name}.png`) });
const view = (name: string) => clickOn(page, `${pane}//*[@role="tab"][starts-with(normalize-space(), "${name}")]`);
const labels = () =>
  page.$$eval("[data-field-card]", (cards) => cards.map((one) => one.getAttribute("aria-label")!.split("，")[0]!));
const named = (label: string, scope: string) => `${scope}//*[@aria-label="${label}"]`;

async function rename(kind: string, label: string): Promise<void> {
  await pushIn(page, `添加${kind}`);
  await until(`${kind} is chosen`, () => page.$(selector(`${panel}//h3[starts-with(normalize-space(), "${kind}")]`)));
  await fillIn(page, "字段名称", label, panel);
  await until(`${label} stands there`, async () => (await labels()).includes(label));
}

/** Held and moved with the mouse, as a hand does it. */
async function drag(from: string, to: string, part: number): Promise<void> {
  const [a, b] = [await page.waitForSelector(selector(from)), await page.waitForSelector(selector(to))];
  const [start, end] = [await a!.boundingBox(), await b!.boundingBox()];
  await page.mouse.move(start!.x + 20, start!.y + start!.height / 2);
  await page.mouse.down();
  for (const step of [0.3, 0.6, 1])
    await page.mouse.move(
      start!.x + 20 + (end!.x + 40 - start!.x - 20) * step,
      start!.y + (end!.y + end!.height * part - start!.y) * step,
      { steps: 4 },
    );
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.mouse.up();
}

test("a form is made: five fields by press, mouse and keyboard, and a rule", async () => {
  await openScreen(page, "客户与工单", "表单管理");
  await shot("list-empty");
  await pushIn(page, "新增");
  await fillIn(page, "表单名称", "报修登记");
  await chooseIn(page, "表单类型", "任务");
  await pushIn(page, "新增并设计", sheetNamed("新增表单"));
  await reads(page, "返回列表");
  await rename("单行文本", "报修人");
  await rename("下拉选择", "故障类型");
  await rename("多行文本", "故障描述");
  await rename("日期", "期望上门");
  await rename("附件", "现场照片");
  // What was put in at the end is seen, however long the form is.
  expect(await page.$eval(selector(card("现场照片")), (one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(
    true,
  );
  expect(await labels()).toEqual(["任务标识", "批次号", "报修人", "故障类型", "故障描述", "期望上门", "现场照片"]);
  // By mouse: the first stands where the third stood.
  await drag(card("期望上门"), card("报修人"), 0.1);
  await until("it was moved", async () => (await labels())[2] === "期望上门");
  // By keys: back down again, undone, done again.
  await page.focus(selector(card("期望上门")));
  const chord = async (key: "ArrowDown" | "ArrowUp") => {
    await page.keyboard.down("Alt");
    await page.keyboard.press(key);
    await page.keyboard.up("Alt");
  };
  await chord("ArrowDown");
  await until("it went down", async () => (await labels())[3] === "期望上门");
  await pushIn(page, "撤销");
  await until("undone", async () => (await labels())[2] === "期望上门");
  await pushIn(page, "重做");
  await until("done again", async () => (await labels())[3] === "期望上门");
  await clickOn(page, card("报修人"));
  await tick(page, "必填", panel);
  await shot("designer");
  await clickOn(page, card("故障类型"));
  await fillIn(page, "字段标识", "kind", panel);
  await clickOn(page, named("选项1名称", panel));
  await page.keyboard.down("Control");
  await page.keyboard.press("KeyA");
  await page.keyboard.up("Control");
  await page.keyboard.type("漏水");
  await view("规则");
  await pushIn(page, "添加规则");
  await reads(page, "1处错误");
  await page.select(selector(named("条件的字段", pane)), "kind");
  await page.select(selector(named("比较方式", pane)), "eq");
  await page.select(selector(named("比较的值", pane)), "1");
  await page.select(selector(named("动作", pane)), "require");
  await clickOn(page, `${named("必填的字段", pane)}//label[normalize-space()="现场照片"]`);
  await until(
    "the rule is whole",
    async () => (await page.$(selector(`${pane}//button[contains(., "处错误")]`))) === null,
  );
  await shot("rules");
  expect(await findings(page)).toEqual([]);
});

test("it is tried in the preview, with the rule's reasons beside it", async () => {
  await view("预览");
  const trial = `${pane}//form[@aria-label="试填"]`;
  await pushIn(page, "试保存", trial);
  await reads(page, "该字段不能为空", trial);
  await fillIn(page, "报修人", "王女士", trial);
  await chooseIn(page, "故障类型", "漏水", trial);
  await reads(page, "成立", `${pane}//aside[@aria-label="规则与公式的结果"]`);
  await pushIn(page, "试保存", trial);
  await reads(page, "请上传图片", trial);
  await shot("preview");
  expect(await findings(page)).toEqual([]);
  await chooseIn(page, "故障类型", "选项2", trial);
  await pushIn(page, "试保存", trial);
  await noticed(page, "试填的内容已校验通过");
});

test("F110 a picture that goes up is shown, sized, turned and closed; the focus goes back to its name", async () => {
  // The designer's card of the field, which is hidden now, has one too.
  const input = await page.waitForSelector('form[aria-label="试填"] input[type="file"]');
  await (input as ElementHandle<HTMLInputElement>).uploadFile(join(shots, "forms-preview.png"));
  await pushIn(page, "forms-preview.png");
  const viewer = `${pane}//*[@role="dialog"][@aria-label="查看图片forms-preview.png"]`;
  const image = selector(`${viewer}//img`);
  await until("the picture is drawn", () =>
    page.$eval(image, (one) => (one as HTMLImageElement).naturalWidth > 0).catch(() => false),
  );
  await until("the keyboard is in it", () => page.evaluate(() => document.activeElement?.textContent === "放大"));
  await shot("picture");
  expect(await findings(page)).toEqual([]);
  await pushIn(page, "放大", viewer);
  await page.keyboard.press("r");
  const box = (await (await page.$(image))!.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel({ deltaY: 100 });
  const transform = () => page.$eval(image, (one) => (one as HTMLElement).style.transform);
  await until("it is turned and sized", async () => (await transform()).endsWith("rotate(90deg) scale(1.185)"));
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2 + 20, { steps: 4 });
  await page.mouse.up();
  await until("it is moved", async () => (await transform()).startsWith("translate(40px, 20px) rotate(90deg)"));
  await shot("picture-turned");
  await page.keyboard.press("Escape");
  await until("it is closed", () => page.evaluate(() => document.activeElement?.textContent === "forms-preview.png"));
  expect(await page.$(selector(viewer))).toBeNull();
});

test("an expression is completed by keys, a fault of it stands at the field and keeps it from being published", async () => {
  await view("设计");
  await rename("单行文本", "备注名");
  const formula = `${panel}//section[@aria-label="公式"]//textarea`;
  await clickOn(page, formula);
  await page.keyboard.type("连接(报修");
  await page.keyboard.press("Enter");
  await page.keyboard.type(", 1");
  await reads(page, "1处错误");
  await pushIn(page, "发布");
  await reads(page, "公式", `${pane}//ul[@aria-label="设计中的错误"]`);
  await clickOn(page, formula);
  await page.keyboard.press("End");
  await page.keyboard.type(")");
  await until("it is right", async () => (await page.$(selector(`${pane}//button[contains(., "处错误")]`))) === null);
});

test("it is published, changed and published again; the versions say what is another", async () => {
  await pushIn(page, "发布");
  await submitted("发布表单", "发布");
  await reads(page, "已保存");
  await clickOn(page, card("期望上门"));
  await page.keyboard.press("Delete");
  await until("it is gone", async () => !(await labels()).includes("期望上门"));
  await reads(page, "历史字段");
  await clickOn(page, card("故障描述"));
  await fillIn(page, "字段名称", "问题描述", panel);
  await pushIn(page, "保存草稿");
  await reads(page, "已保存");
  await page.reload();
  await until("the draft is there after a reload", async () => (await labels()).includes("问题描述"));
  await pushIn(page, "发布");
  await reads(page, "成为历史字段", sheetNamed("发布表单"));
  await reads(page, "字段名称：故障描述 → 问题描述", sheetNamed("发布表单"));
  await shot("publish");
  await submitted("发布表单", "发布");
  await view("版本");
  await reads(page, "第2版");
  await page.select(selector(`${pane}//label[normalize-space()="从"]/following::select[1]`), "1");
  await page.select(selector(`${pane}//label[normalize-space()="到"]/following::select[1]`), "2");
  await reads(page, "字段名称：故障描述 → 问题描述");
  await shot("versions");
  expect(await findings(page)).toEqual([]);
  // Two of the system, the five that were made, one with a formula, less the one that went.
  await page.waitForSelector(selector(row("第2版", "7")));
  await pushIn(page, "返回列表");
  await page.waitForSelector(selector(row("报修登记", "第2版")));
  await shot("list");
  expect(await findings(page)).toEqual([]);
  expect(admin.user.complaints).toEqual([]);
});

const submitted = (title: string, button: string) => submit(page, title, button);
