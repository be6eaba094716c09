import { Button, Stack, Text } from "@chakra-ui/react";
import { claimFailure } from "@liantai/api/client";
import type { FlowDefinition } from "@liantai/api/contract/workorder";
import { AppDialog } from "@liantai/ui";
import { Differences } from "@liantai/ui/board";
import { isFailure } from "@liantai/ui/resource";
import { useState } from "react";
import type { Surroundings } from "../../parts/surroundings.ts";
import { compareFlows } from "../model/compare.ts";

interface PublishDialogProps {
  /** Absent: it is published for the first time. */
  readonly before: FlowDefinition | undefined;
  readonly after: FlowDefinition;
  readonly around: Surroundings;
  /** Orders that go on under older versions. */
  readonly running: number;
  readonly onPublish: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** What becomes another, and what that means for the orders that run, before it is published. */
export function PublishDialog({ before, after, around, running, onPublish, onClose }: PublishDialogProps) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const differences = before ? compareFlows(before, after, around) : [];
  const publish = async () => {
    setBusy(true);
    try {
      await onPublish();
    } catch (error) {
      if (isFailure(error)) claimFailure(error);
      setSaid(isFailure(error) ? error.text : "发布没有成功，请重试。");
    } finally {
      setBusy(false);
    }
  };
  return (
    <AppDialog
      open
      title="发布流程"
      width="560px"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            取消
          </Button>
          <Button loading={busy} onClick={() => void publish()}>
            发布
          </Button>
        </>
      }
    >
      <Stack gap="3">
        {before ? (
          <>
            <Text fontWeight="600">
              {differences.length === 0 ? "与已发布的版本没有差别，只有节点位置可能不同。" : "与已发布的版本相比："}
            </Text>
            {differences.length > 0 && <Differences list={differences} />}
            {running > 0 && (
              <Text color="orange.fg">
                {running}个工单正在流转，继续按原来的版本走完；需要时可以在“版本”中把它们迁移到新版本。
              </Text>
            )}
          </>
        ) : (
          <Text>第一次发布，共{after.nodes.length}个节点。发布后就可以用它新建工单，以后的修改会成为新的版本。</Text>
        )}
        {said !== undefined && (
          <Text role="alert" color="fg.error">
            {said}
          </Text>
        )}
      </Stack>
    </AppDialog>
  );
}
