/** What an administrator hears: whose call, in which way, how loud, whether he is muted. In the bar's place, while he hears it. */
import { useState } from "react";
import { Box, Button, HStack, Text } from "@chakra-ui/react";
import { Headphones, Mic, MicOff, PhoneOff, Volume2 } from "lucide-react";
import { selectTelephony, useSelector, type RootState } from "@liantai/api/client";
import type { AgentCallView } from "@liantai/api/contract";
import { supervise } from "../agent-client/supervising.ts";
import { useAgentClient } from "./context.ts";
import { HandOverPanel } from "./hand-over-panel.tsx";
import { useTimerText } from "./model.ts";
import { Question } from "./question.tsx";

const modes = [
  ["listen", "监听", "听双方通话，双方都听不到您"],
  ["whisper", "密语", "只有坐席听得到您"],
  ["insert", "强插", "双方都听得到您"],
] as const;

/** Who hears him, so that nobody says something to the wrong ears. */
const audience = { listen: "双方都听不到您", whisper: "只有坐席听得到您", insert: "双方都听得到您" } as const;

/** Away from what is harmless: the agent is out of the call. */
function TakeOver({ agentId, onTake }: { readonly agentId: string; readonly onTake: () => void }) {
  const [asking, setAsking] = useState(false);
  const take = () => {
    setAsking(false);
    onTake();
  };
  return (
    <Box position="relative" ms="3">
      <Button
        size="xs"
        variant="outline"
        colorPalette="orange"
        title="由您接过这个通话，坐席进入话后处理"
        aria-haspopup="dialog"
        aria-expanded={asking}
        onClick={() => setAsking(!asking)}
      >
        切换
      </Button>
      {asking && (
        <Question
          label="接过通话"
          text={`客户改为和您通话，坐席${agentId}会离开通话，进入话后处理。确定要切换吗？`}
          confirm="接过通话"
          palette="orange"
          onConfirm={take}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
}

function Modes({ callId, supervises }: Required<Pick<AgentCallView, "callId" | "supervises">>) {
  const { core } = useAgentClient();
  const { agentId, mode } = supervises;
  const [handing, setHanding] = useState(false);
  const ask = (command: "listen" | "whisper" | "insert" | "switch", target?: string) =>
    void supervise(core, { command, agentId, callId, ...(target ? { target } : {}) });
  return (
    <HStack gap="1" role="group" aria-label="监听方式">
      {modes.map(([name, label, hint]) => (
        <Button
          key={name}
          size="xs"
          variant={mode === name ? "solid" : "outline"}
          aria-pressed={mode === name}
          title={hint}
          onClick={() => ask(name)}
        >
          {label}
        </Button>
      ))}
      <Box position="relative">
        <Button
          size="xs"
          variant="outline"
          title="把这个通话转给另一个坐席，原坐席进入话后处理"
          aria-haspopup="dialog"
          aria-expanded={handing}
          onClick={() => setHanding(!handing)}
        >
          转给
        </Button>
        {handing && (
          <HandOverPanel
            agentId={agentId}
            onChoose={(target) => {
              ask("switch", target);
              setHanding(false);
            }}
            onClose={() => setHanding(false)}
          />
        )}
      </Box>
      <TakeOver agentId={agentId} onTake={() => ask("switch")} />
    </HStack>
  );
}

/** Of this page alone: at an extension the telephone has its own. */
function Sound() {
  const { core } = useAgentClient();
  const muted = useSelector((state: RootState) => selectTelephony(state).muted);
  const [volume, setVolume] = useState(100);
  const turn = (to: number) => {
    setVolume(to);
    core.ports.speaker.volume(to / 100);
  };
  return (
    <>
      <HStack gap="1" as="label" color="fg.muted" title="音量">
        <Volume2 size={14} aria-hidden />
        <input
          type="range"
          aria-label="音量"
          min={0}
          max={100}
          step={5}
          value={volume}
          style={{ width: 84 }}
          onChange={(event) => turn(Number(event.target.value))}
        />
      </HStack>
      <Button size="xs" variant="outline" aria-pressed={muted} onClick={() => core.phone.setMuted(!muted)}>
        {muted ? <MicOff size={14} aria-hidden /> : <Mic size={14} aria-hidden />}
        {muted ? "取消静音" : "静音"}
      </Button>
    </>
  );
}

export function ListeningDock({ call }: { readonly call: AgentCallView }) {
  const { core } = useAgentClient();
  const { clockOffset, ownsMedia } = useSelector((state: RootState) => selectTelephony(state));
  const { supervises, number, callId, answeredAt } = call;
  const timer = useTimerText(answeredAt === undefined ? null : { kind: "up", since: answeredAt }, clockOffset);
  const hangUp = async () => {
    const result = await core.cti.command("hangup", { callId });
    if (!result.ok) core.answerPress(result.text, "error", "supervise");
  };
  return (
    <Box
      role="region"
      aria-label="监听工具条"
      data-mode={supervises?.mode ?? "talk"}
      pointerEvents="auto"
      bg="bg.panel"
      borderBottomWidth="1px"
      borderColor="border"
      textStyle="sm"
      color="fg"
    >
      <HStack gap="3" px="3" h="44px" minW="0" whiteSpace="nowrap">
        <Headphones size={16} aria-hidden />
        <Text fontWeight="medium">{supervises ? `坐席${supervises.agentId}` : "通话中"}</Text>
        <Text color="fg.muted">{number}</Text>
        <Text color="fg.muted" fontVariantNumeric="tabular-nums">
          {timer}
        </Text>
        {supervises && <Modes callId={callId} supervises={supervises} />}
        {supervises && (
          <Text color={supervises.mode === "listen" ? "fg.muted" : "fg.warning"} truncate>
            {audience[supervises.mode]}
          </Text>
        )}
        <Box flex="1" />
        {ownsMedia && <Sound />}
        <Button size="xs" colorPalette="red" onClick={() => void hangUp()}>
          <PhoneOff size={14} aria-hidden />
          {supervises ? "退出监听" : "挂断"}
        </Button>
      </HStack>
    </Box>
  );
}
