import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { object, string } from "yup";
import { UiProvider } from "../theme/provider.tsx";
import { AppForm } from "./form.tsx";
import { SelectField } from "./fields.tsx";

const options = [
  { value: "1001", label: "李晓雯" },
  { value: "1002", label: "王志强" },
];
const draw = (none: string | false) =>
  render(
    <UiProvider>
      <AppForm schema={object({ seat: string() })} values={{ seat: "" }} aria-label="表单" onSubmit={() => undefined}>
        <SelectField name="seat" label="坐席" options={options} none={none} />
      </AppForm>
    </UiProvider>,
  );
const select = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "坐席" });
const shown = () => select().selectedOptions[0]?.textContent;
const choices = () => [...select().options].filter((one) => !one.hidden).map((one) => one.textContent);

test("where one must be chosen the field asks for it, and asking is no choice", async () => {
  draw(false);
  expect(shown()).toBe("请选择坐席");
  expect(choices()).toEqual(["李晓雯", "王志强"]);
  await userEvent.selectOptions(select(), "1002");
  expect(shown()).toBe("王志强");
  expect([...select().options]).toHaveLength(2);
});

test("where none may be chosen, none is the first choice and said in the field's own words", () => {
  draw("自己");
  expect(choices()).toEqual(["自己", "李晓雯", "王志强"]);
  expect(shown()).toBe("自己");
});
