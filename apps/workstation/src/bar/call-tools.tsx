import { useState } from "react";
import { Box, HStack, Text } from "@chakra-ui/react";
import { Grid3x3, Mic, MicOff, Pause, PhoneIncoming, PhoneOff, Play } from "lucide-react";
import { directionTexts } from "@liantai/api/contract";
import { ConsultTools } from "./consult-tools.tsx";
import { useAgentClient } from "./context.ts";
import { Keypad } from "./keypad.tsx";
import { useLate } from "./late.ts";
import { talkTools } from "./talk-part.ts";
import type { BarModel } from "./model.ts";
import { onlyDigits } from "../softphone/digits.ts";
import { RunningTime } from "./running-time.tsx";
import { folded, narrow, tightBar, ToolButton } from "./tool-button.tsx";

interface CallToolsProps extends BarModel {
  readonly keypadOpen: boolean;
  readonly onKeypad: (open: boolean) => void;
}

type CallProps = BarModel & { readonly call: NonNullable<BarModel["telephony"]["call"]> };

/** Who it is with, for how long. */
function CurrentCall({ call, telephony, view, soundless }: CallProps) {
  const asked = call.consult?.mine ? call.consult : undefined;
  return (
    <HStack
      gap="2"
      minW="0"
      overflow="hidden"
      role="status"
      aria-label="当前通话"
      css={{ "& > *": { whiteSpace: "nowrap", flexShrink: 0 } }}
    >
      {/* In a consultation the room is for its number: the agent's state says what goes on. */}
      {asked ? (
        <Text fontWeight="semibold" color="purple.fg" data-consult="">
          咨询 {asked.number}
        </Text>
      ) : (
        <Text
          fontWeight="semibold"
          color={call.held ? "orange.fg" : "purple.fg"}
          css={{ [view.talks ? tightBar : narrow]: { display: "none" } }}
        >
          {view.phaseLabel}
        </Text>
      )}
      <Text
        title={call.meetingName ? `会议号 ${call.number}` : directionTexts[call.direction]}
        data-call-number=""
        // Whole or not at all: the call's card has it, too.
        css={(asked || view.afterText) && { [tightBar]: { display: "none" } }}
      >
        {call.meetingName ?? call.number}
      </Text>
      <RunningTime timer={{ kind: "up", since: call.answeredAt ?? call.ringingAt }} offset={telephony.clockOffset} />
      {(soundless || call.agentLost) && (
        <Text textStyle="xs" color="fg.error">
          声音已断开，正在恢复
        </Text>
      )}
      {call.skillGroupName && (
        <Text textStyle="xs" color="fg.muted" css={{ [view.talks ? tightBar : folded]: { display: "none" } }}>
          {call.skillGroupName}
        </Text>
      )}
    </HStack>
  );
}

function HoldButtons({ telephony, view, idle }: BarModel & { readonly idle: object | undefined }) {
  const { actions } = useAgentClient();
  const { hold, unhold } = view.buttons;
  return (
    <>
      {hold.visible && (
        <ToolButton
          label="保持"
          shortcut="hold"
          icon={<Pause size={13} />}
          {...(hold.enabled ? { colorPalette: "orange" } : {})}
          css={idle}
          disabled={!hold.enabled}
          aria-busy={telephony.holding}
          onClick={actions.hold}
        />
      )}
      {unhold.visible && (
        <ToolButton
          label="取回"
          shortcut="hold"
          icon={<Play size={13} />}
          colorPalette="green"
          variant="solid"
          disabled={!unhold.enabled}
          aria-busy={telephony.holding}
          onClick={actions.unhold}
        />
      )}
    </>
  );
}

type KeysProps = CallToolsProps & { readonly idle: object | undefined };

/** 按键, and the keys that were sent in this call. */
function Keys({ telephony, view, keypadOpen, onKeypad, idle }: KeysProps) {
  const { actions } = useAgentClient();
  const { call } = telephony;
  const { dtmf } = view.buttons;
  const [sent, setSent] = useState({ callId: "", keys: "" });
  const send = (keys: string) => {
    const callId = call?.callId ?? "";
    setSent((before) => ({ callId, keys: `${before.callId === callId ? before.keys : ""}${onlyDigits(keys)}` }));
    actions.digits(keys);
  };
  return (
    <Box position="relative" css={idle}>
      <ToolButton
        label="按键"
        shortcut="keypad"
        icon={<Grid3x3 size={13} />}
        aria-expanded={keypadOpen}
        iconOnly={view.phase === "consulting"}
        tight={view.talks}
        aria-haspopup="dialog"
        disabled={!dtmf.enabled}
        onClick={() => onKeypad(!keypadOpen)}
      />
      {keypadOpen && dtmf.enabled && (
        <Keypad sent={sent.callId === call?.callId ? sent.keys : ""} onDigits={send} onClose={() => onKeypad(false)} />
      )}
    </Box>
  );
}

function LateTools(props: BarModel) {
  const tools = useLate(talkTools);
  return tools && <tools.TalkTools {...props} />;
}

/** The call in hand: who, how long, and its buttons. */
export function CallTools(props: CallToolsProps) {
  const { telephony, view } = props;
  const { actions } = useAgentClient();
  const { call } = telephony;
  const idle = call ? undefined : { [narrow]: { display: "none" } };
  const { answer, hangup } = view.buttons;
  return (
    <HStack gap="1.5" minW="0" data-call-phase={view.phase} data-held={call?.held ?? false}>
      {call && <CurrentCall {...props} call={call} />}
      {answer.visible && (
        <ToolButton
          label="接听"
          shortcut="answer"
          icon={<PhoneIncoming size={13} />}
          colorPalette="green"
          variant={answer.enabled ? "solid" : "outline"}
          disabled={!answer.enabled}
          onClick={actions.answer}
        />
      )}
      <HoldButtons {...props} idle={idle} />
      <ConsultTools {...props} />
      {view.talks && <LateTools {...props} />}
      <ToolButton
        label={telephony.muted ? "取消静音" : "静音"}
        shortcut="mute"
        icon={telephony.muted ? <MicOff size={13} /> : <Mic size={13} />}
        aria-pressed={telephony.muted}
        iconOnly={view.phase === "consulting"}
        tight={view.talks}
        {...(telephony.muted ? { colorPalette: "orange", variant: "solid" } : {})}
        css={idle}
        disabled={!view.canMute}
        onClick={actions.toggleMute}
      />
      <Keys {...props} idle={idle} />
      {/* Apart from everything else, and the only red one. */}
      <ToolButton
        label="挂断"
        shortcut="hangup"
        icon={<PhoneOff size={13} />}
        ms="4"
        colorPalette="red"
        variant={hangup.enabled ? "solid" : "outline"}
        disabled={!hangup.enabled}
        onClick={actions.hangup}
        css={{ [folded]: { marginInlineStart: "10px" } }}
      />
    </HStack>
  );
}
