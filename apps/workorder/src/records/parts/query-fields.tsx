import { recordSources } from "@liantai/api/contract/workorder";
import type { CompiledField } from "@liantai/api/forms";
import { serverSources } from "@liantai/ui/dynamic";
import {
  DateRangeField,
  MultiSelectField,
  SelectField,
  TextField,
  type Answer,
  type Option,
} from "@liantai/ui/resource";
import { useEffect, useState } from "react";
import type { AskedField } from "./question.ts";

const { dictionary, cascade } = serverSources();

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

function Branch({ asked: { field, name } }: { readonly asked: AskedField }) {
  const source = field.field.ext?.options;
  const top = source?.from === "cascade" ? source.id : "";
  const { options } = useFetched(async () => (await cascade(top)).map(({ id, name: label }) => ({ value: id, label })));
  return <SelectField name={name} label={field.label} options={options} none="全部" width="130px" />;
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
  /** The form has a pool that the person may claim from. */
  readonly pool: boolean;
}

const places = [
  { value: "", label: "我的数据范围" },
  { value: "1", label: "公海" },
];

/** The query bar of a form's records. */
export function QueryFields({ asked, fixed, tags, pool }: QueryFieldsProps) {
  return (
    <>
      {asked.map((one) => (
        <Asked key={one.name} asked={one} />
      ))}
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
