/** What the listener of an audition answers with: keys, typed sentences, a province. */
import { Button, HStack, Input, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import { FieldFrame } from "@liantai/ui";
import { useState, type KeyboardEvent } from "react";

const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"] as const;
const spoken: Readonly<Record<string, string>> = { "*": "星号键", "#": "井号键" };

interface PadProps {
  readonly terminators: string;
  readonly onKey: (key: string) => void;
}

/** As a telephone's; while it has the focus the keyboard's own keys count, too. */
export function KeyPad({ terminators, onKey }: PadProps) {
  const typed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys.some((key) => key === event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    onKey(event.key);
  };
  return (
    <Stack role="group" aria-label="按键" gap="1.5" onKeyDown={typed}>
      <SimpleGrid columns={3} gap="1.5">
        {keys.map((key) => (
          <Button
            key={key}
            size="xs"
            variant="outline"
            aria-label={spoken[key] ?? `${key}键`}
            onClick={() => onKey(key)}
          >
            {key}
          </Button>
        ))}
      </SimpleGrid>
      {terminators !== "" && (
        <Text textStyle="xs" color="fg.muted">
          输入完成后按 {terminators} 结束
        </Text>
      )}
    </Stack>
  );
}

interface AnswerProps {
  /** Something is asked. */
  readonly open: boolean;
  readonly onText: (text: string) => void;
  readonly onSilence: () => void;
}

/** Read-only rather than disabled while nothing is asked: who types keeps the focus from one question to the next. */
export function AnswerBox({ open, onText, onSilence }: AnswerProps) {
  const [text, setText] = useState("");
  const words = text.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!open || words === "") return;
        onText(words);
        setText("");
      }}
    >
      <Stack gap="1.5">
        <FieldFrame label="回答" error={undefined} required={false}>
          <Input
            size="xs"
            value={text}
            maxLength={1_000}
            autoComplete="off"
            readOnly={!open}
            placeholder={open ? "输入客户说的话" : "流程提问后可以输入"}
            onChange={(event) => setText(event.target.value)}
          />
        </FieldFrame>
        <HStack gap="1.5">
          <Button type="submit" size="xs" disabled={!open || words === ""}>
            发送
          </Button>
          <Button size="xs" variant="outline" disabled={!open} onClick={onSilence}>
            不出声
          </Button>
        </HStack>
      </Stack>
    </form>
  );
}

interface AreaProps {
  readonly areaCodes: readonly string[];
  readonly onArea: (area: string) => void;
}

export function AreaList({ areaCodes, onArea }: AreaProps) {
  return (
    <Stack role="group" aria-label="来电地区" gap="1.5">
      <Text textStyle="xs" fontWeight="600">
        请选择来电地区
      </Text>
      <SimpleGrid columns={4} gap="1">
        {areaCodes.map((area) => (
          <Button key={area} size="2xs" variant="outline" onClick={() => onArea(area)}>
            {area}
          </Button>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
