/** The sound of a dialled call with the two marks of the piece that is cut out of it: typed, or taken from where the player is. */
import { Button, HStack, Stack } from "@chakra-ui/react";
import { carrierPromptApi, carrierPromptLimits, type PromptSource } from "@liantai/api/contract/admin";
import { FieldFrame } from "@liantai/ui";
import { NumberField } from "@liantai/ui/resource";
import { useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { FetchedSound } from "../../voices/voicemanage/listen.tsx";
import type { PromptSourceCall } from "./queries.ts";

/** As the fields show seconds. */
const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;

const marks = [
  ["from", "起点", "设为起点"],
  ["to", "终点", "设为终点"],
] as const;

interface CutFieldProps {
  readonly source: PromptSource;
  readonly call: PromptSourceCall;
}

export function CutField({ source, call: { callId, phone, durationMs } }: CutFieldProps) {
  const player = useRef<HTMLAudioElement>(null);
  const [query] = useState({ source, callId });
  const { getValues, setValue } = useFormContext();
  /** Where hearing the piece ends; null: the player plays on. */
  const stopAt = useRef<number | null>(null);
  const watch = () => {
    const audio = player.current;
    if (!audio || stopAt.current === null || audio.currentTime < stopAt.current) return;
    audio.pause();
    stopAt.current = null;
  };
  const mark = (name: "from" | "to") => {
    if (player.current)
      setValue(name, rounded(player.current.currentTime), { shouldDirty: true, shouldValidate: true });
  };
  const hear = () => {
    const audio = player.current;
    const [from, to] = [Number(getValues("from")), Number(getValues("to"))];
    if (!audio || !(from < to)) return;
    audio.currentTime = from;
    stopAt.current = to;
    void audio.play();
  };
  return (
    <Stack gap="2" role="group" aria-label="截取">
      <FieldFrame
        label="录音"
        required={false}
        error={undefined}
        group
        hint={`共 ${rounded(durationMs / 1_000)} 秒，只有对方一侧的声音`}
      >
        <FetchedSound
          label={`${phone}的录音`}
          endpoint={carrierPromptApi.source}
          query={query}
          player={player}
          onTime={watch}
        />
      </FieldFrame>
      <HStack gap="3" align="flex-start">
        {marks.map(([name, label, press]) => (
          <Stack key={name} gap="1" flex="1">
            <NumberField name={name} label={label} precision={1} unit="秒" />
            <Button size="2xs" variant="outline" alignSelf="flex-start" onClick={() => mark(name)}>
              {press}
            </Button>
          </Stack>
        ))}
      </HStack>
      <HStack>
        <Button size="xs" variant="outline" onClick={hear}>
          试听选取的一段
        </Button>
      </HStack>
    </Stack>
  );
}

/** A piece at the beginning, as long as one may be. */
export const wholePiece = ({ durationMs }: PromptSourceCall) => ({
  from: 0,
  to: Math.min(carrierPromptLimits.seconds, Math.floor(durationMs / 100) / 10),
});
