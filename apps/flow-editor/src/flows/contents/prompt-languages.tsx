import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import {
  languageName,
  promptLanguages,
  promptLimits,
  type PromptContent,
  type PromptFault,
} from "@liantai/api/contract/flow-editor";
import { PanelSelect, PanelText } from "@liantai/ui/board";
import { Picker } from "../knownnav/panel/fields/pickers.tsx";
import { sharedPrompts } from "./queries.ts";

type Wordings = PromptContent["wordings"];
type OneWording = Wordings[number];

interface WordingProps {
  readonly wording: OneWording;
  readonly first: boolean;
  /** Languages that no other wording has. */
  readonly languages: readonly string[];
  readonly mayEdit: boolean;
  readonly faults: readonly PromptFault[];
  readonly onChange: (wording: OneWording) => void;
  readonly onRemove: () => void;
  readonly onFirst: () => void;
}

function OneLanguage({ wording, first, languages, mayEdit, faults, onChange, onRemove, onFirst }: WordingProps) {
  const { language, text, voiceId } = wording;
  const { data: voices } = sharedPrompts.voices.useQuery({ body: {} });
  const name = languageName(language);
  const wrong = (field: PromptFault["field"]) => faults.find((fault) => fault.field === field)?.message;
  return (
    <Box role="group" aria-label={name} borderWidth="1px" borderRadius="sm" p="2">
      <Stack gap="1.5">
        <HStack justify="space-between" align="end">
          <PanelSelect
            label="语言"
            error={wrong("language")}
            value={language}
            disabled={!mayEdit}
            options={languages.map((code) => [code, languageName(code)] as const)}
            onChange={(next) => onChange({ ...wording, language: next })}
          />
          {first ? (
            <Text textStyle="xs" color="fg.muted" whiteSpace="nowrap">
              其他语言的来电也用这一种
            </Text>
          ) : (
            mayEdit && (
              <HStack gap="1">
                <Button size="2xs" variant="outline" aria-label={`${name}设为第一种`} onClick={onFirst}>
                  设为第一种
                </Button>
                <Button size="2xs" variant="ghost" aria-label={`移除${name}`} onClick={onRemove}>
                  ×
                </Button>
              </HStack>
            )
          )}
        </HStack>
        <PanelText
          label={`${name}的文字`}
          area
          error={wrong("text")}
          value={text}
          max={promptLimits.wording}
          disabled={!mayEdit}
          hint={"可以写${变量}，有语音文件时不念文字"}
          onChange={(next) => onChange({ ...wording, text: next })}
        />
        <Picker
          label={`${name}的语音文件`}
          value={voiceId}
          options={voices?.map(({ id, name: called }) => [id, called] as const)}
          none="不用，念文字"
          disabled={!mayEdit}
          onChange={(next) => onChange({ ...wording, voiceId: next })}
        />
      </Stack>
    </Box>
  );
}

interface LanguagesProps {
  readonly wordings: Wordings;
  readonly mayEdit: boolean;
  readonly faults: readonly PromptFault[];
  readonly onChange: (wordings: Wordings) => void;
}

/** A wording a language; the first is for every language that has none. */
export function PromptLanguages({ wordings, mayEdit, faults, onChange }: LanguagesProps) {
  const taken = wordings.map(({ language }) => language);
  const free = Object.keys(promptLanguages).filter((code) => !taken.includes(code));
  return (
    <Stack gap="2">
      {wordings.map((wording, at) => (
        <OneLanguage
          key={wording.language}
          wording={wording}
          first={at === 0}
          languages={[wording.language, ...free]}
          mayEdit={mayEdit}
          faults={faults.filter((fault) => fault.wording === at)}
          onChange={(next) => onChange(wordings.map((one) => (one === wording ? next : one)))}
          onRemove={() => onChange(wordings.filter((one) => one !== wording))}
          onFirst={() => onChange([wording, ...wordings.filter((one) => one !== wording)])}
        />
      ))}
      {mayEdit && (
        <HStack>
          <Button
            size="2xs"
            variant="outline"
            disabled={free.length === 0}
            onClick={() => onChange([...wordings, { language: free[0]!, text: "", voiceId: "" }])}
          >
            添加语言
          </Button>
        </HStack>
      )}
    </Stack>
  );
}
