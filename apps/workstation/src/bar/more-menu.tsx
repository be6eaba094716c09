/** 更多: what an agent needs now and then; a chunk of its own. A further one is a line here and a panel. */
import { useState, type ComponentType } from "react";
import { Box, Button, Stack } from "@chakra-ui/react";
import { isPagePhone } from "@liantai/api/contract";
import { latePart, useLate, type LatePart } from "./late.ts";
import type { BarModel } from "./model.ts";
import type { MorePanelProps } from "./more-panel.ts";
import { Panel } from "./panel.tsx";
import { Question } from "./question.tsx";

interface Entry {
  readonly label: string;
  /** It has a meaning for this seat, now. */
  when(model: BarModel): boolean;
  /** What it opens in the menu's place. */
  readonly part: LatePart<ComponentType<MorePanelProps>>;
}

const entries: readonly Entry[] = [
  {
    label: "设备检测",
    when: ({ user }) => isPagePhone(user.terminalType),
    part: latePart(async () => (await import("./device-panel.tsx")).DevicePanel),
  },
  {
    label: "安全输入",
    when: ({ telephony: { call }, view }) =>
      call !== null &&
      (view.phase === "talking" || view.phase === "conference") &&
      !call.held &&
      !call.secure &&
      !call.supervises &&
      call.meetingName === undefined,
    part: latePart(async () => (await import("./secure-panel.tsx")).SecurePanel),
  },
  { label: "呼转", when: () => true, part: latePart(async () => (await import("./forward-panel.tsx")).ForwardPanel) },
  {
    label: "换电话接听",
    when: ({ telephony }) => telephony.call?.device !== undefined,
    part: latePart(async () => (await import("./move-panel.tsx")).MovePanel),
  },
];

function Opened({ entry, ...props }: MorePanelProps & { readonly entry: Entry }) {
  const Part = useLate(entry.part);
  return Part ? <Part {...props} /> : null;
}

interface MoreMenuProps extends MorePanelProps {
  /** Whether what was typed may go is being asked. */
  readonly asking: boolean;
  readonly onDrop: () => void;
  readonly onStay: () => void;
}

export function MoreMenu({ asking, onDrop, onStay, ...props }: MoreMenuProps) {
  const [chosen, setChosen] = useState<Entry>();
  if (chosen)
    return (
      <>
        <Box display={asking ? "none" : "contents"}>
          <Opened entry={chosen} {...props} />
        </Box>
        {asking && (
          <Question
            label="未保存"
            text="有未保存的内容，确定要离开吗？"
            confirm="放弃"
            cancel="继续编辑"
            palette="red"
            onConfirm={onDrop}
            onClose={onStay}
          />
        )}
      </>
    );
  return (
    <Panel label="更多" onClose={props.onClose}>
      <Stack gap="0.5" minW="120px">
        {entries
          .filter(({ when }) => when(props))
          .map((entry) => (
            <Button
              key={entry.label}
              size="xs"
              variant="ghost"
              colorPalette="gray"
              justifyContent="flex-start"
              onClick={() => setChosen(entry)}
            >
              {entry.label}
            </Button>
          ))}
      </Stack>
    </Panel>
  );
}
