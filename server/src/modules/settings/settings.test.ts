import { cascadeApi, dictionarieApi, helpApi, operateLogApi } from "@liantai/api/contract/admin";
import { buffer } from "node:stream/consumers";
import { writeSheet, type Cell } from "../../sheets/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { dictionaryOptions } from "./index.ts";

let office: Office;
const own = "100001";

beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const item = (dictionaryId: string, value: string, label: string, sort: number, enabled: 0 | 1 = 1) => ({
  dictionaryId,
  value,
  label,
  sort,
  enabled,
});

describe("dictionaries", () => {
  let shared: string;
  let mine: string;

  test("operators keep the installation’s, an enterprise reads them and cannot change them", async () => {
    ({ id: shared } = await office.operator.call(dictionarieApi.add, { body: { code: "sex", name: "性别" } }));
    for (const [value, label, sort] of [
      ["1", "男", 1],
      ["2", "女", 2],
      ["0", "未知", 3],
    ] as const)
      await office.operator.call(dictionarieApi.itemAdd, { body: item(shared, value, label, sort) });
    const { list } = await office.administrator.call(dictionarieApi.list, { body: { keyword: "sex" } });
    expect(list).toMatchObject([{ id: shared, scope: "installation", items: 3, editable: false }]);
    expect(
      (await office.administrator.call(dictionarieApi.items, { body: { dictionaryId: shared } })).map((i) => i.label),
    ).toEqual(["男", "女", "未知"]);
    expect(
      (
        await refused(
          office.administrator.call(dictionarieApi.update, {
            body: { id: shared, code: "sex", name: "改", mode: "extend" },
          }),
        )
      ).msg,
    ).toContain("全局字典由运营人员维护");
    expect(
      (await refused(office.administrator.call(dictionarieApi.itemAdd, { body: item(shared, "9", "混入", 9) }))).code,
    ).toBe(0);
    expect((await refused(office.administrator.call(dictionarieApi.delete, { body: { ids: [shared] } }))).code).toBe(
      404,
    );
  });

  test("an enterprise’s of the same code extends it: its items win by value, switched-off ones vanish; or replaces it", async () => {
    ({ id: mine } = await office.administrator.call(dictionarieApi.add, {
      body: { code: "sex", name: "性别（本企业）" },
    }));
    await office.administrator.call(dictionarieApi.itemAdd, { body: item(mine, "2", "女士", 0) });
    await office.administrator.call(dictionarieApi.itemAdd, { body: item(mine, "0", "未知", 3, 0) });
    await office.administrator.call(dictionarieApi.itemAdd, { body: item(mine, "3", "企业客户", 5) });
    expect(await office.agent.call(dictionarieApi.options, { body: { code: "sex" } })).toEqual([
      { value: "2", label: "女士" },
      { value: "1", label: "男" },
      { value: "3", label: "企业客户" },
    ]);
    await office.administrator.call(dictionarieApi.update, {
      body: { id: mine, code: "sex", name: "性别（本企业）", mode: "replace" },
    });
    expect(await dictionaryOptions(office.ports.database, own, "sex")).toEqual([
      { value: "2", label: "女士" },
      { value: "3", label: "企业客户" },
    ]);
    expect((await dictionaryOptions(office.ports.database, "999999", "sex")).map((o) => o.label)).toEqual([
      "男",
      "女",
      "未知",
    ]);
    expect(await office.agent.call(dictionarieApi.options, { body: { code: "nothing" } })).toEqual([]);
  });

  test("a code or a value that is taken is refused at its field, also when two come at once", async () => {
    expect(
      (await refused(office.administrator.call(dictionarieApi.add, { body: { code: "sex", name: "又一个" } })))
        .fields[0],
    ).toMatchObject({ path: "code", message: "字典编码已存在" });
    expect(
      (await refused(office.administrator.call(dictionarieApi.itemAdd, { body: item(mine, "3", "又一个", 9) })))
        .fields[0],
    ).toMatchObject({ path: "value" });
    const both = await Promise.allSettled(
      [1, 2].map((n) => office.administrator.call(dictionarieApi.add, { body: { code: "race", name: `第${n}个` } })),
    );
    expect(both.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(
      (await refused(Promise.reject((both.find((r) => r.status === "rejected") as PromiseRejectedResult).reason)))
        .fields[0],
    ).toMatchObject({ path: "code" });
  });

  test("deleting takes the items along, and stands in the log", async () => {
    expect(await office.administrator.call(dictionarieApi.delete, { body: { ids: [mine] } })).toEqual({ count: 1 });
    expect((await office.agent.call(dictionarieApi.options, { body: { code: "sex" } })).map((o) => o.label)).toEqual([
      "男",
      "女",
      "未知",
    ]);
    const { list } = await office.administrator.call(operateLogApi.list, { body: { object: "dictionarie" } });
    expect(list[0]).toMatchObject({
      actionText: "删除",
      objectText: "数据字典",
      objectName: "性别（本企业）",
      changes: expect.arrayContaining([{ field: "code", label: "字典编码", before: "sex", after: null }]),
    });
    // The installation's own changes are the operators' log.
    expect(list.map((row) => row.objectName)).not.toContain("性别");
    expect(
      (await office.operator.call(operateLogApi.list, { body: { object: "dictionarie", keyword: "性别" } })).list.map(
        (row) => row.compName,
      ),
    ).toContain("运营平台");
  });
});

describe("cascading options", () => {
  const add = async (name: string, parentId = ""): Promise<string> =>
    (await office.administrator.call(cascadeApi.add, { body: { name, parentId } })).id;
  const names = async (parentId = "") =>
    (await office.agent.call(cascadeApi.options, { body: { parentId, pageSize: 200 } })).list.map((o) => o.name);

  test("five levels and no sixth; a level at a time; moved, renamed, deleted with all below", async () => {
    let parent = "";
    const ids: string[] = [];
    for (const name of ["中国", "浙江", "杭州", "西湖区", "文新街道"]) ids.push((parent = await add(name, parent)));
    expect((await refused(add("社区", parent))).msg).toBe("级联最多5级");
    const jiangsu = await add("江苏", ids[0]);
    const shanghai = await add("上海", ids[0]);
    expect(await names(ids[0])).toEqual(["浙江", "江苏", "上海"]);
    expect((await office.agent.call(cascadeApi.options, { body: { parentId: ids[3] } })).list).toEqual([
      { id: ids[4], name: "文新街道", leaf: true },
    ]);
    await office.administrator.call(cascadeApi.move, { body: { id: shanghai, step: -1 } });
    await office.administrator.call(cascadeApi.move, { body: { id: shanghai, step: -1 } });
    await office.administrator.call(cascadeApi.move, { body: { id: shanghai, step: -1 } });
    expect(await names(ids[0])).toEqual(["上海", "浙江", "江苏"]);
    expect(
      (await refused(office.administrator.call(cascadeApi.update, { body: { id: jiangsu, name: "浙江" } }))).fields[0],
    ).toMatchObject({ path: "name", message: "同一级中已有相同的名称" });
    expect((await office.administrator.call(cascadeApi.list, { body: { keyword: "西湖" } })).list).toMatchObject([
      { level: 4, parentId: ids[2], children: 1 },
    ]);
    expect(await office.administrator.call(cascadeApi.delete, { body: { ids: [ids[1]!] } })).toEqual({ count: 4 });
    expect(await names(ids[0])).toEqual(["上海", "江苏"]);
  });

  test("two tops of one name are refused", async () => {
    await add("同名");
    expect((await refused(add("同名"))).fields[0]).toMatchObject({ path: "name" });
  });

  test("an import makes paths, uses what is there, names the rows it refuses", async () => {
    const rows: Cell[][] = [
      ["水果", "苹果", "红富士"],
      ["水果", "苹果"],
      ["水果", "香蕉"],
      ["水果", "", "苹果"],
      ["", "苹果"],
      ["水果", "香蕉"],
      ["蔬菜", "白菜", "大白菜", "北京", "新发地"],
      ["甲".repeat(61)],
    ];
    const bytes = await buffer(
      writeSheet({ columns: ["*一级", "二级", "三级", "四级", "五级"].map((title) => ({ title })), rows }),
    );
    const result = await office.administrator.call(cascadeApi.importData, {
      body: { files: new File([bytes], "级联.xlsx") },
    });
    expect(result).toMatchObject({ total: 8, succeed: 3, failing: 5, repetition: 1 });
    expect(result.errors.map((e) => [e.row, e.message])).toEqual([
      [3, "“水果 / 苹果”重复"],
      [5, "中间的级别不能为空"],
      [6, "一级不能为空"],
      [7, "“水果 / 香蕉”重复"],
      [9, "一级：最多输入60个字符"],
    ]);
    const again = await office.administrator.call(cascadeApi.importData, {
      body: {
        files: new File(
          [
            await buffer(
              writeSheet({
                columns: [{ title: "一级" }, { title: "二级" }],
                rows: [
                  ["水果", "苹果"],
                  ["水果", "梨"],
                ],
              }),
            ),
          ],
          "级联.xlsx",
        ),
      },
    });
    expect(again).toMatchObject({ succeed: 1, repetition: 1 });
    const fruit = (await office.administrator.call(cascadeApi.list, { body: { keyword: "水果" } })).list[0]!;
    expect(await names(fruit.id)).toEqual(["苹果", "香蕉", "梨"]);
  });

  test("100,000 options: a level is read without the others", async () => {
    await office.ports.database.system(async (trx) => {
      for (let block = 0; block < 20; block += 1) {
        const tops = Array.from({ length: 5 }, (_, n) => ({
          compId: own,
          id: `t${block}-${n}`,
          parentId: null,
          name: `大类${block}-${n}`,
          level: 1,
          sort: 1_000 + block * 5 + n,
        }));
        await trx.insertInto("cascade_option").values(tops).execute();
        for (const top of tops)
          await trx
            .insertInto("cascade_option")
            .values(
              Array.from({ length: 1_000 }, (_, n) => ({
                compId: own,
                id: `${top.id}-${n}`,
                parentId: top.id,
                name: `${n}`,
                level: 2,
                sort: n,
              })),
            )
            .execute();
      }
    });
    const from = performance.now();
    const page = await office.agent.call(cascadeApi.options, { body: { parentId: "t7-3", pageSize: 100 } });
    const took = performance.now() - from;
    expect(page).toMatchObject({ total: 1_000 });
    expect(page.list).toHaveLength(100);
    expect(took).toBeLessThan(500);
  });
});

describe("help", () => {
  test("comes with documents once, is read by all, searched, and kept by operators alone", async () => {
    const tree = await office.agent.call(helpApi.tree, { body: {} });
    expect(tree.map((node) => node.title)).toEqual([
      "快速上手",
      "坐席上手",
      "管理员上手",
      "使用说明",
      "软电话",
      "接口推送",
      "参考",
      "快捷键",
      "常见问题",
    ]);
    const document = await office.agent.call(helpApi.get, { body: { id: tree[7]!.id } });
    expect(document.body).toContain("Alt+H");
    expect((await office.monitor.call(helpApi.tree, { body: { keyword: "HMAC" } })).map((node) => node.title)).toEqual([
      "使用说明",
      "接口推送",
    ]);
    expect(
      (await refused(office.administrator.call(helpApi.add, { body: { kind: "folder", title: "我的" } }))).status,
    ).toBe(403);
  });

  test("folders hold folders to the fourth level, nothing moves into itself, order changes, a folder takes its content along", async () => {
    const add = async (title: string, parentId = "", kind: "folder" | "document" = "folder") =>
      (await office.operator.call(helpApi.add, { body: { kind, title, parentId, body: `${title}的内容` } })).id;
    const [a, b] = [await add("甲"), await add("乙")];
    let parent = a;
    for (const title of ["二", "三", "四"]) parent = await add(title, parent);
    expect((await refused(add("五", parent))).msg).toBe("目录最多4级");
    const page = await add("一页", parent, "document");
    expect((await refused(office.operator.call(helpApi.move, { body: { id: a, parentId: parent } }))).msg).toBe(
      "不能移动到自己的下级目录",
    );
    await office.operator.call(helpApi.move, { body: { id: b, step: -1 } });
    const tops = (await office.agent.call(helpApi.tree, { body: {} }))
      .filter((node) => node.parentId === "")
      .map((node) => node.title);
    expect(tops.slice(-2)).toEqual(["乙", "甲"]);
    await office.operator.call(helpApi.move, { body: { id: page, parentId: b } });
    await office.operator.call(helpApi.update, { body: { id: page, title: "一页", body: "# 改过" } });
    expect(await office.agent.call(helpApi.get, { body: { id: page } })).toMatchObject({ parentId: b, body: "# 改过" });
    expect(await office.operator.call(helpApi.delete, { body: { id: a } })).toEqual({ count: 4 });
    expect((await refused(office.operator.call(helpApi.get, { body: { id: a } }))).code).toBe(404);
  });
});
