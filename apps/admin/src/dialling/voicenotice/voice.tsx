/** Who speaks: JSON of a FlowVoice in a field; '': as without it. */
import { HStack, NativeSelectField, NativeSelectIndicator, NativeSelectRoot } from "@chakra-ui/react";
import { queriesOf } from "@liantai/api/client";
import { voiceNoticeApi } from "@liantai/api/contract/admin";
import { FieldFrame } from "@liantai/ui";
import { useController } from "react-hook-form";

const engines = queriesOf({ voices: voiceNoticeApi.voices });
const usual = { engineId: "", voice: "", speed: 0, volume: 0, pitch: 0 };
type Voice = typeof usual;

function voiceOf(tts: string): Voice {
  try {
    return { ...usual, ...(JSON.parse(tts) as Partial<Voice>) };
  } catch {
    return usual;
  }
}

const isUsual = (voice: Voice): boolean => Object.values(voice).every((value) => value === "" || value === 0);

const speeds = [
  { value: "0", label: "语速：企业默认" },
  { value: "80", label: "语速：慢" },
  { value: "100", label: "语速：正常" },
  { value: "120", label: "语速：快" },
];

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <NativeSelectRoot size="xs" w="150px">
    <NativeSelectField aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelectField>
    <NativeSelectIndicator />
  </NativeSelectRoot>
);

/** How a voice is called: engine, speaker and pace; usually: what '' is. */
export function useVoiceText(asked: boolean): (tts: string, usually: string) => string {
  const { data = [] } = engines.voices.useQuery({ body: {} }, { skip: !asked });
  return (tts, usually) => {
    if (tts === "") return usually;
    const { engineId, voice: name, speed } = voiceOf(tts);
    const engine = data.find(({ id }) => id === engineId);
    const speaker = data.flatMap(({ voices }) => voices).find((one) => one.name === name);
    const pace =
      speed === 0 ? undefined : (speeds.find(({ value }) => value === String(speed))?.label ?? `语速：${speed}`);
    return [engine?.name ?? (engineId && "已停用的引擎"), speaker?.label ?? name, pace].filter(Boolean).join("，");
  };
}

interface VoiceFieldsProps {
  readonly name?: string;
  readonly label?: string;
  readonly hint?: string;
}

export function VoiceFields({ name = "tts", label = "音色", hint = "" }: VoiceFieldsProps) {
  const { field, fieldState } = useController({ name });
  const { data = [] } = engines.voices.useQuery({ body: {} });
  const voice = voiceOf(String(field.value ?? ""));
  const put = (more: Partial<Voice>) => {
    const next = { ...voice, ...more };
    field.onChange(isUsual(next) ? "" : JSON.stringify(next));
  };
  const speaking = data.find(({ id }) => id === voice.engineId)?.voices ?? [];
  return (
    <FieldFrame label={label} hint={hint} error={fieldState.error?.message} required={false} group>
      <HStack gap="2">
        <Choice
          label="合成引擎"
          value={voice.engineId}
          options={[
            { value: "", label: "引擎：企业默认" },
            ...data.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(engineId) => put({ engineId, voice: "" })}
        />
        <Choice
          label="发音人"
          value={voice.voice}
          options={[
            { value: "", label: "发音人：引擎默认" },
            ...speaking.map(({ name, label }) => ({ value: name, label })),
          ]}
          onChange={(speaker) => put({ voice: speaker })}
        />
        <Choice
          label="语速"
          value={String(voice.speed)}
          options={speeds}
          onChange={(speed) => put({ speed: Number(speed) })}
        />
      </HStack>
    </FieldFrame>
  );
}
