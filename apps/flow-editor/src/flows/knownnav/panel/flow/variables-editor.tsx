import { Button, HStack, Stack } from "@chakra-ui/react";
import { maxValue, systemVariables, variableName, type CollectedVariable } from "@liantai/api/flows";
import { PanelSelect, PanelText } from "@liantai/ui/board";
import { useHeld } from "../held.ts";

const most = 100;
const types = [
  ["text", "文字"],
  ["number", "数字"],
  ["boolean", "是或否"],
  ["list", "列表"],
] as const;

function nameFault({ vName }: CollectedVariable, all: readonly CollectedVariable[]): string | undefined {
  if (vName === "") return "请输入变量名";
  if (!variableName.test(vName)) return "以字母或下划线开头，只用字母、数字和下划线";
  if (vName in systemVariables) return "这是系统变量的名字";
  return all.filter((one) => one.vName === vName).length > 1 ? "变量名重复" : undefined;
}

function valueFault({ type, value }: CollectedVariable): string | undefined {
  if (value === "") return undefined;
  if (type === "number" && !Number.isFinite(Number(value))) return "初值应为数字";
  if (type === "boolean" && value !== "true" && value !== "false") return "初值应为true或false";
  return undefined;
}

const isRight = (list: readonly CollectedVariable[]): boolean =>
  list.every((one) => nameFault(one, list) === undefined && valueFault(one) === undefined);

interface VariablesEditorProps {
  readonly list: readonly CollectedVariable[];
  readonly onChange: (list: readonly CollectedVariable[]) => void;
}

/** Collected variables. A list with a fault in it stays here until it is right. */
export function VariablesEditor({ list, onChange }: VariablesEditorProps) {
  const [held, hold] = useHeld(list, (next) => {
    if (isRight(next)) onChange(next);
  });
  const put = (at: number, more: Partial<CollectedVariable>) =>
    hold(held.map((one, index) => (index === at ? { ...one, ...more } : one)));
  return (
    <Stack gap="2">
      {held.map((one, at) => (
        <Stack key={at} role="group" aria-label={`变量${at + 1}`} gap="2" borderWidth="1px" borderRadius="sm" p="2">
          <HStack gap="2" align="flex-start">
            <PanelText
              label="变量名"
              value={one.vName}
              max={30}
              error={nameFault(one, held)}
              onChange={(vName) => put(at, { vName })}
            />
            <PanelText label="中文名" value={one.vAlias} max={30} onChange={(vAlias) => put(at, { vAlias })} />
          </HStack>
          <HStack gap="2" align="flex-start">
            <PanelSelect
              label="类型"
              value={one.type}
              options={types}
              onChange={(type) => put(at, { type: type as CollectedVariable["type"] })}
            />
            {one.type === "boolean" ? (
              <PanelSelect
                label="初值"
                value={one.value}
                none="不设"
                options={[
                  ["true", "是"],
                  ["false", "否"],
                ]}
                onChange={(value) => put(at, { value })}
              />
            ) : (
              <PanelText
                label="初值"
                value={one.value}
                max={maxValue}
                error={valueFault(one)}
                onChange={(value) => put(at, { value })}
              />
            )}
          </HStack>
          <Button
            alignSelf="flex-start"
            size="2xs"
            variant="ghost"
            colorPalette="red"
            aria-label={`删除变量${one.vAlias || one.vName || at + 1}`}
            onClick={() => hold(held.filter((_, index) => index !== at))}
          >
            删除
          </Button>
        </Stack>
      ))}
      <Button
        size="2xs"
        variant="outline"
        disabled={held.length >= most}
        onClick={() => hold([...held, { vName: "", vAlias: "", type: "text", value: "" }])}
      >
        添加变量
      </Button>
    </Stack>
  );
}
