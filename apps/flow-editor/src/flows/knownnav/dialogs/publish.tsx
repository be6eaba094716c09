import { Button, Stack, Text } from "@chakra-ui/react";
import { claimFailure, notifyDone } from "@liantai/api/client";
import type { PublishRefusal } from "@liantai/api/contract/flow-editor";
import { PanelText } from "@liantai/ui/board";
import { GuardedDialog, isFailure, LeaveButton } from "@liantai/ui/resource";
import { useState } from "react";
import { EndedSplit } from "../../ended-split.tsx";
import { versions, type Finding } from "../queries.ts";
import type { Saving } from "../use-saving.ts";
import { FindingList } from "../findings-bar.tsx";

const most = 200;

interface PublishDialogProps {
  readonly id: string;
  readonly findings: readonly Finding[];
  readonly saving: Saving;
  readonly onPublished: (version: { readonly versionId: string; readonly version: number }) => void;
  readonly onShow: (nodeId: string) => void;
  readonly onClose: () => void;
}

const refusalOf = (data: unknown): PublishRefusal | undefined =>
  typeof data === "object" && data !== null && "findings" in data && "tests" in data
    ? (data as PublishRefusal)
    : undefined;

/** Samples that would take another branch than their own. */
const ConfusedList = ({ list }: { readonly list: PublishRefusal["confused"] }) => (
  <>
    <Text color="fg.error">有{list.length}个相似句容易走错分支，请调整相似句、关键词或区分度：</Text>
    <Stack as="ul" gap="1" listStyleType="none" aria-label="会走错的相似句" maxH="200px" overflow="auto">
      {list.map(({ nodeId, nodeName, text, intentName, takenName }) => (
        <Text as="li" key={`${nodeId} ${text}`} textStyle="xs">
          {nodeName}：“{text}”应为“{intentName}”，会被识别为“{takenName}”
        </Text>
      ))}
    </Stack>
  </>
);

/** The draft becomes a version: with a note; errors bar it, failing tests and confused intents ask for a reason. */
export function PublishDialog({ id, findings, saving, onPublished, onShow, onClose }: PublishDialogProps) {
  const [publish] = versions.publish.useMutation();
  const { data: published } = versions.versions.useQuery({ body: { id } }, { refetchOnMountOrArgChange: true });
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState("");
  const [reason, setReason] = useState("");
  const [said, setSaid] = useState<string>();
  const [refusal, setRefusal] = useState<PublishRefusal>();
  const list = refusal?.findings.length ? refusal.findings : findings;
  const red = refusal?.tests ?? [];
  const confused = refusal?.confused ?? [];
  const wanting = red.length > 0 || confused.length > 0;
  const done = async () => {
    setBusy(true);
    setSaid(undefined);
    try {
      const revision = await saving.save();
      if (revision === undefined) return;
      const version = await publish({ body: { id, revision, note, reason } }).unwrap();
      notifyDone("流程", "发布");
      onPublished(version);
      onClose();
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      setRefusal(refusalOf(error.data));
      setSaid(error.text);
    } finally {
      setBusy(false);
    }
  };
  const errors = list.filter(({ severity }) => severity === "error").length;
  return (
    <GuardedDialog
      open
      title="发布流程"
      width="560px"
      dirty={note.trim() !== "" || reason.trim() !== ""}
      held={busy}
      onClose={onClose}
      footer={
        <>
          <LeaveButton disabled={busy} />
          <Button loading={busy} disabled={errors > 0 || (wanting && reason.trim() === "")} onClick={() => void done()}>
            发布
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <Text>发布后新的通话走这个版本，正在进行的通话按原来的版本走完。</Text>
        {published && <EndedSplit list={published} />}
        <PanelText label="发布说明" value={note} max={most} area onChange={setNote} />
        {list.length > 0 && (
          <>
            <Text color={errors > 0 ? "fg.error" : "orange.fg"}>
              {errors > 0 ? `有${errors}处错误，改正后才能发布：` : `有${list.length}处警告，可以照样发布：`}
            </Text>
            <FindingList
              list={list}
              label="发布前的问题"
              onShow={(nodeId) => {
                onClose();
                onShow(nodeId);
              }}
            />
          </>
        )}
        {red.length > 0 && (
          <>
            <Text color="fg.error">有{red.length}个测试没有通过：</Text>
            <Stack as="ul" gap="1" listStyleType="none" aria-label="没有通过的测试">
              {red.map(({ id: test, name, faults }) => (
                <Text as="li" key={test} textStyle="xs">
                  {name}：{faults.join("；")}
                </Text>
              ))}
            </Stack>
          </>
        )}
        {confused.length > 0 && <ConfusedList list={confused} />}
        {wanting && <PanelText label="仍要发布的原因" value={reason} max={most} area onChange={setReason} />}
        {said !== undefined && (
          <Text role="alert" color="fg.error">
            {said}
          </Text>
        )}
      </Stack>
    </GuardedDialog>
  );
}
