/** Contacts and robot lines on PostgreSQL, where changes really run side by side: what may be there once is, and limits hold. */
import { robotApi } from "@liantai/api/contract/flow-editor";
import { contacterConfApi, contacterDataApi, customerFormConfApi } from "@liantai/api/contract/workorder";
import { openOffice } from "../../testing/office.ts";
import { openOwnDatabase } from "../../testing/services.ts";
import { demoEnterprise } from "../system/index.ts";

test("equal values, the last robot and a key in use are decided in order", async () => {
  const { compId } = demoEnterprise;
  const { database, close } = await openOwnDatabase();
  const office = await openOffice({ database });
  const { administrator, operator } = office;
  const won = async (calls: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).filter(({ status }) => status === "fulfilled").length;
  try {
    const { id } = await administrator.call(contacterConfApi.add, {
      body: { type: "input", name: "member", label: "会员号", distinct: 1, query: 1 },
    });
    await administrator.call(contacterConfApi.add, {
      body: {
        type: "checkbox",
        name: "hobby",
        label: "爱好",
        query: 1,
        items: [{ label_name: "茶", label_value: "1" }],
      },
    });
    // Whoever has contacts already waits for a new mark to be filled in.
    const indexing = async () =>
      (await administrator.call(customerFormConfApi.findById, { query: { id: "contacter" } })).indexing.length > 0;
    for (let n = 0; (await indexing()) && n < 200; n += 1) {
      await office.ports.clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(
      await won(
        Array.from({ length: 8 }, (_, n) =>
          administrator.call(contacterDataApi.add, {
            body: { name: `甲${n}`, phone: `1390000000${n}`, fields: { member: "A", hobby: ["1"] } },
          }),
        ),
      ),
    ).toBe(1);
    expect(
      await won(
        Array.from({ length: 8 }, (_, n) =>
          administrator.call(contacterDataApi.add, { body: { name: `乙${n}`, phone: "13800000000" } }),
        ),
      ),
    ).toBe(1);
    for (const keyword of ["茶", "A"])
      expect(
        (await administrator.call(contacterDataApi.list, { body: { pageNo: 1, pageSize: 10, keyword } })).list,
      ).toMatchObject([{ fields: { member: "A", hobby: ["1"] } }]);
    const rename = administrator.call(contacterConfApi.update, {
      body: { id, type: "input", name: "renamed", label: "会员号", distinct: 1 },
    });
    expect(await won([rename])).toBe(0);
    await database.system((trx) =>
      trx.updateTable("enterprise").set({ maxRobots: 3 }).where("compId", "=", compId).execute(),
    );
    expect(
      await won(
        Array.from({ length: 8 }, (_, n) =>
          operator.call(robotApi.add, { body: { compId, name: `机器人${n}`, concurrency: 1 } }),
        ),
      ),
    ).toBe(3);
    // The demonstration has contacts of its own.
    const { list } = await administrator.call(contacterDataApi.list, { body: { pageNo: 1, pageSize: 10 } });
    const made = list.filter(({ name }) => /^[甲乙]\d$/.test(name));
    expect(await administrator.call(contacterDataApi.delete, { body: { ids: made.map((row) => row.id) } })).toEqual({
      count: 2,
    });
    await administrator.call(contacterConfApi.update, {
      body: { id, type: "input", name: "renamed", label: "会员号", distinct: 0 },
    });
  } finally {
    await office.close();
    await close();
  }
}, 60_000);
