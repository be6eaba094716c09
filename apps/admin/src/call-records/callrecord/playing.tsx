import { Flex, Text } from "@chakra-ui/react";
import { AppDrawer } from "@liantai/ui";
import { AudioPlayer } from "@liantai/ui/resource";
import { directionText, otherParty, type CallRecord } from "../words.ts";
import { RecordingDownloads } from "./recording-downloads.tsx";

interface PlayingProps {
  readonly record: CallRecord | undefined;
  /** 下载录音 */
  readonly download: boolean;
  /** How the whole recording is had, where it has a call of its own. */
  readonly fetchWhole?: (record: CallRecord) => Promise<unknown>;
  readonly onClose: () => void;
}

/** A call's recording beside its list. */
export function Playing({ record, download, fetchWhole, onClose }: PlayingProps) {
  return (
    <AppDrawer open={record !== undefined} title="播放录音" width="560px" onClose={onClose}>
      {record && (
        <Flex direction="column" gap="3">
          <Text color="fg.muted">
            {record.startTime}，{directionText(record)}，{otherParty(record)}
          </Text>
          <AudioPlayer callId={record.callId} missing={record.recordingMissing} />
          {download && (
            <RecordingDownloads callId={record.callId} fetchWhole={fetchWhole && (() => fetchWhole(record))} />
          )}
        </Flex>
      )}
    </AppDrawer>
  );
}
