import { allButtons } from "../all.ts";

test("W70 orders have those buttons of records alone that do something to them", () => {
  const codes = (page: string) =>
    (allButtons[page] ?? []).map(({ code }) => code).filter((code) => code.startsWith("formData."));
  expect(codes("/workorderinformation")).toEqual(
    ["update", "delete", "import", "push", "tag", "tags", "share"].map((verb) => `formData.workOrder.${verb}`),
  );
  expect(codes("/customerinformation")).toContain("formData.customer.assign");
});
