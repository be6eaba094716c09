import { Box, HStack, Stack, Text } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import type { VoiceUse } from "@liantai/api/contract/admin";
import { AppDialog, FailureState, LoadingState } from "@liantai/ui";
import { TransferList } from "@liantai/ui/resource";
import { useState } from "react";
import { allotments, useOptions, voices, type Voice } from "./words.ts";

const targetNames: Readonly<Record<VoiceUse, string>> = { music: "技能组", notice: "技能组", greeting: "接入号码" };

function Lists({ voice, use }: { readonly voice: Voice; readonly use: VoiceUse }) {
  const body = { voiceId: voice.id, use };
  const playing = allotments.allotList.useQuery({ body });
  const others = allotments.notAllotList.useQuery({ body });
  const [add, adding] = allotments.add.useMutation();
  const [remove, removing] = allotments.delete.useMutation();
  const move = async (run: typeof add, targetIds: readonly string[]) => {
    // A refusal is said by the shell.
    if (!("error" in (await run({ body: { ...body, targetIds: [...targetIds] } }))))
      notifyDone("语音分配", "保存", { note: "下一通电话生效" });
  };
  if (playing.isError || others.isError)
    return (
      <FailureState
        error={playing.error ?? others.error}
        onRetry={() => void Promise.all([playing.refetch(), others.refetch()])}
      />
    );
  if (!playing.data || !others.data) return <LoadingState />;
  return (
    <TransferList
      availableTitle={`可选${targetNames[use]}`}
      memberTitle={`已使用的${targetNames[use]}`}
      busy={adding.isLoading || removing.isLoading}
      height="260px"
      available={others.data.map(({ id, name, current }) => ({
        id,
        label: name,
        ...(current ? { detail: `现用 ${current}` } : {}),
      }))}
      members={playing.data.map(({ id, name }) => ({ id, label: name }))}
      onAdd={(ids) => move(add, ids)}
      onRemove={(ids) => move(remove, ids)}
    />
  );
}

/** Which groups and numbers play the voice, and as what. */
export function AllotDialog({ voice, onClose }: { readonly voice: Voice; readonly onClose: () => void }) {
  const [use, setUse] = useState<VoiceUse>("music");
  return (
    <AppDialog open title={`分配语音 ${voice.name}`} width="640px" onClose={onClose}>
      <Stack gap="3">
        <HStack gap="4" role="radiogroup" aria-label="用途">
          {useOptions.map(({ value, label }) => (
            <label key={value}>
              <input type="radio" name="voice-use" checked={use === value} onChange={() => setUse(value as VoiceUse)} />{" "}
              {label}
            </label>
          ))}
        </HStack>
        <Lists key={use} voice={voice} use={use} />
      </Stack>
    </AppDialog>
  );
}

/** Everything that plays it. */
export function UsesDialog({ voice, onClose }: { readonly voice: Voice; readonly onClose: () => void }) {
  const { data, error, isError, refetch } = voices.uses.useQuery(
    { body: { id: voice.id } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <AppDialog open title={`使用位置 ${voice.name}`} width="420px" onClose={onClose}>
      {isError ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : data.length === 0 ? (
        <Text color="fg.muted">没有使用，可以删除。</Text>
      ) : (
        <Stack as="ul" gap="1" listStyleType="none">
          {data.map(({ kind, name }) => (
            <Box as="li" key={`${kind} ${name}`}>
              <Text as="span" color="fg.muted">
                {kind}：
              </Text>
              {name}
            </Box>
          ))}
        </Stack>
      )}
    </AppDialog>
  );
}
