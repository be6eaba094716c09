import { HStack, NativeSelectField, NativeSelectIndicator, NativeSelectRoot, Text } from "@chakra-ui/react";
import { counterDays, type CounterDays } from "@liantai/api/contract/flow-editor";
import { versions } from "../queries.ts";
import type { Layer, Layers } from "./layers.ts";

const layers: readonly (readonly [Layer, string])[] = [
  ["none", "不显示"],
  ["taken", "测试与回放"],
  ["calls", "通话数据"],
];

interface PickProps {
  readonly label: string;
  readonly value: string;
  readonly width: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

const Pick = ({ label, value, width, options, onChange }: PickProps) => (
  <NativeSelectRoot size="xs" w={width}>
    <NativeSelectField aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map(([one, word]) => (
        <option key={one} value={one}>
          {word}
        </option>
      ))}
    </NativeSelectField>
    <NativeSelectIndicator />
  </NativeSelectRoot>
);

/** 图层: what is laid over the canvas; of calls, since when and of which version. */
export function LayerBar({ flowId, layers: on }: { readonly flowId: string; readonly layers: Layers }) {
  const { layer, days, versionId, counters, failed, onLayer, onDays, onVersion } = on;
  const { data = [] } = versions.versions.useQuery({ body: { id: flowId } }, { skip: layer !== "calls" });
  return (
    <HStack gap="1.5" flex="none" px="3" textStyle="xs">
      <Text as="span" color="fg.muted" aria-hidden>
        图层
      </Text>
      <Pick label="图层" width="112px" value={layer} options={layers} onChange={(one) => onLayer(one as Layer)} />
      {layer === "calls" && (
        <>
          <Pick
            label="时间范围"
            width="92px"
            value={String(days)}
            options={counterDays.map((one) => [String(one), `最近${one}天`])}
            onChange={(one) => onDays(Number(one) as CounterDays)}
          />
          <Pick
            label="数据的版本"
            width="92px"
            value={versionId}
            options={[["", "全部版本"], ...data.map((one) => [one.versionId, `第${one.version}版`] as const)]}
            onChange={onVersion}
          />
          <Text as="span" role="status" whiteSpace="nowrap" title="进入过该流程的不同通话数，每10秒更新">
            {failed ? "数据没有加载成功" : counters ? `${counters.calls}次通话` : "正在加载"}
          </Text>
        </>
      )}
    </HStack>
  );
}
