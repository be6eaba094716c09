import { Button, Stack, Text } from "@chakra-ui/react";
import { microphoneTexts } from "@liantai/api/contract/flow-editor";
import { bus } from "@liantai/bus";
import { PanelSwitch, PanelText } from "@liantai/ui/board";
import { useEffect, useState } from "react";
import { useMicrophone } from "../microphone/use-microphone.ts";
import type { TrackStep } from "../model/audition.ts";
import { useAudition } from "../use-audition.ts";
import { AnswerBox, AreaList, KeyPad } from "./audition-answers.tsx";
import { AuditionSound } from "./audition-sound.tsx";
import type { SideProps } from "./side-props.ts";

interface TrackProps {
  readonly track: readonly TrackStep[];
  /** Where it stands, while it runs. */
  readonly nodeId: string | undefined;
  readonly onShow: (nodeId: string) => void;
}

/** The newest first: it is seen without scrolling. */
function Track({ track, nodeId, onShow }: TrackProps) {
  const here = track.findLast((step) => step.nodeId === nodeId)?.at;
  return (
    <Stack as="ol" gap="0.5" listStyleType="none" aria-label="经过">
      {track.toReversed().map((step) => {
        const { at, nodeName, text } = step;
        const words = [nodeName, text].filter((one) => one !== "").join("：");
        return (
          <li key={at} {...(at === here && { "aria-current": "step" })}>
            {step.nodeId === "" ? (
              <Text textStyle="xs">{words}</Text>
            ) : (
              <Button
                {...{ size: "2xs", variant: "plain", px: "0", h: "auto", whiteSpace: "normal", textAlign: "start" }}
                color={at === here ? "fg" : "fg.muted"}
                fontWeight={at === here ? "600" : "400"}
                onClick={() => onShow(step.nodeId)}
              >
                {words}
              </Button>
            )}
          </li>
        );
      })}
    </Stack>
  );
}

/** 试听: the flow as it is drawn, with this page as the caller; the way it takes is marked on the canvas. */
export default function AuditionSide({ flow, design, onShow, onTaken }: SideProps) {
  const { audition, start, tell, hangUp } = useAudition({ flow, design });
  const [caller, setCaller] = useState("13800138000");
  const [real, setReal] = useState(false);
  const [speaks, setSpeaks] = useState(false);
  const [mute, setMute] = useState(false);
  const [deaf, setDeaf] = useState(false);
  const { phase, msgId, saying, listening, spoken, keys, area, track, taken, said } = audition;
  useEffect(() => onTaken(taken.size > 0 ? taken : undefined), [taken, onTaken]);
  useEffect(() => () => onTaken(undefined), [onTaken]);
  const running = phase === "running";
  useMicrophone({
    msgId,
    listening: running && spoken ? listening : "",
    onRefused() {
      const { warning, ended } = microphoneTexts;
      bus.publish("notification.show", { id: "audition.microphone", title: warning, text: ended, level: "warning" });
      hangUp(ended);
    },
    onLost: () => setDeaf(true),
    onFound: () => setDeaf(false),
  });
  const wrong = /^\+?\d{1,19}$/.test(caller) ? undefined : "请输入数字，最多19位";
  return (
    <Stack gap="3">
      <PanelText
        label="主叫号码"
        value={caller}
        max={20}
        error={wrong}
        disabled={phase !== "idle"}
        onChange={setCaller}
      />
      <Stack gap="0.5">
        <PanelSwitch label="用麦克风回答" value={speaks} disabled={phase !== "idle"} onChange={setSpeaks} />
        <Text textStyle="xs" color="fg.muted">
          打开后直接讲话，由本企业的识别引擎识别，也可以打断流程的声音；不打开时键入回答。
        </Text>
      </Stack>
      <Stack gap="0.5">
        <PanelSwitch label="真实调用" value={real} disabled={phase !== "idle"} onChange={setReal} />
        <Text textStyle="xs" color="fg.muted">
          勾选后，流程中的接口会真的被调用，短信会真的发出；不勾选时都按成功继续。
        </Text>
      </Stack>
      <Button
        size="xs"
        variant={running ? "outline" : "solid"}
        loading={phase === "asking"}
        disabled={phase === "idle" && wrong !== undefined}
        onClick={() => {
          setMute(false);
          setDeaf(false);
          if (running) hangUp();
          else start({ caller, real, isText: !speaks });
        }}
      >
        {running ? "结束试听" : "开始试听"}
      </Button>
      <Text role="status" textStyle="xs">
        {said}
      </Text>
      {mute && running && (
        <Text role="alert" textStyle="xs" color="fg.warning">
          声音无法播放，按已播完继续
        </Text>
      )}
      {saying && (
        <AuditionSound
          key={saying.eventId}
          {...{ msgId, ...saying }}
          onEnd={(heard) => {
            setMute(!heard);
            tell("playEnd", saying.eventId);
          }}
        />
      )}
      {running && speaks && (
        <Text role="status" aria-label="麦克风" textStyle="xs" fontWeight={listening === "" ? "400" : "600"}>
          {listening === "" ? "流程提问后请讲话" : "正在听，请讲话"}
        </Text>
      )}
      {deaf && running && (
        <Text role="alert" textStyle="xs" color="fg.warning">
          语音连接中断，正在重新连接
        </Text>
      )}
      {running && !speaks && (
        <AnswerBox
          open={listening !== ""}
          onText={(text) => tell("text", listening, text)}
          onSilence={() => tell("noInput", listening)}
        />
      )}
      {keys && <KeyPad terminators={keys.terminators} onKey={(key) => tell("digits", "", key)} />}
      {area && <AreaList areaCodes={area.areaCodes} onArea={(one) => tell("areaCode", area.eventId, one)} />}
      {track.length > 0 && <Track {...{ track, onShow }} nodeId={running ? audition.nodeId : undefined} />}
    </Stack>
  );
}
