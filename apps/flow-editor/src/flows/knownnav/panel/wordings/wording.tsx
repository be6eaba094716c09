import { HStack, Stack } from "@chakra-ui/react";
import { misses, namesIn, type Talking } from "@liantai/api/flows";
import { PanelNumber, PanelSelect } from "@liantai/ui/board";
import { ListPicker, Picker } from "../fields/pickers.tsx";
import { ExpressionText, TemplateText } from "../fields/texts.tsx";
import type { Pairs } from "@liantai/ui/board";
import { Listen } from "./listen.tsx";

/** Characters of a wording: what synthesis takes at once. */
export const wordingLength = 500;

interface WordingProps {
  readonly label: string;
  readonly talking: Talking;
  readonly known: Pairs;
  /** undefined: voices are typed by id. */
  readonly voices: Pairs | undefined;
  /** Shared prompts. */
  readonly prompts: Pairs | undefined;
  /** Hearings mean nothing where the place itself is one (first, second ... time). */
  readonly hearings: boolean;
  /** The node asks: it may have wordings of its own for who is not understood or says nothing. */
  readonly asks: boolean;
  readonly onChange: (talking: Talking) => void;
}

const whens = [
  ["unknown", "未听懂或按错时"],
  ["timeout", "超时时"],
] as const;

/** The text with words in the place of variables, as it may be heard. */
const spoken = (text: string, known: Pairs): string =>
  text.replace(/\$\{([A-Za-z_][\w.]{0,60})\}/g, (_, name: string) => {
    const word = known.find(([vName]) => vName === name)?.[1] ?? name;
    return word.replace(/（.*）$/, "");
  });

/** What a wording of another kind had is none of it. */
function playedBy({ promptId = "", ...talking }: Talking, playType: Talking["playType"]): Talking {
  return playType === "prompt" ? { ...talking, playType, promptId } : { ...talking, playType };
}

export function Wording({ label, talking, known, voices, prompts, hearings, asks, onChange }: WordingProps) {
  const { playType, text, audios, skills, promptId = "" } = talking;
  const say = (next: string) => onChange({ ...talking, text: next, variable: [...new Set(namesIn(next))] });
  const use = (more: { readonly [K in keyof typeof skills]?: (typeof skills)[K] | undefined }) =>
    onChange({
      ...talking,
      skills: Object.fromEntries(
        Object.entries({ ...skills, ...more }).filter(([, value]) => value !== undefined && value !== ""),
      ),
    });
  return (
    <Stack gap="1.5">
      <PanelSelect
        label="播放方式"
        value={playType}
        options={[
          ["tts", "文字合成"],
          ["audio", "语音文件"],
          ["prompt", "共享话术"],
        ]}
        onChange={(next) => onChange(playedBy(talking, next as Talking["playType"]))}
      />
      {playType === "prompt" ? (
        <Picker
          label={`${label}的共享话术`}
          value={promptId}
          options={prompts}
          error={promptId === "" ? "请选择共享话术" : undefined}
          hint="按变量 language 的值选语言，没有的语言用第一种"
          onChange={(next) => onChange({ ...talking, promptId: next })}
        />
      ) : playType === "tts" ? (
        <>
          <TemplateText
            label={`${label}的文字`}
            value={text}
            max={wordingLength}
            rows={3}
            known={known}
            error={text.trim() === "" ? "请输入话术" : undefined}
            onChange={say}
          />
          <Listen label={label} of={{ text: spoken(text, known).slice(0, wordingLength) }} />
        </>
      ) : (
        <>
          <ListPicker
            label={`${label}的语音`}
            values={audios}
            options={voices}
            error={audios.length === 0 ? "请选择语音文件" : undefined}
            hint="按顺序播放"
            onChange={(next) => onChange({ ...talking, audios: next })}
          />
          {audios.map((voiceId) => (
            <Listen key={voiceId} label={voices?.find(([id]) => id === voiceId)?.[1] ?? voiceId} of={{ voiceId }} />
          ))}
        </>
      )}
      {(asks || skills.when !== undefined) && (
        <PanelSelect
          label={`${label}的用途`}
          value={skills.when ?? ""}
          options={whens}
          none="提问"
          hint={skills.when === undefined ? "" : "代替流程的全局话术；第几次播放即第几次"}
          onChange={(when) => use({ when: misses.find((each) => each === when) })}
        />
      )}
      <HStack gap="2" align="flex-start">
        {hearings && (
          <PanelNumber
            label="第几次播放"
            value={skills.nth}
            min={1}
            max={9}
            standard={undefined}
            onChange={(nth) => use({ nth })}
          />
        )}
        <PanelNumber
          label="随机权重"
          value={skills.weight}
          min={0}
          max={100}
          standard={undefined}
          onChange={(weight) => use({ weight })}
        />
      </HStack>
      <ExpressionText
        label="播放条件"
        value={skills.condition ?? ""}
        max={1_000}
        known={known}
        hint="不填则总是播放"
        onChange={(condition) => use({ condition })}
      />
    </Stack>
  );
}
