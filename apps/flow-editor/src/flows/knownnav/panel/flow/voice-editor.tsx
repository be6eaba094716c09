import { Stack } from "@chakra-ui/react";
import type { FlowVoice } from "@liantai/api/flows";
import { PanelNumber, PanelText } from "@liantai/ui/board";
import { Picker } from "../fields/pickers.tsx";
import type { EngineChoice } from "../surroundings.ts";

const none: FlowVoice = { engineId: "", voice: "", speed: 0, volume: 0, pitch: 0 };

/** '': the enterprise's own. */
export function voiceOf(tts: string): FlowVoice {
  try {
    return { ...none, ...(JSON.parse(tts) as Partial<FlowVoice>) };
  } catch {
    return none;
  }
}

const textOf = (voice: FlowVoice): string =>
  voice.engineId === "" && voice.voice === "" && voice.speed === 0 && voice.volume === 0 && voice.pitch === 0
    ? ""
    : JSON.stringify(voice);

interface VoiceEditorProps {
  readonly tts: string;
  readonly engines: readonly EngineChoice[] | undefined;
  readonly onChange: (tts: string) => void;
}

/** Who speaks the flow's texts. 0: as the enterprise has it. */
export function VoiceEditor({ tts, engines, onChange }: VoiceEditorProps) {
  const voice = voiceOf(tts);
  const put = (more: Partial<FlowVoice>) => onChange(textOf({ ...voice, ...more }));
  const engine = engines?.find(({ id }) => id === voice.engineId);
  const amount = (label: string, name: "speed" | "volume" | "pitch", max: number) => (
    <PanelNumber
      label={label}
      value={voice[name] === 0 ? undefined : voice[name]}
      min={0}
      max={max}
      standard={undefined}
      hint="不填用企业的设置"
      onChange={(value) => put({ [name]: value ?? 0 })}
    />
  );
  return (
    <Stack gap="2">
      <Picker
        label="合成引擎"
        value={voice.engineId}
        options={engines?.map(({ id, name }) => [id, name] as const)}
        none="企业默认"
        {...(engines ? {} : { hint: "不填用企业的引擎" })}
        onChange={(engineId) => put({ engineId, voice: "" })}
      />
      {engine ? (
        <Picker
          label="发音人"
          value={voice.voice}
          options={engine.voices}
          none="引擎默认"
          onChange={(one) => put({ voice: one })}
        />
      ) : (
        <PanelText
          label="发音人"
          value={voice.voice}
          max={64}
          hint="不填用引擎的发音人"
          onChange={(one) => put({ voice: one })}
        />
      )}
      {amount("语速（%）", "speed", 200)}
      {amount("音量（%）", "volume", 100)}
      {amount("音调", "pitch", 100)}
    </Stack>
  );
}
