/** The call in hand at a glance: who, from where, through which queue, since when; big buttons; room for what forms bring. */
import { Box, HStack, Stack, Text } from "@chakra-ui/react";
import { PanelRightClose, PanelRightOpen, Pause, PhoneIncoming, PhoneOff, Play } from "lucide-react";
import { directionTexts, type AgentCallView } from "@liantai/api/contract";
import { FactList } from "@liantai/ui";
import { clockText } from "../bar/bar-view.ts";
import { useAgentClient } from "../bar/context.ts";
import { latePart, useLate } from "../bar/late.ts";
import { useTimerText, type BarModel } from "../bar/model.ts";
import { RunningTime } from "../bar/running-time.tsx";
import { ToolButton } from "../bar/tool-button.tsx";
import { callDataPart } from "./call-data-late.ts";

const assistPart = latePart(() => import("../assist/assist-part.tsx"));

export { useCallCard } from "./use-call-card.ts";

export function CardToggle({ open, onTurn }: { readonly open: boolean; readonly onTurn: () => void }) {
  return (
    <ToolButton
      label={open ? "收起通话卡片" : "展开通话卡片"}
      icon={open ? <PanelRightClose size={14} /> : <PanelRightOpen size={14} />}
      iconOnly
      variant="ghost"
      aria-expanded={open}
      onClick={onTurn}
    />
  );
}

const priorityText = ({ vip, priorityMin }: AgentCallView): string =>
  [vip && "贵宾客户", priorityMin && `${priorityMin}分`].filter(Boolean).join("，");

const factsOf = (call: AgentCallView) =>
  [
    ["会议号", call.meetingName && call.number],
    ["归属地", call.place],
    ["接入号码", call.direction === "outbound" ? undefined : call.accessNumber],
    ["技能组", call.skillGroupName],
    ["优先级", priorityText(call)],
    ["任务", call.taskIdentity],
    ["咨询", call.consult?.mine ? `${call.consult.number}${call.consult.up ? "" : "（振铃中）"}` : undefined],
    ["参会成员", call.members?.map(({ name, number }) => name ?? number).join("、")],
    ["排队等待", call.waitedMs === undefined ? undefined : clockText(call.waitedMs)],
  ] as const;

const recordingSigns = { on: "录音中", paused: "录音已暂停", off: "未录音" } as const;

function RecordingSign({ state }: { readonly state: keyof typeof recordingSigns }) {
  return (
    <HStack gap="1.5" role="status" aria-label="录音状态">
      <Box
        boxSize="8px"
        borderRadius="full"
        bg={state === "on" ? "red.solid" : "transparent"}
        borderWidth="1px"
        borderColor={state === "off" ? "border" : "red.solid"}
      />
      <Text color={state === "paused" ? "fg.warning" : undefined}>{recordingSigns[state]}</Text>
    </HStack>
  );
}

/** Until the recording goes on by itself. An entry or a voice that is not recorded (K52) ends it at no time that is known. */
function PauseLeft({ until, clockOffset }: { readonly until: number; readonly clockOffset: number }) {
  const left = useTimerText({ kind: "down", until }, clockOffset);
  return (
    <Text role="timer" aria-label="录音恢复倒计时" textStyle="xs" color="fg.warning" fontVariantNumeric="tabular-nums">
      {left}，到时自动恢复录音
    </Text>
  );
}

