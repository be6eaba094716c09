/**
 * E9: a workbook with rows that are wrong, doubled and blacklisted, checked and saved by an administrator in the page; the server is
 * killed in the middle and started again: it goes on, counts right, and no row is there twice. E9_ROWS=100000 is the whole check.
 */
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { authApi } from "@liantai/api/contract";
import { blackListApi } from "@liantai/api/contract/admin";
import { customerFormConfApi, customerFormDataApi } from "@liantai/api/contract/workorder";
import { sessionOf } from "@liantai/server/client/session";
import { readRows, writeSheet } from "@liantai/server/sheets";
import { signIn } from "./harness/agent-page.ts";
import { apiSignIn, type ApiSession } from "./harness/api.ts";
import { person, type Page, type Person } from "./harness/browser.ts";
import { openScreen, pushIn, reads, settled, sheetNamed, until } from "./harness/console.ts";
import { startServer, type RunningServer } from "./harness/server.ts";
import { listenTo, type Wire } from "./harness/wire.ts";

const shots = fileURLToPath(new URL("shots", import.meta.url));
const total = Number(process.env["E9_ROWS"] ?? 20_000);
/** Of 100,000 rows 500, 300 and 200. */
const [wrong, doubled, barred] = [total / 200, (total * 3) / 1_000, total / 500] as const;
const good = total - wrong - doubled - barred;
const counts = {
  succeed: good,
  failing: wrong + doubled + barred,
  repetition: doubled,
  blackList: barred,
  count: total,
};
const kindsText = `（其中重复 ${doubled} 行，黑名单 ${barred} 行）`;
/** ms; an import of 100,000 rows takes minutes. */
const patience = 60_000 + total * 6;
const heading = "导入客户";

interface Told {
  readonly code: number;
  readonly ftype: string;
  readonly desc: string;
  readonly taskIdentity: string;
  readonly count: number;
}

let server: RunningServer;
let admin: ApiSession;
let user: Person;
let page: Page;
let wire: Wire;
let folder: string;
let formId: string;

/** Every tenth row is a bad one as long as there are bad ones: they lie among the good ones, in turn. */
type Kind = "good" | "wrong" | "doubled" | "barred";
function* lines(): Generator<readonly [kind: Kind, code: string, name: string, phone: string]> {
  const left = { wrong, doubled, barred };
  for (let n = 0; n < total; n += 1) {
    const turn = (["wrong", "doubled", "barred"] as const)[n % 3]!;
    const kind: Kind = n % 10 === 9 && left[turn] > 0 ? turn : "good";
    if (kind !== "good") left[kind] -= 1;
    // As the first row, which is good.
    const code = kind === "doubled" ? "C0" : `C${n}`;
    const phone =
      kind === "wrong" ? "不是号码" : kind === "barred" ? "02099990000" : `0208${String(n).padStart(7, "0")}`;
    yield [kind, code, `客户${n}`, phone];
  }
}

