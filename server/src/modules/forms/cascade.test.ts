/** E4: a tree of five levels from a workbook, chosen to its end, and asked by any of its branches. */
import { buffer } from "node:stream/consumers";
import { cascadeApi } from "@liantai/api/contract/admin";
import { recordSheetApi } from "@liantai/api/contract/workorder";
import type { FormField } from "@liantai/api/forms";
import { writeSheet, type Cell } from "../../sheets/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { addForm, addRecord, input, listRecords } from "./testing/forms.ts";

let office: Office;
let form: string;
/** The id of each place, by its names from the top. */
const ids = new Map<string, string>();

/** Two end above the fifth level; names come again at other places, and one begins as another does. */
const tree = [
  "中国/广东/广州/天河/石牌",
  "中国/广东/广州/天河/林和",
  "中国/广东/广州/越秀/北京街",
  "中国/广东/深圳/南山",
  "中国/广东/东莞",
  "中国/广东东/广州/天河/石牌",
  "中国/广西/南宁/青秀/新竹",
  "外国/广东/广州/天河/石牌",
];

async function workbook(titles: readonly string[], rows: readonly (readonly Cell[])[]): Promise<File> {
  const bytes = await buffer(writeSheet({ columns: titles.map((title) => ({ title })), rows }));
  return new File([new Uint8Array(bytes)], "导入.xlsx");
}

/** Every place that is there, a level at a time, as a form asks for them. */
async function read(parentId = "", above = ""): Promise<void> {
  const { list } = await office.agent.call(cascadeApi.options, { body: { parentId, pageNo: 1, pageSize: 200 } });
  for (const { id, name, leaf } of list) {
    const path = above === "" ? name : `${above}/${name}`;
    ids.set(path, id);
    if (!leaf) await read(id, path);
  }
}
const prefixes = (path: string): readonly string[] => {
  const names = path.split("/");
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
};
const idsOf = (path: string): string[] => prefixes(path).map((prefix) => ids.get(prefix)!);
const area = (path: string) => ({ ids: idsOf(path), labels: path.split("/") });

const field: FormField = {
  ...{ type: "cascading select", name: "area", label: "地区", query: true },
  ...{ cascadeCount: 5, ext: { options: { from: "cascade", id: "" } } },
};

beforeAll(async () => {
  office = await openOffice();
  const files = await workbook(
    ["一级", "二级", "三级", "四级", "五级"],
    tree.map((path) => path.split("/")),
  );
  const reply = await office.administrator.call(cascadeApi.importData, { body: { files } });
  expect(reply).toMatchObject({ total: tree.length, succeed: tree.length, failing: 0 });
  await read();
  form = await addForm(office.administrator, [input("title", "标题", { query: true }), field]);
}, 60_000);
afterAll(() => office?.close());

test("E4 five levels are there as they were imported", () => {
  const made = tree.flatMap(prefixes);
  expect([...ids.keys()].filter((path) => /^[中外]国/.test(path)).sort()).toEqual([...new Set(made)].sort());
});

test("E4 of five levels three are refused and five accepted; a leaf above the fifth is chosen to its end", async () => {
  const add = (path: string) => addRecord(office.agent, form, { title: "一", area: area(path) });
  const tooShort = [{ path: "values.area", message: "请选择" }];
  for (const path of ["中国", "中国/广东", "中国/广东/广州", "中国/广东/广州/天河"])
    expect([path, (await refused(add(path))).fields]).toEqual([path, [expect.objectContaining(tooShort[0])]]);
  for (const path of ["中国/广东/广州/天河/石牌", "中国/广东/深圳/南山", "中国/广东/东莞"]) {
    const { id } = await add(path);
    const { list } = await listRecords(office.agent, form);
    expect(list.find((row) => row.id === id)?.values["area"]).toEqual(area(path));
  }
});

test("E4 a place that is not under the one before it, one too deep, twice or of nowhere is none", async () => {
  const five = idsOf("中国/广东/广州/天河/石牌");
  const wrong: readonly (readonly string[])[] = [
    [...five, five[4]!],
    [...five.slice(0, 4), ids.get("外国/广东/广州/天河/石牌")!],
    [five[0]!, five[0]!, five[2]!, five[3]!, five[4]!],
    five.slice(1),
    [...five.slice(0, 4), "none"],
  ];
  for (const one of wrong) {
    const add = addRecord(office.agent, form, { title: "一", area: { ids: [...one], labels: one.map(() => "x") } });
    expect([one, await refused(add)]).toMatchObject([one, { code: 400, fields: [{ path: "values.area" }] }]);
  }
});

test("E4 of a workbook's rows those are taken that reach the end; a branch finds exactly what is under it, at any level", async () => {
  const asked = await addForm(office.administrator, [input("title", "标题"), field]);
  const rows = Array.from({ length: 400 }, (_, n) => [`第${n}条`, tree[(n * n + (n >> 3)) % tree.length]!] as const);
  const short = [
    ["太浅", "中国/广东/广州"],
    ["没有", "中国/广东/佛山"],
    ["没选", ""],
  ] as const;
  const files = await workbook(["标题", "地区"], [...rows, ...short]);
  const saved = await office.administrator.call(recordSheetApi.importSave, { body: { formId: asked, files } });
  // Nothing asks for a place: a row without one is a record without one.
  expect(saved).toMatchObject({ total: 403, succeed: 401, failing: 2 });
  expect(saved.errors.map(({ row }) => row)).toEqual([402, 403]);
  for (const branch of new Set(tree.flatMap(prefixes))) {
    const under = rows.filter(([, path]) => path === branch || path.startsWith(`${branch}/`));
    const found = new Set<unknown>();
    let next = "";
    let total = 0;
    do {
      const page = await listRecords(office.administrator, asked, {
        ...{ pageSize: 200, exact: 1, filters: [{ name: "area", op: "under", value: idsOf(branch) }] },
        ...(next !== "" && { after: next }),
      });
      for (const { values } of page.list) found.add(values["title"]);
      ({ next, total } = page);
    } while (next !== "");
    expect([branch, total, [...found].sort()]).toEqual([branch, under.length, under.map(([title]) => title).sort()]);
  }
}, 60_000);