function Buttons({ telephony, view }: BarModel) {
  const { actions } = useAgentClient();
  const { answer, hangup, hold, unhold } = view.buttons;
  const big = { flex: "1", size: "sm", wide: true } as const;
  return (
    <HStack gap="2">
      {answer.visible && (
        <ToolButton
          {...big}
          label="接听"
          shortcut="answer"
          icon={<PhoneIncoming size={15} />}
          colorPalette="green"
          variant="solid"
          disabled={!answer.enabled}
          onClick={actions.answer}
        />
      )}
      {hold.visible && hold.enabled && (
        <ToolButton
          {...big}
          label="保持"
          shortcut="hold"
          icon={<Pause size={15} />}
          colorPalette="orange"
          aria-busy={telephony.holding}
          onClick={actions.hold}
        />
      )}
      {unhold.visible && (
        <ToolButton
          {...big}
          label="取回"
          shortcut="hold"
          icon={<Play size={15} />}
          colorPalette="green"
          variant="solid"
          disabled={!unhold.enabled}
          aria-busy={telephony.holding}
          onClick={actions.unhold}
        />
      )}
      <ToolButton
        {...big}
        label={view.phase === "ringing" ? "拒接" : "挂断"}
        shortcut="hangup"
        icon={<PhoneOff size={15} />}
        ms={unhold.visible || hold.enabled ? "4" : undefined}
        colorPalette="red"
        variant="solid"
        disabled={!hangup.enabled}
        onClick={actions.hangup}
      />
    </HStack>
  );
}

/** While it rings or is dialled it lies over the page's corner and takes no focus; in the talk it has a column of its own. */
export function CallCard(model: BarModel) {
  const { telephony, view } = model;
  const { call } = telephony;
  const assisted = useLate(assistPart, call !== null && !call.supervises && (view.talks || view.phase === "ringing"));
  const data = useLate(callDataPart, call !== null);
  if (!call) return null;
  const pausedUntil = call.secure || call.suspended ? undefined : call.recording?.until;
  const rings = view.phase === "ringing" || view.phase === "dialling";
  const title = view.phase === "ringing" ? "来电" : view.phase === "dialling" ? "去电" : "当前通话卡片";
  return (
    <Stack
      gap="3"
      role={rings ? "alertdialog" : "complementary"}
      aria-live={rings ? "assertive" : undefined}
      aria-label={title}
      data-popup={rings ? view.phase : undefined}
      data-call-card={view.phase}
      position="fixed"
      p="4"
      bg="bg.panel"
      borderColor={view.phase === "ringing" ? "blue.border" : "border"}
      {...(rings
        ? { top: "104px", right: "16px", w: "300px", borderWidth: "1px", borderRadius: "lg", shadow: "lg" }
        : {
            top: { base: "104px", lg: "92px" },
            right: { base: "16px", lg: "0" },
            bottom: { base: "auto", lg: "0" },
            w: "300px",
            borderWidth: { base: "1px", lg: "0 0 0 1px" },
            borderRadius: { base: "lg", lg: "0" },
            shadow: { base: "lg", lg: "none" },
            overflowY: "auto",
          })}
    >
      <Box>
        <HStack justify="space-between" textStyle="xs" color="fg.muted">
          <Text color={call.held ? "orange.fg" : undefined} fontWeight={call.held ? "semibold" : undefined}>
            {directionTexts[call.direction]} · {view.phaseLabel}
          </Text>
          {call.recording && <RecordingSign state={call.recording.state} />}
          <RunningTime
            timer={{ kind: "up", since: call.answeredAt ?? call.ringingAt }}
            offset={telephony.clockOffset}
            textStyle="sm"
            color="fg"
          />
        </HStack>
        {pausedUntil !== undefined && <PauseLeft until={pausedUntil} clockOffset={telephony.clockOffset} />}
        <Text textStyle="xl" fontWeight="semibold" fontVariantNumeric="tabular-nums" mt="1" overflowWrap="anywhere">
          {call.meetingName ?? (call.number || "未知号码")}
        </Text>
      </Box>
      <FactList look="small" leaveEmpty facts={factsOf(call)} />
      {data && <data.CallDataPart key={call.callId} call={call} talks={view.talks && !call.supervises} />}
      <Buttons {...model} />
      {assisted && <assisted.AssistPart call={call} />}
      {/* Apps draw what belongs to the call here, by its id. */}
      <Box id="call-card-slot" data-call-id={call.callId} _empty={{ display: "none" }} />
    </Stack>
  );
}
