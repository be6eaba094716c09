import { AppDrawer } from "@liantai/ui";
import { AudioPlayer } from "@liantai/ui/resource";
import type { ReactNode } from "react";
import type { Meeting } from "./queries.ts";

interface PlayedMeetingProps {
  readonly meeting: Meeting | undefined;
  readonly onClose: () => void;
  /** Below the player. */
  readonly children?: (meeting: Meeting) => ReactNode;
}

/** A meeting's recording: everybody is on one channel. */
export const PlayedMeeting = ({ meeting, onClose, children }: PlayedMeetingProps) => (
  <AppDrawer open={meeting !== undefined} title="播放录音" width="560px" onClose={onClose}>
    {meeting && (
      <>
        <AudioPlayer callId={meeting.meetingId} missing={[]} meeting />
        {children?.(meeting)}
      </>
    )}
  </AppDrawer>
);