const saved = async () => {
  const question = { formId, pageNo: 1, pageSize: 1, exact: 1 };
  return (await admin.post<{ total: number }>(customerFormDataApi.list.path, question)).total;
};
const told = () => wire.messages<Told>("fileImportExcel").filter(({ ftype }) => ftype === "form");

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), "liantai-import-"));
  server = await startServer();
  // The enterprise's own administrator sits at the page, and a second sign-in would end the first.
  const operator = await apiSignIn(server.url, "admin", 0, "000000");
  const inside = await operator.post<{ access_token: string }>(authApi.reUser.path, { compId: "100001" });
  admin = sessionOf(server.url, inside.access_token);
  ({ id: formId } = await admin.post<{ id: string }>(customerFormConfApi.add.path, {
    ...{ name: "大批客户", formType: "customer" },
    fields: [
      { type: "input", name: "code", label: "编号", distinct: true, query: true },
      { type: "input", name: "customerName", label: "姓名", query: true },
      { type: "input", name: "phone", label: "电话", ext: { content: "phone" } },
    ],
  }));
  await admin.post(blackListApi.add.path, {
    ...{ blackListType: 1, phone: "0209999", isPrefix: 1, blackListCallType: 2, remark: "" },
  });
  const columns = ["编号", "姓名", "电话"].map((title) => ({ title }));
  function* rows() {
    for (const [, ...cells] of lines()) yield cells;
  }
  await pipeline(writeSheet({ columns, rows: rows() }), createWriteStream(join(folder, "客户.xlsx")));
  user = await person(440);
  page = user.page;
  wire = await listenTo(page);
  const cdp = await user.browser.target().createCDPSession();
  await cdp.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
  await signIn(page, server.url, { role: "企业管理员", account: "admin" });
}, 180_000);
afterAll(async () => {
  await user?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const dialog = sheetNamed(heading);

test(
  "E9 the check looks at every row, counts and saves nothing",
  async () => {
    await openScreen(page, "客户与工单", "客户信息");
    await page.select('select[aria-label="表单"]', formId);
    await settled(page);
    await pushIn(page, "导入");
    const [chooser] = await Promise.all([page.waitForFileChooser(), pushIn(page, "选择文件", dialog)]);
    await chooser.accept([join(folder, "客户.xlsx")]);
    await reads(page, "客户.xlsx", dialog);
    await pushIn(page, "校验", dialog);
    const said = `校验完成：共 ${total} 行，可保存 ${good} 行，不能保存 ${total - good} 行${kindsText}`;
    await reads(page, said, dialog, patience);
    expect(await saved()).toBe(0);
  },
  patience + 60_000,
);

test(
  "E9 killed in the middle of the save it goes on at its start, and the page tells how far it is and what came of it",
  async () => {
    await pushIn(page, `保存 ${good} 行`, dialog);
    const begun = Date.now();
    await until("the first rows are there", async () => (await saved()) > 0, patience);
    await server.kill();
    // How far it is is told of what takes longer than ten seconds.
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, begun + 10_000 - Date.now())));
    await server.restart();
    const left = await saved();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(good);
    await page.keyboard.press("Escape");
    await pushIn(page, "导入");
    await until("how far it is", async () => told().some(({ code }) => code === 2), patience);
    await page.screenshot({ path: join(shots, "import-goes-on.png") });
    await until("the result", async () => told().some(({ code }) => code !== 2), patience);
    await reads(page, `共 ${total} 行，成功 ${good} 行，失败 ${total - good} 行${kindsText}`, dialog);
    await page.screenshot({ path: join(shots, "import-over.png") });
    const [result, ...more] = told().filter(({ code }) => code !== 2);
    expect(more).toEqual([]);
    expect(result).toMatchObject({ code: 1, ...counts, desc: expect.stringContaining(`成功${good}行`) });
    const far = told().filter(({ code }) => code === 2);
    expect(new Set(far.map(({ taskIdentity }) => taskIdentity))).toEqual(new Set([result!.taskIdentity]));
    const rising = far.map(({ count }) => count);
    expect(rising).toEqual([...new Set(rising)].sort((a, b) => a - b));
    expect(rising.at(-1)).toBeLessThanOrEqual(total);
    expect(await saved()).toBe(good);
  },
  2 * patience + 120_000,
);

test(
  "E9 the failed rows come as a workbook, each with its reason; of the others each is there once",
  async () => {
    await pushIn(page, "下载失败数据", dialog);
    const file = await until("the file", async () => readdirSync(folder).find((name) => name === "导入失败数据.xlsx"));
    const reasons: Readonly<Record<Exclude<Kind, "good">, string>> = {
      wrong: "电话：请输入数字",
      doubled: "编号重复",
      barred: "号码在黑名单中",
    };
    const failed: string[][] = [];
    for await (const { cells } of readRows(join(folder, file), { maxRows: total, maxColumns: 10 }))
      failed.push([...cells]);
    expect(failed[0]).toEqual(["编号", "姓名", "电话", "失败原因"]);
    const bad = [...lines()].flatMap(([kind, ...cells]) => (kind === "good" ? [] : [[...cells, reasons[kind]]]));
    expect(failed.slice(1)).toEqual(bad);

    const there = new Map<unknown, number>();
    for (let next = "x", after = ""; next !== "";) {
      const part = await admin.post<{ list: { values: Record<string, unknown> }[]; next: string }>(
        customerFormDataApi.list.path,
        { formId, pageNo: 1, pageSize: 200, ...(after !== "" && { after }) },
      );
      for (const { values } of part.list) there.set(values["code"], (there.get(values["code"]) ?? 0) + 1);
      next = after = part.next;
    }
    const right = [...lines()].flatMap(([kind, code]) => (kind === "good" ? [code] : []));
    expect(there.size).toBe(good);
    expect(right.every((code) => there.get(code) === 1)).toBe(true);
  },
  patience,
);
