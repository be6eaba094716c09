/** 回退 to a version, from the editor and from the list: with the draft only where one may edit, and never over another's unseen. */
import { HStack, Stack, Text } from "@chakra-ui/react";
import { claimFailure, notifyDone } from "@liantai/api/client";
import { errors, type ReplyOf } from "@liantai/api/contract";
import type { FlowConflict, flowVersionApi } from "@liantai/api/contract/flow-editor";
import { Check, ConfirmDialog, ScrollBox } from "@liantai/ui";
import { Differences, PanelText } from "@liantai/ui/board";
import { isFailure } from "@liantai/ui/resource";
import { useState } from "react";
import { differencesOf } from "./differences.ts";
import { EndedSplit } from "./ended-split.tsx";
import { versions, type FlowVersion } from "./knownnav/queries.ts";

interface RollbackDialogProps {
  readonly to: FlowVersion;
  /** All of the flow, newest first. */
  readonly list: readonly FlowVersion[];
  /** Whether the draft may be replaced, too. */
  readonly mayEdit: boolean;
  /** The draft's revision that this person saw; undefined: what is drawn could not be saved, which is said elsewhere. */
  readonly seen: () => Promise<number | undefined>;
  readonly onDone: (made: ReplyOf<typeof flowVersionApi.rollback>, replaced: boolean) => void;
  readonly onClose: () => void;
}

/** Who changed the draft since, and what of it the version would take away. */
const Met = ({ conflict: { updatedBy, updateTime, diff } }: { readonly conflict: FlowConflict }) => (
  <Stack gap="1" role="alert">
    <Text color="fg.error">
      {updatedBy || "他人"}在{updateTime}修改了草稿。再次点击“回退”将覆盖这些修改；从这一版到现在的草稿有这些不同：
    </Text>
    <ScrollBox maxH="200px">
      <Differences list={differencesOf(diff)} />
    </ScrollBox>
  </Stack>
);

export function RollbackDialog({ to, list, mayEdit, seen, onDone, onClose }: RollbackDialogProps) {
  const { versionId, version } = to;
  const [rollback] = versions.rollback.useMutation();
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState("");
  const [draft, setDraft] = useState(false);
  const [said, setSaid] = useState<string>();
  const [conflict, setConflict] = useState<FlowConflict>();
  const run = async () => {
    setBusy(true);
    setSaid(undefined);
    try {
      const revision = draft ? (conflict?.revision ?? (await seen())) : undefined;
      if (draft && revision === undefined) return;
      const body = { versionId, note, draft: draft ? 1 : 0, ...(revision === undefined ? {} : { revision }) } as const;
      const made = await rollback({ body }).unwrap();
      notifyDone("流程", "回退", { note: `新的来电走第${made.version}版，内容同第${version}版` });
      onDone(made, draft);
      onClose();
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      if (error.code === errors.conflict.code && error.data) setConflict(error.data as FlowConflict);
      else setSaid(error.text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title={`回退到第${version}版`}
      text={
        <Stack gap="3">
          <Text>第{version}版的内容会作为新版本发布，新的来电走它。正在通话的来电不受影响。</Text>
          <EndedSplit list={list} />
          <PanelText label="发布说明" area value={note} max={200} onChange={setNote} />
          {mayEdit && (
            <HStack as="label" gap="1.5">
              <Check type="checkbox" checked={draft} onChange={(event) => setDraft(event.target.checked)} />
              草稿也恢复成这一版（未发布的修改会丢失）
            </HStack>
          )}
          {draft && conflict && <Met conflict={conflict} />}
          {said !== undefined && (
            <Text role="alert" color="fg.error">
              {said}
            </Text>
          )}
        </Stack>
      }
      confirm="回退"
      dangerous={draft}
      busy={busy}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  );
}
