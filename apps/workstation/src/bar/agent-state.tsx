import { Box, Button, HStack, Text } from "@chakra-ui/react";
import { Check, Coffee, Play, Timer } from "lucide-react";
import { agentReasons, seatStatus } from "@liantai/api/contract";
import { statePalettes, type StateTone } from "@liantai/ui";
import type { BarModel } from "./model.ts";
import { useAgentClient } from "./context.ts";
import { StatusMenu } from "./status-menu.tsx";
import { RunningTime } from "./running-time.tsx";
import { folded, ToolButton } from "./tool-button.tsx";

/** Changes that the agent did not ask for: why is said beside the state, not in its tooltip alone. */
const telling: ReadonlySet<string> = new Set([
  agentReasons.noAnswer,
  agentReasons.declined,
  agentReasons.deviceGone,
  agentReasons.legLost,
  agentReasons.socketLost,
  agentReasons.byMonitor,
  agentReasons.recovered,
]);

const tones: Readonly<Record<number, StateTone>> = {
  [seatStatus.idle]: "ready",
  [seatStatus.busy]: "busy",
  [seatStatus.ringing]: "ringing",
  [seatStatus.ringStart]: "ringing",
  [seatStatus.initialising]: "ringing",
  [seatStatus.inCall]: "talking",
  [seatStatus.talking]: "talking",
  [seatStatus.conference]: "talking",
  [seatStatus.consulting]: "talking",
  [seatStatus.hold]: "held",
  [seatStatus.afterCall]: "wrapUp",
};

/** Makes the wrap-up longer, where it may be, and ends it. */
function WrapUpTools({ view }: Pick<BarModel, "view">) {
  const { actions } = useAgentClient();
  return (
    <>
      {view.extendS > 0 && (
        <ToolButton label={`延长${view.extendS}秒`} icon={<Timer size={14} />} onClick={actions.extendWrapUp} />
      )}
      {view.wrapUp && (
        <ToolButton
          label="完成"
          shortcut="finishWrapUp"
          icon={<Check size={14} />}
          colorPalette="teal"
          variant="solid"
          onClick={actions.finishWrapUp}
        />
      )}
    </>
  );
}

/** The agent's state with its reason and time, and what changes it. */
export function AgentState({ telephony, view }: BarModel) {
  const { actions, askForPopups } = useAgentClient();
  const code = telephony.agent?.code ?? seatStatus.offline;
  const palette = statePalettes[tones[code] ?? "offline"];
  const timer =
    view.wrapUp || !telephony.call
      ? view.timer
      : telephony.agent
        ? ({ kind: "up", since: telephony.agent.since } as const)
        : null;
  const ready = () => {
    askForPopups();
    if (!view.ready.on) actions.ready();
  };
  return (
    <HStack gap="2" flexShrink="0">
      <HStack
        gap="2"
        px="2.5"
        h="30px"
        borderRadius="md"
        bg="colorPalette.subtle"
        color="colorPalette.fg"
        colorPalette={palette}
        role="status"
        aria-label="坐席状态"
        data-agent-code={code}
        title={view.reasonText ? `原因：${view.reasonText}` : undefined}
      >
        <Box boxSize="2" borderRadius="full" bg="colorPalette.solid" />
        <Text fontWeight="semibold" whiteSpace="nowrap">
          {view.statusText}
        </Text>
        {view.reasonText && (
          <Text
            textStyle="xs"
            whiteSpace="nowrap"
            hideBelow={telling.has(view.reasonText) ? undefined : "2xl"}
            css={{ [folded]: { display: "none" } }}
          >
            {view.reasonText}
          </Text>
        )}
        <RunningTime timer={timer} offset={telephony.clockOffset} data-timer="" />
        {view.afterText && (
          <Text textStyle="xs" whiteSpace="nowrap" data-after="">
            {view.afterText}
          </Text>
        )}
      </HStack>
      <WrapUpTools view={view} />
      <HStack gap="0" role="group" aria-label="切换坐席状态">
        <ToolButton
          label="就绪"
          shortcut="ready"
          icon={<Play size={13} />}
          borderRightRadius="0"
          aria-pressed={view.ready.on}
          disabled={!view.ready.allowed}
          colorPalette="green"
          variant={view.ready.on ? "solid" : "outline"}
          onClick={ready}
        />
        <ToolButton
          label="忙碌"
          shortcut="busy"
          icon={<Coffee size={13} />}
          borderRadius="0"
          borderLeftWidth="0"
          aria-pressed={view.busy.on}
          disabled={!view.busy.allowed}
          colorPalette="orange"
          variant={view.busy.on ? "solid" : "outline"}
          onClick={() => view.busy.on || actions.busy()}
        />
        <StatusMenu enabled={view.canChooseStatus} />
      </HStack>
      {view.canTakeMedia && (
        <Button
          size="xs"
          colorPalette="orange"
          variant="surface"
          title="电话的声音在另一个标签页，点击后转到这里"
          onClick={actions.takeMedia}
        >
          接管通话
        </Button>
      )}
    </HStack>
  );
}
