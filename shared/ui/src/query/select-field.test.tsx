import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { object, string } from "yup";
import { UiProvider } from "../theme/provider.tsx";
import { AppForm } from "./form.tsx";
import { pendingOptions, SelectField, type Option } from "./fields.tsx";

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

test("K94 what is switched off is marked where it is chosen, can be chosen back, and is no new choice", async () => {
  const some = [...options, { value: "1003", label: "赵敏", off: true }, { value: "1004", label: "孙力", off: true }];
  render(
    <UiProvider>
      <AppForm
        schema={object({ seat: string() })}
        values={{ seat: "1003" }}
        aria-label="表单"
        onSubmit={() => undefined}
      >
        <SelectField name="seat" label="坐席" options={some} none="自己" />
      </AppForm>
    </UiProvider>,
  );
  expect(shown()).toBe("赵敏（已停用）");
  expect(choices()).toEqual(["自己", "李晓雯", "王志强", "赵敏（已停用）"]);
  await userEvent.selectOptions(select(), "1002");
  expect(choices()).toContain("赵敏（已停用）");
});

describe("a value that is not among the choices is said in words, and is sent as it is", () => {
  const id = "5f0f0c1e-9d3c-4e63-9a53-2f6f1d1f0a11";
  const sent = jest.fn();
  const form = (given: readonly Option[], value: string, searched = false) => (
    <UiProvider>
      <AppForm schema={object({ seat: string() })} values={{ seat: value }} aria-label="表单" onSubmit={sent}>
        <SelectField name="seat" label="坐席" options={given} searched={searched} />
        <button type="submit">保存</button>
      </AppForm>
    </UiProvider>
  );

  test("gone, or not to be chosen", async () => {
    render(form(options, id));
    expect(shown()).toBe("（已删除或不可选）");
    await userEvent.click(screen.getByRole("button", { name: "保存" }));
    expect(sent.mock.lastCall?.[0]).toEqual({ seat: id });
  });

  test("a seat's or telephone's number, and words, are known by sight", () => {
    render(form(options, "4001"));
    expect(shown()).toBe("4001（已删除或不可选）");
  });

  test("while the choices have not come", () => {
    const { rerender } = render(form(pendingOptions, id));
    expect(shown()).toBe("（选项尚未加载）");
    rerender(form([...options, { value: id, label: "陈一", disabled: true }], id));
    expect(shown()).toBe("陈一");
  });

  test("found by a search, it keeps its name when the next one finds others; elsewhere it is gone", () => {
    const { rerender } = render(form(options, "1002", true));
    expect(shown()).toBe("王志强");
    rerender(form([options[0]!], "1002", true));
    expect(shown()).toBe("王志强");
    rerender(form([options[0]!], "1002"));
    expect(shown()).toBe("1002（已删除或不可选）");
  });
});
