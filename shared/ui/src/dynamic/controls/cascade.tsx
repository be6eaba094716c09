import { Button, HStack, NativeSelectField, NativeSelectIndicator, NativeSelectRoot, Stack } from "@chakra-ui/react";
import { isRecord } from "@liantai/api/forms";
import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { useFormStore } from "../context.ts";
import { Failed } from "./choices.tsx";
import { useAnswer } from "./use-answer.ts";
import type { ControlProps } from "./types.ts";

interface Path {
  readonly ids: readonly string[];
  readonly labels: readonly string[];
}
const texts = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : []);
export const pathIn = (value: unknown): Path =>
  isRecord(value) ? { ids: texts(value.ids), labels: texts(value.labels) } : { ids: [], labels: [] };

interface LevelProps {
  readonly label: string;
  readonly placeholder: string;
  readonly parentId: string;
  readonly chosen: { readonly id: string; readonly label: string } | undefined;
  readonly disabled: boolean;
  readonly onChoose: (id: string, label: string, leaf: boolean) => void;
}

function Level({ label, placeholder, parentId, chosen, disabled, onChoose }: LevelProps) {
  const { choices } = useFormStore();
  const { value: list, failed, retry } = useAnswer(parentId, () => choices.cascade(parentId));
  const unknown = chosen && list?.every(({ id }) => id !== chosen.id);
  return (
    <Stack gap="0" flex="1 1 110px" minW="0">
      <NativeSelectRoot disabled={disabled}>
        <NativeSelectField
          aria-label={label}
          value={chosen?.id ?? ""}
          onChange={(event) => {
            const one = list?.find(({ id }) => id === event.target.value);
            onChoose(one?.id ?? "", one?.name ?? "", one?.leaf ?? false);
          }}
        >
          <option value="">{list || failed ? placeholder : "正在加载"}</option>
          {chosen && (unknown || !list) && <option value={chosen.id}>{chosen.label}</option>}
          {list?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
      {failed && <Failed retry={retry} />}
    </Stack>
  );
}

/**
 * A box a level, as many as the field has; another choice empties those below it. With multilevelSelect levels are added one by one, and
 * the deepest is taken away (console.md section 5).
 */
export function CascadeControl({ field, value, disabled, onChange }: ControlProps) {
  const { ids, labels } = pathIn(value);
  const source = field.field.ext?.options;
  const root = source?.from === "cascade" ? source.id : "";
  const growing = field.field.multilevelSelect === true;
  const [added, setAdded] = useState(1);
  const [leafAt, setLeafAt] = useState<number>();
  const most = Math.min(field.levels, leafAt === undefined ? field.levels : leafAt + 1);
  const shown = growing ? Math.min(most, Math.max(added, ids.length, 1)) : most;
  const choose = (at: number) => (id: string, label: string, leaf: boolean) => {
    setLeafAt(leaf ? at : undefined);
    if (growing) setAdded(at + 1);
    const kept = { ids: ids.slice(0, at), labels: labels.slice(0, at) };
    const next = id === "" ? kept : { ids: [...kept.ids, id], labels: [...kept.labels, label] };
    onChange(next.ids.length === 0 ? "" : next);
  };
  const levels = Array.from({ length: shown }, (_, at) => at).filter((at) => at <= ids.length);
  const rest = growing ? 0 : shown - levels.length;
  return (
    <HStack gap="2" wrap="wrap" align="flex-start" w="full">
      {levels.map((at) => (
        <Level
          key={`${at} ${ids[at - 1] ?? root}`}
          label={`${field.label}第${at + 1}级`}
          placeholder={at === 0 ? field.placeholder : "请选择"}
          parentId={at === 0 ? root : ids[at - 1]!}
          chosen={ids[at] === undefined ? undefined : { id: ids[at], label: labels[at] ?? ids[at] }}
          disabled={disabled}
          onChoose={choose(at)}
        />
      ))}
      {Array.from({ length: rest }, (_, at) => (
        <NativeSelectRoot key={`empty ${at}`} disabled flex="1 1 110px" w="auto">
          <NativeSelectField aria-label={`${field.label}第${levels.length + at + 1}级`}>
            <option>请选择</option>
          </NativeSelectField>
          <NativeSelectIndicator />
        </NativeSelectRoot>
      ))}
      {growing && (
        <HStack gap="1">
          <Button
            size="sm"
            variant="outline"
            colorPalette="gray"
            aria-label={`${field.label}增加一级`}
            disabled={disabled || shown >= most || ids.length < shown}
            onClick={() => setAdded(shown + 1)}
          >
            <Plus aria-hidden />
          </Button>
          {shown > 1 && (
            <Button
              size="sm"
              variant="outline"
              colorPalette="gray"
              aria-label={`${field.label}去掉一级`}
              disabled={disabled}
              onClick={() => {
                setAdded(shown - 1);
                setLeafAt(undefined);
                if (ids.length >= shown) onChange({ ids: ids.slice(0, shown - 1), labels: labels.slice(0, shown - 1) });
              }}
            >
              <Minus aria-hidden />
            </Button>
          )}
        </HStack>
      )}
    </HStack>
  );
}
