/**
 * How much inputs let in: what the rule of the field says, which the server reads too; else 30, text areas 200
 * (console.md, sections 5 and 9).
 */
import {
  charsField,
  dialField,
  digitListField,
  lengthField,
  linkField,
  nameField,
  numberField,
  phoneField,
  remarkField,
} from "@liantai/api/contract/parts";
import { AppForm, UiProvider } from "@liantai/ui";
import { DigitListField, MaskedField, PasswordField, TextAreaField, TextField } from "@liantai/ui/resource";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { array, object, string, type AnyObjectSchema } from "yup";

const drawn = (schema: AnyObjectSchema, children: ReactNode) =>
  render(
    <UiProvider>
      <AppForm schema={schema} values={{}} onSubmit={() => undefined}>
        {children}
      </AppForm>
    </UiProvider>,
  );
const lengths = (): number[] =>
  screen.getAllByRole<HTMLInputElement | HTMLTextAreaElement>("textbox").map(({ maxLength }) => maxLength);

test("an input takes the length of its rule, else 30", () => {
  drawn(
    object({
      name: nameField(),
      company: nameField("企业名称", 50),
      link: linkField(),
      chars: charsField("别名", 12),
      dialled: dialField("号码", 20),
      yups: string().max(64).required(),
      phone: phoneField(),
      amount: numberField("金额", { max: 5 }),
    }),
    ["name", "company", "link", "chars", "dialled", "yups", "phone", "amount", "unknown"].map((name) => (
      <TextField key={name} name={name} label={name} />
    )),
  );
  expect(lengths()).toEqual([30, 50, 500, 12, 20, 64, 30, 30, 30]);
});

test("a text area takes the length of its rule, else 200", () => {
  drawn(
    object({
      remark: remarkField(),
      voice: lengthField("合成文字", 500),
      free: string(),
      prefixes: digitListField("前缀", 500),
    }),
    <>
      <TextAreaField name="remark" label="备注" />
      <TextAreaField name="voice" label="合成文字" />
      <TextAreaField name="free" label="说明" />
      <DigitListField name="prefixes" label="前缀" />
      <DigitListField name="other" label="号码" />
    </>,
  );
  expect(lengths()).toEqual([200, 500, 200, 500, 200]);
});

test("fields of lists find their rule", () => {
  drawn(
    object({
      days: array().of(object({ name: lengthField("名称", 12), from: object({ text: lengthField("文字", 7) }) })),
    }),
    <>
      <TextField name="days.0.name" label="名称" />
      <TextAreaField name="days.1.from.text" label="文字" />
    </>,
  );
  expect(lengths()).toEqual([12, 7]);
});

test("a password and a masked value are cut by their own rule only", () => {
  drawn(
    object({ one: string().max(128), two: string(), three: phoneField() }),
    <>
      <PasswordField name="one" label="一" />
      <PasswordField name="two" label="二" />
      <MaskedField name="three" label="三" />
    </>,
  );
  expect([screen.getByLabelText("一"), screen.getByLabelText("二"), screen.getByLabelText("三")]).toMatchObject([
    { maxLength: 128 },
    { maxLength: -1 },
    { maxLength: -1 },
  ]);
});

test("what is over the length does not get in", async () => {
  const user = userEvent.setup();
  drawn(object({ remark: remarkField() }), <TextAreaField name="remark" label="备注" />);
  await user.click(screen.getByLabelText("备注"));
  await user.paste("字".repeat(250));
  expect(screen.getByLabelText("备注")).toHaveValue("字".repeat(200));
});

test("an input without special characters drops them while typing, and lets a pinyin be composed first", async () => {
  const user = userEvent.setup();
  drawn(object({ alias: charsField("别名") }), <TextField name="alias" label="别名" chars />);
  const input = screen.getByLabelText<HTMLInputElement>("别名");
  await user.type(input, "a-1_ b");
  expect(input).toHaveValue("a1_b");
  fireEvent.compositionStart(input);
  fireEvent.input(input, { target: { value: "a1_bwang'p" }, isComposing: true });
  expect(input).toHaveValue("a1_bwang'p");
  fireEvent.input(input, { target: { value: "a1_b网盘·" }, isComposing: true });
  fireEvent.compositionEnd(input);
  expect(input).toHaveValue("a1_b网盘");
});
