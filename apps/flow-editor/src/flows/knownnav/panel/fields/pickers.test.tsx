import { render, screen } from "@testing-library/react";
import { UiProvider } from "@liantai/ui";
import { ListPicker, Picker } from "./pickers.tsx";

const seats = [
  ["1001", "李晓雯"],
  ["1002", "王志强", true],
  ["1003", "赵敏", true],
] as const;
const options = (name: string) => [...screen.getByLabelText<HTMLSelectElement>(name).options].map((one) => one.text);
const nothing = () => undefined;

test("K94 what is switched off says so where it is chosen, and is no choice elsewhere; what is gone says that", () => {
  const { rerender } = render(<Picker label="坐席" value="1002" options={seats} onChange={nothing} />, {
    wrapper: UiProvider,
  });
  expect(screen.getByText("所选的对象已停用")).toBeVisible();
  expect(options("坐席")).toEqual(["请选择", "李晓雯", "王志强（已停用）"]);
  rerender(<Picker label="坐席" value="1009" options={seats} onChange={nothing} />);
  expect(screen.getByText("所选的对象已不存在")).toBeVisible();
});

test("K94 of several, too", () => {
  render(<ListPicker label="坐席" values={["1002"]} options={seats} onChange={nothing} />, { wrapper: UiProvider });
  expect(screen.getByText("王志强（已停用）")).toBeVisible();
  expect(options("添加坐席")).toEqual(["请选择", "李晓雯"]);
});
