import { allButtons } from "../all.ts";
import { hasVerb } from "./parts.ts";

test("W70 orders have those buttons of records alone that do something to them", () => {
  const codes = (page: string) =>
    (allButtons[page] ?? []).map(({ code }) => code).filter((code) => code.startsWith("formData."));
  expect(codes("/workorderinformation")).toEqual(
    ["update", "delete", "import", "push", "tag", "tags", "share"].map((verb) => `formData.workOrder.${verb}`),
  );
  expect(codes("/customerinformation")).toContain("formData.customer.assign");
});

test("F100 contacts have those that there is something for, each for whom it was for", () => {
  const ofContacts = (allButtons["/addresslist"] ?? []).filter(({ code }) => /^(contacterData|formData)\./.test(code));
  expect(ofContacts.map(({ code, name, who }) => [code, name, who.join("")])).toEqual([
    ["contacterData.add", "新增联系人", "ASM"],
    ["contacterData.update", "编辑联系人", "ASM"],
    ["contacterData.delete", "删除联系人", "AM"],
    ["contacterData.import", "导入联系人", "ASM"],
    ["contacterData.export", "导出联系人", "ASM"],
    ["formData.contact.push", "推送联系人", "AM"],
  ]);
  expect([hasVerb("contact", "tag"), hasVerb("workOrder", "export"), hasVerb("workOrder", "merge")]).toEqual([
    false,
    true,
    false,
  ]);
});
