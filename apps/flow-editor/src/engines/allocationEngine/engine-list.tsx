import { Button, HStack, IconButton, Stack, Text } from "@chakra-ui/react";
import { mostAllotted, type EngineKind } from "@liantai/api/contract/flow-editor";
import { NumberField, SelectField } from "@liantai/ui/resource";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { useFieldArray, useFormState, useWatch } from "react-hook-form";
import { useEngines, type Allotted, type Engine } from "../parts/engines.ts";

export interface Picked {
  readonly engineId: string;
  readonly voice: string;
  readonly speed: number;
  readonly volume: number;
  readonly pitch: number;
}
export const picked = (row?: Allotted): Picked => ({
  engineId: row?.engineId ?? "",
  voice: row?.voice ?? "",
  speed: row?.speed ?? 100,
  volume: row?.volume ?? 100,
  pitch: row?.pitch ?? 50,
});

/** How an engine speaks for this enterprise where a flow does not say. */
function VoiceOf({ index, engines }: { readonly index: number; readonly engines: readonly Engine[] }) {
  const engineId = useWatch({ name: `engines.${index}.engineId` }) as string;
  const voices = engines.find(({ id }) => id === engineId)?.voices ?? [];
  const options = voices.map(({ name, label }) => ({ value: name, label }));
  return (
    <HStack gap="1" align="flex-start" ps="4">
      <SelectField name={`engines.${index}.voice`} label="默认发音人" options={options} none="引擎默认" />
      <NumberField name={`engines.${index}.speed`} label="语速%" min={50} max={200} width="76px" />
      <NumberField name={`engines.${index}.volume`} label="音量%" max={100} width="76px" />
      <NumberField name={`engines.${index}.pitch`} label="音调" max={100} width="76px" />
    </HStack>
  );
}

/** The engines of one kind, the first of which is used. */
export function EngineList({ kind }: { readonly kind: EngineKind }) {
  const engines = useEngines(kind);
  const { fields, append, remove, move } = useFieldArray({ name: "engines" });
  const { errors } = useFormState();
  const options = engines.map(({ id, name, enabled }) => ({
    value: id,
    label: enabled === 1 ? name : `${name}（停用）`,
  }));
  const fault = errors["engines"] as
    { readonly message?: string; readonly root?: { readonly message?: string } } | undefined;
  const message = fault?.message ?? fault?.root?.message;
  return (
    <Stack gap="2" role="group" aria-label="引擎">
      <HStack justify="space-between">
        <Text textStyle="xs" color="fg.muted">
          使用第一个，失败或并发已满时依次尝试后面的；一个都不分配则使用内置引擎
        </Text>
        <Button size="2xs" variant="outline" disabled={fields.length >= mostAllotted} onClick={() => append(picked())}>
          <Plus aria-hidden />
          添加引擎
        </Button>
      </HStack>
      {fields.map((field, i) => (
        <Stack key={field.id} gap="1">
          <HStack gap="1" align="flex-start">
            <SelectField name={`engines.${i}.engineId`} label={`引擎 ${i + 1}`} options={options} none="请选择" />
            <HStack gap="0" pt="22px">
              <IconButton
                size="xs"
                variant="ghost"
                colorPalette="gray"
                aria-label={`上移引擎 ${i + 1}`}
                disabled={i === 0}
                onClick={() => move(i, i - 1)}
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                size="xs"
                variant="ghost"
                colorPalette="gray"
                aria-label={`下移引擎 ${i + 1}`}
                disabled={i === fields.length - 1}
                onClick={() => move(i, i + 1)}
              >
                <ArrowDown aria-hidden />
              </IconButton>
              <IconButton
                size="xs"
                variant="ghost"
                colorPalette="red"
                aria-label={`移除引擎 ${i + 1}`}
                onClick={() => remove(i)}
              >
                <X aria-hidden />
              </IconButton>
            </HStack>
          </HStack>
          {kind === "tts" && <VoiceOf index={i} engines={engines} />}
        </Stack>
      ))}
      {message && (
        <Text role="alert" color="fg.error" textStyle="xs">
          {message}
        </Text>
      )}
    </Stack>
  );
}
