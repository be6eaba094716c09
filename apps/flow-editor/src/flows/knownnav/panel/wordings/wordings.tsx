import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { Talking } from "@liantai/api/flows";
import { useEffect, useRef, useState } from "react";
import { newId } from "../../model/body.ts";
import { moved } from "../fields/field-editor.tsx";
import { useHeld } from "../held.ts";
import type { Pairs } from "@liantai/ui/board";
import { Wording } from "./wording.tsx";

const most = 20;

export const newTalking = (): Talking => ({
  talkKey: newId(),
  playType: "tts",
  variable: [],
  text: "",
  audios: [],
  tts: "",
  skills: {},
});

interface WordingsProps {
  /** How they are called: 话术. */
  readonly label?: string;
  readonly talkings: readonly Talking[];
  readonly known: Pairs;
  readonly voices: Pairs | undefined;
  readonly prompts: Pairs | undefined;
  readonly hearings?: boolean;
  readonly asks?: boolean;
  readonly onChange: (talkings: readonly Talking[]) => void;
}

/** Wordings of one place. With weights one of them is drawn, else all that apply are said one after the other. */
export function Wordings({
  label = "话术",
  talkings,
  known,
  voices,
  prompts,
  hearings = true,
  asks = false,
  onChange,
}: WordingsProps) {
  const [held, hold] = useHeld(talkings, onChange);
  const list = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState(false);
  // It stands above the button, which moves out of sight: who works by keys goes on in what he added.
  useEffect(() => {
    if (!added) return;
    setAdded(false);
    const last = `[role="group"][aria-label="${label}${held.length}"] textarea`;
    list.current?.querySelector<HTMLElement>(last)?.focus();
  }, [added, held.length, label]);
  return (
    <Stack ref={list} gap="2">
      {held.map((talking, at) => {
        const name = `${label}${at + 1}`;
        return (
          <Box key={talking.talkKey} role="group" aria-label={name} borderWidth="1px" borderRadius="sm" p="2">
            <HStack justify="space-between">
              <Text textStyle="xs" color="fg.muted">
                {name}
              </Text>
              <HStack gap="0">
                <Button
                  size="2xs"
                  variant="ghost"
                  aria-label={`上移${name}`}
                  disabled={at === 0}
                  onClick={() => hold(moved(held, at, at - 1))}
                >
                  ↑
                </Button>
                <Button
                  size="2xs"
                  variant="ghost"
                  aria-label={`移除${name}`}
                  onClick={() => hold(held.filter((one) => one !== talking))}
                >
                  ×
                </Button>
              </HStack>
            </HStack>
            <Wording
              {...{ label: name, talking, known, voices, prompts, hearings, asks }}
              onChange={(next) => hold(held.map((one, index) => (index === at ? next : one)))}
            />
          </Box>
        );
      })}
      <Button
        size="2xs"
        variant="outline"
        disabled={held.length >= most}
        onClick={() => {
          hold([...held, newTalking()]);
          setAdded(true);
        }}
      >
        添加{label}
      </Button>
    </Stack>
  );
}
