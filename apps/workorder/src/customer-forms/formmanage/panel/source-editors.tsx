/** Where choices come from. */
import { Stack } from "@chakra-ui/react";
import { queriesOf } from "@liantai/api/client";
import { dictionarieApi } from "@liantai/api/contract/workorder";
import type { OptionSource } from "@liantai/api/forms";
import { PanelSelect, PanelText, pendingPairs } from "@liantai/ui/board";
import { type FormSources, KnownChoices } from "@liantai/ui/dynamic";
import { useEffect, useState } from "react";
import type { SpecialProps } from "./special-props.ts";

const dictionaries = queriesOf({ options: dictionarieApi.options });

export function SourceEditor({ value, error, onChange }: SpecialProps<OptionSource>) {
  const code = value?.from === "dictionary" ? value.code : undefined;
  const { data, isFetching } = dictionaries.options.useQuery({ body: { code: code ?? "" } }, { skip: !code });
  return (
    <Stack gap="1">
      <PanelSelect
        label="选项来源"
        value={code === undefined ? "items" : "dictionary"}
        options={[
          ["items", "固定选项"],
          ["dictionary", "数据字典"],
        ]}
        error={code === undefined ? error : undefined}
        onChange={(from) => onChange(from === "items" ? undefined : { from: "dictionary", code: "" })}
      />
      {code !== undefined && (
        <PanelText
          label="字典编码"
          value={code}
          max={64}
          error={error}
          hint={
            code === ""
              ? "数据字典中的编码"
              : isFetching
                ? "正在查找"
                : data && data.length > 0
                  ? data.map(({ label }) => label).join("、")
                  : "没有这个字典，或字典中没有启用的选项"
          }
          onChange={(next) => onChange({ from: "dictionary", code: next })}
        />
      )}
    </Stack>
  );
}

/** The branch that the first level shows; '' is the whole tree. */
export function CascadeEditor({
  value,
  error,
  onChange,
  sources,
}: SpecialProps<OptionSource> & { readonly sources: FormSources }) {
  const [choices] = useState(() => new KnownChoices(sources));
  const [tops, setTops] = useState<readonly (readonly [string, string])[]>();
  useEffect(() => {
    let live = true;
    choices.cascade("").then(
      (list) => live && setTops(list.map(({ id, name }) => [id, name])),
      () => live && setTops([]),
    );
    return () => {
      live = false;
    };
  }, [choices]);
  const id = value?.from === "cascade" ? value.id : "";
  return (
    <PanelSelect
      label="级联选项"
      value={id}
      none="全部级联选项"
      options={tops ?? pendingPairs}
      error={error}
      hint={tops?.length === 0 ? "还没有级联选项，请先在“级联管理”中添加" : undefined}
      onChange={(next) => onChange({ from: "cascade", id: next })}
    />
  );
}
