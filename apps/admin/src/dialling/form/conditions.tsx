import { Box } from "@chakra-ui/react";
import {
  answerers,
  asksAlone,
  opsOf,
  recipeLimits,
  recipeOps,
  recipeSources,
  type RecipeOp,
  type RecipeSource,
} from "@liantai/api/contract/admin";
import type { Option } from "@liantai/ui";
import { CheckboxesField, NumberField, OrderedRows, SelectField, TextField } from "@liantai/ui/resource";
import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { choicesOf, resultOptions } from "../parts/words.ts";
import { WordsField } from "./words-field.tsx";

const codes: readonly Option[] = resultOptions.map(({ value, label }) => ({ value: String(value), label }));
const known: Partial<Record<RecipeSource, readonly Option[]>> = {
  code: codes,
  lastCode: codes,
  answerer: choicesOf(answerers),
};
/** What is known before a call has no hint of its own. */
const hints: Partial<Record<RecipeSource, string>> = {
  variable: "每行一个，符合其中之一即可",
  place: "每行一个，如 浙江、杭州",
  batch: "每行一个批次号",
  result: "每行一个，如 成功、考虑",
  level: "每行一个，如 A、B",
};

const asked = (name: string, i: number) => `${name}.${i}`;

function useCondition(row: string): { readonly of: RecipeSource; readonly op: RecipeOp } {
  const [of, op] = useWatch({ name: [`${row}.of`, `${row}.op`] }) as [RecipeSource, RecipeOp];
  return { of, op };
}

/** What is asked, and how; another question begins anew. */
function Question({ row, sources }: { readonly row: string; readonly sources: readonly RecipeSource[] }) {
  const { setValue } = useFormContext();
  const { of } = useCondition(row);
  const before = useRef(of);
  const ops = opsOf[of] ?? [];
  useEffect(() => {
    if (before.current === of) return;
    before.current = of;
    setValue(`${row}.op`, opsOf[of]?.[0]);
    setValue(`${row}.values`, []);
  }, [of, row, setValue]);
  return (
    <>
      <SelectField
        name={`${row}.of`}
        label="条件"
        options={sources.map((value) => ({ value, label: recipeSources[value] }))}
        none={false}
        width="130px"
      />
      {of === "variable" && <TextField name={`${row}.name`} label="变量名" width="130px" />}
      <SelectField
        name={`${row}.op`}
        label="比较"
        options={ops.map((value) => ({ value, label: recipeOps[value] }))}
        none={false}
        width="110px"
      />
      {of === "attempts" && <NumberField name={`${row}.count`} label="次数" max={50} unit="次" width="110px" />}
    </>
  );
}

function Values({ row }: { readonly row: string }) {
  const { of, op } = useCondition(row);
  if (of === "attempts" || asksAlone(op)) return null;
  const options = known[of];
  const label = recipeSources[of];
  return options ? (
    <CheckboxesField name={`${row}.values`} label={label} options={options} />
  ) : (
    <WordsField key={of} name={`${row}.values`} label={label} rows={2} hint={hints[of]} />
  );
}

/** All of them must hold; none: always. */
export function Conditions({
  name,
  of,
  sources,
}: {
  readonly name: string;
  readonly of: string;
  readonly sources: readonly RecipeSource[];
}) {
  const first = sources[0]!;
  return (
    <Box borderStartWidth="2px" borderColor="border.muted" ps="3" mb="3">
      <OrderedRows
        name={name}
        noun={`${of}的条件`}
        hint="同时符合全部条件才执行；不添加条件则总是执行"
        most={recipeLimits.conditions}
        blank={() => ({ of: first, name: "", op: opsOf[first][0], values: [], count: 1 })}
        row={(i) => <Question row={asked(name, i)} sources={sources} />}
        below={(i) => <Values row={asked(name, i)} />}
      />
    </Box>
  );
}
