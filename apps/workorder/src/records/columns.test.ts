import { compileForm, readDefinition } from "@liantai/api/forms";
import { buttonsOf, columnsOf } from "./parts/columns.tsx";

const fields = ["甲", "乙", "丙", "丁", "戊", "己"].map((label, at) => ({ type: "input", name: `n${at}`, label }));
const { definition } = readDefinition({ formId: "f", version: 1, name: "客户", formType: "customer", fields });
const shown = (inRow?: number) =>
  columnsOf(compileForm(definition!), false, inRow).filter(({ id, optional }) => id.startsWith("f_") && !optional)
    .length;

test("W73 a fourth button in the rows takes the place of a column, which waits in the column choice", () => {
  expect(buttonsOf([{ may: true }, {}, { may: false }, { folded: true }, { folded: true }])).toBe(3);
  expect(buttonsOf([{}, {}, {}])).toBe(3);
  expect([shown(), shown(3), shown(4)]).toEqual([6, 6, 5]);
});
