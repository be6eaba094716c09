/** 设备检测: three steps with what came of them, and the microphone's level while it is tried. */
import { useEffect, useRef, useState } from "react";
import { Box, Button, HStack, Spinner, Stack, Text } from "@chakra-ui/react";
import { Circle, CircleCheck, CircleX } from "lucide-react";
import { DeviceCheck, waiting, type CheckPorts, type Step, type StepName, type Steps } from "../device-check/check.ts";
import { reportCheck } from "../agent-client/extension-check.ts";
import { keepResult } from "../device-check/readiness.ts";
import { useAgentClient } from "./context.ts";
import type { BarModel } from "./model.ts";
import type { MorePanelProps } from "./more-panel.ts";
import { Panel } from "./panel.tsx";
import { lateChunk } from "../ports/late-chunk.ts";

const names: Readonly<Record<StepName, string>> = { microphone: "麦克风", loopback: "通话回路", quality: "网络质量" };

function Mark({ state }: { readonly state: Step["state"] }) {
  if (state === "running") return <Spinner size="xs" aria-label="进行中" />;
  if (state === "ok") return <Box as={CircleCheck} boxSize="4" color="green.fg" aria-label="通过" role="img" />;
  if (state === "failed") return <Box as={CircleX} boxSize="4" color="fg.error" aria-label="未通过" role="img" />;
  return <Box as={Circle} boxSize="4" color="border.emphasized" aria-label="未开始" role="img" />;
}

function Row({ name, step }: { readonly name: StepName; readonly step: Step }) {
  return (
    <HStack role="listitem" gap="2" minH="26px" align="flex-start" data-step={name} data-state={step.state}>
      <Box pt="0.5" w="4" flexShrink="0">
        <Mark state={step.state} />
      </Box>
      <Text w="64px" flexShrink="0">
        {names[name]}
      </Text>
      <Text flex="1" color={step.state === "failed" ? "fg.error" : "fg.muted"}>
        {step.text}
      </Text>
    </HStack>
  );
}

/** Loudness as ears have it: 40 dB over the whole width. */
const widthOf = (level: number): string =>
  `${Math.round(Math.min(1, Math.max(0, 1 + Math.log10(Math.max(level, 1e-6)) / 2)) * 100)}%`;

const notLoaded = "检测程序未能加载，请检查网络后再试";

interface Check {
  readonly steps: Steps;
  readonly level: number;
  readonly running: boolean;
  /** undefined: not made yet. */
  readonly why: string | undefined;
  start(): void;
}

type Devices = Pick<CheckPorts, "openMicrophone">;
/** Loaded with the first check. */
const devices = async (): Promise<Devices> => ({
  openMicrophone: (await import("../device-check/audio.ts")).openTriedMicrophone,
});

function useCheck({ telephony, user }: BarModel, openDevices: () => Promise<Devices>): Check {
  const { core } = useAgentClient();
  const [steps, setSteps] = useState(waiting);
  const [level, setLevel] = useState(0);
  const [running, setRunning] = useState(false);
  const [why, setWhy] = useState<string>();
  const check = useRef<DeviceCheck>(undefined);
  const broken = telephony.call !== null || !telephony.ownsMedia;
  useEffect(() => {
    if (broken) check.current?.stop();
  }, [broken]);
  useEffect(() => () => check.current?.stop(), []);
  const { clock, speaker, storage } = core.ports;
  const start = async () => {
    setRunning(true);
    setSteps(waiting);
    setWhy(undefined);
    const mine = new DeviceCheck({
      clock,
      speaker,
      openMicrophone: () => loaded!.openMicrophone(),
      call: (number, stream, events) =>
        core.phone.isRegistered() ? core.phone.line?.call(number, stream, events) : undefined,
      shown: setSteps,
      level: setLevel,
    });
    // Before its part is here: a call that comes meanwhile, or a panel that closes, stops it.
    check.current = mine;
    const loaded = await lateChunk(openDevices, { tries: 3 }).catch(() => undefined);
    const result = loaded && (await mine.run());
    setRunning(false);
    setLevel(0);
    if (!loaded) setSteps({ ...waiting, microphone: { state: "failed", text: notLoaded } });
    if (result === undefined) return;
    keepResult(storage, user.sessionId, result);
    reportCheck(core);
    setWhy(result);
  };
  return { steps, level, running, why, start: () => void start() };
}

interface DevicePanelProps extends MorePanelProps {
  readonly openDevices?: () => Promise<Devices>;
}

export function DevicePanel({ onClose, openDevices = devices, ...model }: DevicePanelProps) {
  const { steps, level, running, why, start } = useCheck(model, openDevices);
  const { call, ownsMedia } = model.telephony;
  return (
    <Panel label="设备检测" onClose={onClose}>
      <Stack gap="2" w="340px">
        <Text textStyle="xs" color="fg.muted">
          {ownsMedia
            ? "约需10秒。请对着麦克风说话，回路接通后您会听到自己的声音。"
            : "电话的声音在另一个标签页，请在那里检测，或先点“接管通话”转到这里。就绪时以电话所在标签页的检测结果为准。"}
        </Text>
        <Stack gap="1" role="list" aria-label="检测步骤">
          {(Object.keys(names) as StepName[]).map((name) => (
            <Row key={name} name={name} step={steps[name]} />
          ))}
        </Stack>
        <Box
          h="6px"
          borderRadius="full"
          bg="bg.muted"
          overflow="hidden"
          role="meter"
          aria-label="麦克风音量"
          aria-valuenow={level}
        >
          <Box h="100%" bg="green.solid" style={{ width: running ? widthOf(level) : 0 }} />
        </Box>
        <HStack justify="space-between" minH="24px">
          <Text role="status" color={why ? "fg.error" : "green.fg"}>
            {why === undefined ? "" : why === "" ? "检测通过" : "检测未通过"}
          </Text>
          <Button size="xs" disabled={running || call !== null || !ownsMedia} onClick={start}>
            {why === undefined ? "开始检测" : "重新检测"}
          </Button>
        </HStack>
      </Stack>
    </Panel>
  );
}
