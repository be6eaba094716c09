import { Badge, Button, HStack, Stack, Table, Text } from "@chakra-ui/react";
import { notifyDone, useMayPress } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import type { recordSetApi } from "@liantai/api/contract/flow-editor";
import { AppDrawer, Check, ColumnHeads, FailureState, formatDuration, LoadingState } from "@liantai/ui";
import { GuardedDialog, LeaveButton } from "@liantai/ui/resource";
import { useState } from "react";
import { ListPicker } from "../knownnav/panel/fields/pickers.tsx";
import { useSurroundings } from "../knownnav/panel/index.ts";
import { recordings } from "../knownnav/queries.ts";
import type { ListedFlow } from "./words.tsx";

type RecordSet = ReplyOf<typeof recordSetApi.list>;
type Wording = RecordSet["list"][number];

const nameOf = ({ subProcessName, nodeName }: Wording): string =>
  [subProcessName, nodeName].filter((part) => part !== "").join(" / ");
const soundOf = ({ audios }: Wording): string =>
  audios
    .map(({ name, durationMs }) =>
      name === "" ? "已删除的语音" : `${name}（${formatDuration(Math.round(durationMs / 1_000))}）`,
    )
    .join("、");

/** What a shared prompt says is changed where it is kept. */
const playedBy = (one: Wording): string =>
  one.playType === "audio" ? soundOf(one) : one.playType === "prompt" ? "共享话术" : "文字合成";

interface ChooseProps {
  readonly flowId: string;
  readonly revision: number;
  readonly wording: Wording;
  /** The draft may be another by now. */
  readonly onRefused: () => void;
  readonly onClose: () => void;
}

/** Which voices say a wording; none: it is spoken from its text. */
function Choose({ flowId, revision, wording, onRefused, onClose }: ChooseProps) {
  const { talkKey, text, audios } = wording;
  const { things } = useSurroundings(flowId);
  const [chosen, setChosen] = useState<readonly string[]>(() => audios.map(({ id }) => id));
  const [save, { isLoading }] = recordings.save.useMutation();
  const send = async () => {
    const { error } = await save({ body: { flowId, revision, wordings: [{ talkKey, audios: [...chosen] }] } });
    // Said by the shell; what was chosen stays, for the draft that somebody else saved meanwhile.
    if (error) return onRefused();
    notifyDone("话术录音", "保存", { note: "发布后来电才会听到" });
    onClose();
  };
  const speaks = chosen.length > 0 || text.trim() !== "";
  return (
    <GuardedDialog
      open
      title="选择录音"
      width="480px"
      dirty={chosen.join() !== audios.map(({ id }) => id).join()}
      onClose={onClose}
      footer={
        <>
          <LeaveButton />
          <Button loading={isLoading} disabled={!speaks} onClick={() => void send()}>
            保存
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <Text wordBreak="break-word">{text || "这条话术没有文字。"}</Text>
        <ListPicker
          label="语音文件"
          values={chosen}
          options={things.voice}
          error={speaks ? undefined : "没有文字的话术要有语音文件"}
          hint="按顺序播放；都不选则用文字合成。语音在“语音管理”中上传或录制。"
          onChange={setChosen}
        />
      </Stack>
    </GuardedDialog>
  );
}

interface RowsProps {
  readonly list: readonly Wording[];
  readonly may: boolean;
  readonly onChoose: (wording: Wording) => void;
}

const Rows = ({ list, may, onChoose }: RowsProps) => (
  <Table.Root size="sm" aria-label="话术">
    <ColumnHeads titles={["节点", "话术", "播放", "操作"]} />
    <Table.Body>
      {list.map((one, at) => (
        <Table.Row key={one.talkKey}>
          <Table.Cell>{nameOf(one)}</Table.Cell>
          <Table.Cell wordBreak="break-word">{one.text}</Table.Cell>
          <Table.Cell whiteSpace={one.playType === "audio" ? undefined : "nowrap"}>
            {playedBy(one)}
            {one.sounds === 0 && (
              <Badge ms="1.5" size="xs" colorPalette="red">
                缺声音
              </Badge>
            )}
          </Table.Cell>
          <Table.Cell>
            {may && one.playType !== "prompt" && (
              <Button size="2xs" variant="outline" aria-label={`选择第${at + 1}条的录音`} onClick={() => onChoose(one)}>
                选择录音
              </Button>
            )}
          </Table.Cell>
        </Table.Row>
      ))}
    </Table.Body>
  </Table.Root>
);

/** 话术录音: all that the draft says, in one list, and which voices say it. */
export function RecordingsDrawer({ flow, onClose }: { readonly flow: ListedFlow; readonly onClose: () => void }) {
  const may = useMayPress("/processconfig")("flow.edit");
  const { data, error, refetch } = recordings.list.useQuery(
    { body: { flowId: flow.id } },
    { refetchOnMountOrArgChange: true },
  );
  const [spokenOnly, setSpokenOnly] = useState(false);
  const [chosen, choose] = useState<Wording>();
  const shown = data?.list.filter(({ playType, sounds }) => !spokenOnly || playType === "tts" || sounds === 0);
  return (
    <AppDrawer open title={`${flow.name} 的话术录音`} width="780px" onClose={onClose}>
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : !data || !shown ? (
        <LoadingState />
      ) : (
        <Stack gap="2">
          <HStack gap="3" textStyle="xs" color="fg.muted">
            <Text role="status">
              共{data.list.length}条话术，{data.list.filter(({ playType }) => playType === "audio").length}条有录音
            </Text>
            <HStack as="label" gap="1.5">
              <Check type="checkbox" checked={spokenOnly} onChange={({ target }) => setSpokenOnly(target.checked)} />
              只看没有录音的
            </HStack>
          </HStack>
          <Rows list={shown} may={may} onChoose={choose} />
        </Stack>
      )}
      {data && chosen && (
        <Choose
          flowId={flow.id}
          revision={data.revision}
          wording={chosen}
          onRefused={() => void refetch()}
          onClose={() => {
            choose(undefined);
            void refetch();
          }}
        />
      )}
    </AppDrawer>
  );
}
