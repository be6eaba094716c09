import { HStack, NativeSelect } from "@chakra-ui/react";
import { recordSources } from "@liantai/api/contract/workorder";
import type { CompiledField } from "@liantai/api/forms";
import { FieldFrame } from "@liantai/ui";
import { LookupBox, serverSources } from "@liantai/ui/dynamic";
import {
  DateRangeField,
  MultiSelectField,
  SelectField,
  TextField,
  type Answer,
  type Option,
} from "@liantai/ui/resource";
import { useCallback, useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { OwnerField } from "./owner-field.tsx";
import { pathMark, type AskedField } from "./question.ts";

const { dictionary, cascade, lookup } = serverSources();

interface Fetched {
  readonly options: readonly Option[];
  readonly answer: Answer;
}
const asking: Fetched = { options: [], answer: { isError: false } };

/** Options of a dictionary or of the tops of a cascade, asked for once a screen. */
function useFetched(ask: () => Promise<readonly Option[]>): Fetched {
  const [fetched, setFetched] = useState(asking);
  const [run] = useState(() => ask);
  useEffect(() => {
    let there = true;
    run().then(
      (options) => there && setFetched({ options, answer: { data: options, isError: false } }),
      () => there && setFetched({ options: [], answer: { isError: true } }),
    );
    return () => void (there = false);
  }, [run]);
  return fetched;
}

function Choice({ asked: { field, name } }: { readonly asked: AskedField }) {
  const source = field.field.ext?.options;
  const fetched = useFetched(async () => {
    if (source?.from !== "dictionary") return [];
    return (await dictionary(source.code)).map((one) => ({ value: one.label_value, label: one.label_name }));
  });
  const own = field.options.map((one) => ({ value: one.label_value, label: one.label_name }));
  const choices = source?.from === "dictionary" ? fetched : { options: own };
  return <MultiSelectField name={name} label={field.label} {...choices} />;
}

interface LevelProps {
  readonly label: string;
  readonly parentId: string;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** Nothing below a leaf. */
function Level({ label, parentId, chosen, onChoose }: LevelProps) {
  const { options } = useFetched(async () =>
    (await cascade(parentId)).map(({ id, name }) => ({ value: id, label: name })),
  );
  if (parentId !== "" && options.length === 0) return null;
  return (
    <NativeSelect.Root w="120px">
      <NativeSelect.Field aria-label={label} value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">全部</option>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

/** A branch at any level: a box a level, below what is chosen. */
function Branch({ asked: { field, name } }: { readonly asked: AskedField }) {
  const { setValue } = useFormContext();
  const path = String(useWatch({ name }) ?? "")
    .split(pathMark)
    .filter(Boolean);
  const source = field.field.ext?.options;
  const root = source?.from === "cascade" ? source.id : "";
  const levels = Array.from({ length: Math.min(path.length + 1, field.levels) }, (_, at) => at);
  return (
    <FieldFrame label={field.label} error={undefined} required={false} group width="auto">
      <HStack gap="1">
        {levels.map((at) => (
          <Level
            key={`${at} ${path[at - 1] ?? root}`}
            label={`${field.label}第${at + 1}级`}
            parentId={path[at - 1] ?? root}
            chosen={path[at] ?? ""}
            onChoose={(id) =>
              setValue(name, [...path.slice(0, at), id].filter(Boolean).join(pathMark), { shouldDirty: true })
            }
          />
        ))}
      </HStack>
    </FieldFrame>
  );
}

/** What leads to one record, call or seat. */
function Looked({ asked: { field, name, to } }: { readonly asked: AskedField }) {
  const { setValue } = useFormContext();
  const chosen = String(useWatch({ name: to }) ?? "");
  const spec = field.field.ext?.lookup;
  const ask = useCallback(async (keyword: string) => (spec ? lookup(spec, keyword) : []), [spec]);
  const choose = (id: string, label: string) => {
    setValue(name, id, { shouldDirty: true });
    setValue(to, label, { shouldDirty: true });
  };
  return (
    <FieldFrame label={field.label} error={undefined} required={false}>
      <LookupBox
        {...{ ask, chosen }}
        name={field.label}
        label={field.label}
        onChoose={({ id, label }) => choose(id, label)}
        onEmpty={() => choose("", "")}
      />
    </FieldFrame>
  );
}

const hasIt = [
  { value: "1", label: "有" },
  { value: "0", label: "无" },
];

function Bounds({ asked: { field, name, to } }: { readonly asked: AskedField }) {
  const hint = (of: CompiledField) => (of.isNumber ? "" : of.format);
  return (
    <>
      <TextField name={name} label={`${field.label}从`} placeholder={hint(field)} width="110px" />
      <TextField name={to} label={`${field.label}至`} placeholder={hint(field)} width="110px" />
    </>
  );
}

export function Asked({ asked }: { readonly asked: AskedField }) {
  const { field, asking, name, to } = asked;
  switch (asking) {
    case "text":
      return <TextField name={name} label={field.label} width="130px" placeholder="至少2个字" />;
    case "choice":
      return <Choice asked={asked} />;
    case "days":
      return <DateRangeField from={name} to={to} label={field.label} future />;
    case "bounds":
      return <Bounds asked={asked} />;
    case "branch":
      return <Branch asked={asked} />;
    case "lookup":
      return <Looked asked={asked} />;
    case "has":
      return <SelectField name={name} label={field.label} options={hasIt} none="全部" width="100px" />;
  }
}

const sources = Object.entries(recordSources).map(([value, label]) => ({ value, label }));

const tagModes = [
  { value: "", label: "任一标签" },
  { value: "all", label: "全部标签" },
];

interface QueryFieldsProps {
  readonly asked: readonly AskedField[];
  /** The screen shows records of one source alone. */
  readonly fixed: boolean;
  /** Of the form. */
  readonly tags: readonly Option[];
  /** What a number that calls is called: whoever has it, beside others or as the main one, is found by it. undefined: the form has none. */
  readonly phones: string | undefined;
  /** The form has a pool that the person may claim from. */
  readonly pool: boolean;
}

const places = [
  { value: "", label: "我的数据范围" },
  { value: "1", label: "公海" },
];

/** The query bar of a form's records. */
export function QueryFields({ asked, fixed, tags, phones, pool }: QueryFieldsProps) {
  return (
    <>
      {asked.map((one) => (
        <Asked key={one.name} asked={one} />
      ))}
      {phones && <TextField name="phone" label={phones} width="150px" placeholder="完整号码，含其他号码" />}
      <OwnerField none="全部" width="120px" />
      {pool && <SelectField name="pool" label="范围" options={places} width="120px" />}
      {tags.length > 0 && (
        <>
          <MultiSelectField name="tags" label="标签" options={tags} />
          <SelectField name="tagMode" label="标签条件" options={tagModes} width="110px" />
        </>
      )}
      {!fixed && <SelectField name="source" label="来源" options={sources} none="全部" width="110px" />}
      <DateRangeField from="createdFrom" to="createdTo" label="创建时间" />
    </>
  );
}
