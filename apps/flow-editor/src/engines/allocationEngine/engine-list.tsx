import { HStack } from "@chakra-ui/react";
import { mostAllotted, type EngineKind } from "@liantai/api/contract/flow-editor";
import { NumberField, OrderedRows, SelectField } from "@liantai/ui/resource";
import { useWatch } from "react-hook-form";
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
  const options = engines.map(({ id, name, enabled }) => ({
    value: id,
    label: enabled === 1 ? name : `${name}（停用）`,
  }));
  return (
    <OrderedRows
      name="engines"
      noun="引擎"
      hint="使用第一个，失败或并发已满时依次尝试后面的；一个都不分配则使用内置引擎"
      blank={() => ({ ...picked() })}
      most={mostAllotted}
      row={(i) => (
        <SelectField name={`engines.${i}.engineId`} label={`引擎 ${i + 1}`} options={options} none="请选择" />
      )}
      below={(i) => kind === "tts" && <VoiceOf index={i} engines={engines} />}
    />
  );
}
