import { Button, Stack, Text } from "@chakra-ui/react";
import { inputsOf, resultsOf, type FlowBody } from "@liantai/api/flows";
import { PanelSelect, pendingPairs } from "@liantai/ui/board";
import { useMemo, useState } from "react";
import { SharedView } from "../../canvas/shared-view.tsx";
import { versions } from "../../queries.ts";
import type { Pairs, InputProps } from "@liantai/ui/board";
import { useAround } from "./context.ts";
import type { Config } from "./kinds.ts";
import { ListPicker } from "./pickers.tsx";

/** What a node says of the shared sub-process that it calls. versionId '': the newest. */
interface Call {
  readonly flowId: string;
  readonly versionId: string;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const callIn = (config: Config): Call => ({
  flowId: textOf(config["targetId"]),
  versionId: textOf(config["version"]),
});

function useVersions(flowId: string) {
  const { currentData } = versions.versions.useQuery({ body: { id: flowId } }, { skip: flowId === "" });
  return currentData;
}

/** The text of the version that is called; undefined: not there yet, or none. */
function useCalled({ flowId, versionId }: Call): FlowBody | undefined {
  const list = useVersions(flowId);
  const id = versionId === "" ? (list?.[0]?.versionId ?? "") : versionId;
  const { currentData } = versions.versionFind.useQuery({ body: { versionId: id } }, { skip: id === "" });
  return useMemo(() => (currentData ? (JSON.parse(currentData.flow) as FlowBody) : undefined), [currentData]);
}

const nameOf = (list: Pairs | undefined, config: Config): string =>
  list?.find(([id]) => id === config["targetId"])?.[1] ?? "";

interface VersionProps extends InputProps, Call {
  readonly onChange: (versionId: string) => void;
}

/** The newest, or one that stays until another is chosen. */
function SharedVersion({ flowId, versionId, onChange, ...rest }: VersionProps) {
  const list = useVersions(flowId);
  const named = (list ?? []).map(({ versionId: id, version, note }): Pairs[number] => [
    id,
    note === "" ? `第${version}版` : `第${version}版（${note}）`,
  ]);
  const gone = list && versionId !== "" && list.every((one) => one.versionId !== versionId);
  return (
    <PanelSelect
      {...rest}
      value={versionId}
      options={list || versionId === "" ? [["", "最新版本"], ...named] : pendingPairs}
      error={rest.error ?? (gone ? "所选的版本已不存在" : undefined)}
      hint={versionId === "" ? "公共子流程发布新版本后，从下一通电话起使用" : "发布新版本后仍用这一版，直到在这里改选"}
      onChange={onChange}
    />
  );
}

interface ResultsProps extends InputProps, Call {
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** Those that its ends give; each that is chosen has an exit of its own. */
function SharedResults({ flowId, versionId, ...rest }: ResultsProps) {
  const called = useCalled({ flowId, versionId });
  const known = called ? resultsOf(called) : [];
  const options = [...new Set([...known, ...rest.values])].map((result) => [result, result] as const);
  return <ListPicker {...rest} options={options} hint="没有选中的结果从“下一步”走" />;
}

interface FieldProps extends InputProps {
  readonly kind: "sharedVersion" | "sharedResults";
  readonly config: Config;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

export function SharedField({ kind, config, value, ...rest }: FieldProps) {
  if (kind === "sharedVersion") return <SharedVersion {...rest} {...callIn(config)} />;
  return <SharedResults {...rest} {...callIn(config)} values={Array.isArray(value) ? (value as string[]) : []} />;
}

/** Of a jump into one: what that is handed, and how it is drawn. */
export function SharedCall() {
  const { config, surroundings } = useAround();
  const called = useCalled(callIn(config));
  const [looks, setLooks] = useState(false);
  if (!called) return null;
  const inputs = inputsOf(called);
  const shown = (name: string): string => {
    const word = called.collectVariable.find(({ vName }) => vName === name)?.vAlias ?? "";
    return word === "" || word === name ? name : `${word}（${name}）`;
  };
  return (
    <Stack gap="1" align="flex-start">
      <Text textStyle="xs" color="fg.muted">
        {inputs.length === 0 ? "不需要传入变量。" : `调用前要给这些变量赋值：${inputs.map(shown).join("、")}`}
      </Text>
      <Button size="xs" variant="outline" onClick={() => setLooks(true)}>
        查看公共子流程
      </Button>
      {looks && (
        <SharedView
          name={nameOf(surroundings.things.sharedFlow, config)}
          body={called}
          onClose={() => setLooks(false)}
        />
      )}
    </Stack>
  );
}
