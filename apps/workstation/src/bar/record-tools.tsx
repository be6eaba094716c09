/** The recording of the talk: paused and gone on with at one press; a mark, and a stop where it was begun by hand. */
import { useState } from "react";
import { Box, Button, HStack, Input } from "@chakra-ui/react";
import { Bookmark, CircleDot, CirclePause, CirclePlay } from "lucide-react";
import { useAgentClient } from "./context.ts";
import type { BarModel } from "./model.ts";
import { Panel } from "./panel.tsx";
import { ToolButton } from "./tool-button.tsx";

const turns = {
  on: { label: "暂停录音", action: "pause", icon: <CirclePause size={13} /> },
  paused: { label: "恢复录音", action: "resume", icon: <CirclePlay size={13} /> },
  off: { label: "开始录音", action: "start", icon: <CircleDot size={13} /> },
} as const;

/** A mark stands in the call's track, with what is written here. */
function MarkPanel({ stops, onClose }: { readonly stops: boolean; readonly onClose: () => void }) {
  const { actions } = useAgentClient();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const order = async (action: "mark" | "stop", words?: string) => {
    setBusy(true);
    const taken = await actions.record(action, words);
    setBusy(false);
    if (taken) onClose();
  };
  return (
    <Panel label="录音标记" onClose={onClose}>
      <HStack
        as="form"
        gap="2"
        w="280px"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void order("mark", text.trim());
        }}
      >
        <Input
          size="xs"
          aria-label="标记说明"
          placeholder="说明，可不填"
          autoComplete="off"
          maxLength={50}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" size="xs" disabled={busy}>
          标记
        </Button>
      </HStack>
      {stops && (
        <Button
          mt="2"
          size="xs"
          variant="outline"
          colorPalette="gray"
          disabled={busy}
          onClick={() => void order("stop")}
        >
          停止录音
        </Button>
      )}
    </Panel>
  );
}

export function RecordTools({ telephony, view }: BarModel) {
  const { actions } = useAgentClient();
  const recording = telephony.call?.recording;
  const [open, setOpen] = useState(false);
  // The recording of a room's meeting is its hosts'.
  const hosts = telephony.call?.members?.some(({ me, owner }) => me && owner);
  if (!recording || (telephony.call?.meetingName && !hosts)) return null;
  const { label, action, icon } = turns[recording.state];
  const paused = recording.state === "paused";
  const slim = view.phase === "consulting";
  return (
    <Box position="relative" display="flex" gap="1.5">
      <ToolButton
        label={label}
        icon={icon}
        iconOnly
        {...(paused ? { colorPalette: "orange", variant: "solid" } : {})}
        onClick={() => void actions.record(action)}
      />
      {!slim && (
        <ToolButton
          label="录音标记"
          icon={<Bookmark size={13} />}
          iconOnly
          aria-haspopup="dialog"
          aria-expanded={open}
          disabled={recording.state !== "on"}
          onClick={() => setOpen(!open)}
        />
      )}
      {open && recording.state === "on" && <MarkPanel stops={!recording.auto} onClose={() => setOpen(false)} />}
    </Box>
  );
}
