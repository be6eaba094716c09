import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import { claimFailure, notifyDone } from "@liantai/api/client";
import {
  duplicateKinds,
  duplicateModes,
  type DuplicateKind,
  type DuplicateMode,
} from "@liantai/api/contract/workorder";
import { sameValue } from "@liantai/api/forms";
import { report } from "@liantai/ui";
import { PanelNumber, PanelSelect } from "@liantai/ui/board";
import { isFailure, useUnsaved } from "@liantai/ui/resource";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { duplicates, type Setting } from "./queries.ts";

type Rule = Setting["rules"][number];

const modes = Object.entries(duplicateModes);
const kinds = Object.entries(duplicateKinds);

interface RuleProps {
  readonly rule: Rule;
  readonly fields: Setting["fields"];
  readonly onChange: (rule: Rule) => void;
  readonly onRemove: () => void;
}

function RuleLine({ rule, fields, onChange, onRemove }: RuleProps) {
  const { kind, field, weight } = rule;
  const options = fields.map(({ name, label }) => [name, label] as const);
  const turn = (next: DuplicateKind) =>
    onChange({ kind: next, weight, ...(next !== "number" && { field: field ?? fields[0]?.name ?? "" }) });
  return (
    <HStack gap="2" align="end">
      <PanelSelect label="比较" value={kind} options={kinds} onChange={(next) => turn(next as DuplicateKind)} />
      {kind !== "number" && (
        <PanelSelect
          label="字段"
          value={field ?? ""}
          options={options}
          none="请选择"
          onChange={(next) => onChange({ ...rule, field: next })}
        />
      )}
      <PanelNumber
        label="权重"
        value={weight}
        min={1}
        max={100}
        standard={undefined}
        onChange={(next) => onChange({ ...rule, weight: next ?? 0 })}
      />
      <Button size="xs" variant="ghost" colorPalette="gray" aria-label="移除规则" onClick={onRemove}>
        <Trash2 aria-hidden />
      </Button>
    </HStack>
  );
}

/** 查重设置: what counts for how much, and what happens when somebody saves a duplicate. */
export function DuplicateSettings({ formId, setting }: { readonly formId: string; readonly setting: Setting }) {
  const { fields } = setting;
  const [mode, setMode] = useState<DuplicateMode>(setting.mode);
  const [threshold, setThreshold] = useState(setting.threshold);
  const [rules, setRules] = useState<readonly Rule[]>(setting.rules);
  const [save, { isLoading }] = duplicates.saveSetting.useMutation();
  const [said, say] = useState<string>();
  const typed = { mode, threshold, rules };
  const [kept, setKept] = useState(typed);
  useUnsaved(!sameValue(typed, kept));
  const send = async () => {
    say(undefined);
    try {
      await save({ body: { formId, mode, threshold, rules: [...rules] } }).unwrap();
      setKept(typed);
      notifyDone("查重设置", "保存");
    } catch (error) {
      if (isFailure(error)) claimFailure(error);
      else report(error, "保存");
      say(isFailure(error) ? error.text : "保存没有成功，请重试。");
    }
  };
  return (
    <Stack gap="3" maxW="560px">
      <PanelSelect
        label="保存重复数据时"
        value={mode}
        options={modes}
        onChange={(next) => setMode(next as DuplicateMode)}
      />
      <PanelNumber
        label="达到多少分算重复"
        value={threshold}
        min={1}
        max={100}
        standard={undefined}
        onChange={(next) => setThreshold(next ?? 0)}
      />
      <Text color="fg.muted" textStyle="xs">
        相同的各项权重相加，最多100分。
      </Text>
      {rules.map((rule, at) => (
        <RuleLine
          key={at}
          rule={rule}
          fields={fields}
          onChange={(next) => setRules(rules.map((one, n) => (n === at ? next : one)))}
          onRemove={() => setRules(rules.filter((_, n) => n !== at))}
        />
      ))}
      <HStack justify="space-between">
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          onClick={() => setRules([...rules, { kind: "number", weight: 60 }])}
        >
          <Plus aria-hidden />
          添加规则
        </Button>
        <Button size="xs" loading={isLoading} onClick={() => void send()}>
          保存
        </Button>
      </HStack>
      {said !== undefined && (
        <Text role="alert" color="fg.error">
          {said}
        </Text>
      )}
    </Stack>
  );
}
