import { Badge, Box, Button, HStack, IconButton, Stack, Text } from "@chakra-ui/react";
import { claimFailure } from "@liantai/api/client";
import { FactList, FailureState, LoadingState } from "@liantai/ui";
import { PanelSelect } from "@liantai/ui/board";
import { AudioPlayer, isFailure } from "@liantai/ui/resource";
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "lucide-react";
import { useEffect, useMemo, useState, type KeyboardEvent } from "react";
import { changedIn, secondsText, takenUpTo, testName, visitAt, type CallReplay } from "../model/replay.ts";
import { textOf } from "../model/saved.ts";
import { useSurroundings } from "../panel/index.ts";
import { replays, tests, versions, type FlowVersion } from "../queries.ts";
import type { SideProps } from "./side-props.ts";

interface StepsProps {
  readonly replay: CallReplay;
  readonly at: number;
  readonly onAt: (at: number) => void;
}

/** Every node in order; the one that is shown, and where the way departs. */
function Steps({ replay: { visits, departs }, at, onAt }: StepsProps) {
  return (
    <Stack as="ol" gap="0" listStyleType="none" maxH="200px" overflow="auto" aria-label="经过的节点">
      {visits.map(({ at: ms, nodeName, exitName }, each) => (
        <li key={each} {...(each === at && { "aria-current": "step" })}>
          <Button
            {...{ size: "2xs", variant: each === at ? "subtle" : "plain", px: "1", h: "auto", py: "0.5", w: "full" }}
            {...{ justifyContent: "flex-start", textAlign: "start", whiteSpace: "normal" }}
            color={departs !== null && each >= departs ? "fg.warning" : each <= at ? "fg" : "fg.muted"}
            onClick={() => onAt(each)}
          >
            <Text as="span" color="fg.muted" fontVariantNumeric="tabular-nums" w="56px" flex="none">
              +{secondsText(ms)}
            </Text>
            {exitName === "" ? nodeName : `${nodeName} → ${exitName}`}
          </Button>
        </li>
      ))}
    </Stack>
  );
}

/** What happened in the step that is shown, why, and the variables it left. */
function Shown({ replay: { visits }, at }: Pick<StepsProps, "replay" | "at">) {
  const visit = visits[at];
  if (!visit) return null;
  const changed = changedIn(visits, at);
  const rest = Object.entries(visit.vars).filter(([, value]) => value !== "");
  return (
    <Stack as="section" gap="1.5" aria-label="这一步" textStyle="xs" borderTopWidth="1px" pt="2">
      <Text fontWeight="600">{visit.nodeName}</Text>
      {visit.says.length > 0 && <Text color="fg.muted">播放：{visit.says.join("；")}</Text>}
      {visit.why.map((why, each) => (
        <Text key={each}>{why}</Text>
      ))}
      {visit.exitName !== "" && <Text>走“{visit.exitName}”</Text>}
      {changed.map(({ name, value, before }) => (
        <Text key={name} fontFamily="mono">
          {before === "" ? `${name} = ${value}` : `${name} = ${value}（原为${before}）`}
        </Text>
      ))}
      <details>
        <summary>全部变量（{rest.length}个）</summary>
        <Box maxH="140px" overflow="auto" fontFamily="mono">
          <FactList look="small" facts={rest} />
        </Box>
      </details>
    </Stack>
  );
}

/** The call kept as a test of the flow, and run at once against what is drawn. */
function useKeeping(flowId: string, replay: CallReplay | undefined, flow: string) {
  const [add, { isLoading: adding }] = tests.add.useMutation();
  const [run, { isFetching: running }] = tests.run.useLazyQuery();
  const [said, setSaid] = useState<{ readonly text: string; readonly wrong: boolean }>();
  const keep = async () => {
    if (!replay) return;
    setSaid(undefined);
    const name = testName(replay);
    try {
      const remark = `由通话${replay.callId}生成`;
      const { id } = await add({ body: { flowId, name, remark, enabled: 1, test: replay.test } }).unwrap();
      const { results } = await run({ body: { flowId, ids: [id], flow } }).unwrap();
      const faults = results.flatMap((one) => one.faults);
      setSaid({
        text:
          faults.length === 0
            ? `已存为测试「${name}」，在当前草稿上运行通过`
            : `已存为测试「${name}」，在当前草稿上没有通过：${faults.join("；")}`,
        wrong: faults.length > 0,
      });
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      claimFailure(failure);
      setSaid({ text: failure.text, wrong: true });
    }
  };
  return { keep, said, busy: adding || running };
}

const optionsOf = (known: readonly FlowVersion[], replay: CallReplay | undefined) => [
  ["", replay ? `通话所用的第${replay.ownVersion}版` : "通话所用的版本"] as const,
  ...known.map((one) => [one.versionId, `第${one.version}版`] as const),
  ["draft", "当前草稿"] as const,
];

/** What the call was led to, by its name: an id says nothing to anybody. */
function Led({ flowId, target }: { readonly flowId: string; readonly target: string }) {
  const { skillGroup, dispatchQueue, seat, flow } = useSurroundings(flowId).things;
  const named = [skillGroup, dispatchQueue, seat, flow].flatMap((pairs) => pairs ?? []).find(([id]) => id === target);
  return `，目标${named?.[1] ?? target}`;
}

interface PlayerProps extends SideProps {
  readonly callId: string;
  readonly onBack: () => void;
}

/** One call, under its own version or another, step by step; the recording goes along. */
export function ReplayPlayer({ flow, design, may, callId, onShow, onTaken, onBack }: PlayerProps) {
  const flowId = flow.id;
  const [versionId, setVersionId] = useState("");
  const [at, setAt] = useState(0);
  // Where the recording is moved to: by steps of the reader, not by its own going on.
  const [sought, setSought] = useState(0);
  const { data: known = [] } = versions.versions.useQuery({ body: { id: flowId } });
  const text = useMemo(() => textOf(design.body, design.body), [design.body]);
  const body = { flowId, callId, versionId, ...(versionId === "draft" ? { flow: text } : {}) };
  const { currentData: replay, error, refetch } = replays.replay.useQuery({ body });
  const { keep, said, busy } = useKeeping(flowId, replay, text);
  const visits = replay?.visits;
  const here = visits?.[at]?.nodeId;
  useEffect(() => {
    onTaken(visits && takenUpTo(visits, at));
  }, [visits, at, onTaken]);
  useEffect(() => {
    if (here !== undefined) onShow(here);
  }, [here, at, onShow]);
  const options = optionsOf(known, replay);
  const last = (visits?.length ?? 1) - 1;
  const to = (next: number) => {
    const step = Math.min(last, Math.max(0, next));
    setAt(step);
    setSought(step);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last } as const;
    if (!(event.target instanceof HTMLButtonElement) || !(event.key in moves)) return;
    event.preventDefault();
    event.stopPropagation();
    to(moves[event.key as keyof typeof moves]);
  };
  const recordingMs = replay?.recordingMs ?? null;
  const audioAt = recordingMs === null ? 0 : ((visits?.[sought]?.at ?? 0) + recordingMs) / 1_000;
  return (
    <Stack gap="2.5">
      <HStack gap="2">
        <Button size="2xs" variant="outline" colorPalette="gray" onClick={onBack}>
          返回通话列表
        </Button>
        {replay && may && (
          <Button size="2xs" loading={busy} onClick={() => void keep()}>
            存为测试
          </Button>
        )}
      </HStack>
      {said && (
        <Text role={said.wrong ? "alert" : "status"} textStyle="xs" color={said.wrong ? "fg.error" : "green.fg"}>
          {said.text}
        </Text>
      )}
      <PanelSelect
        label="按哪个版本回放"
        value={versionId}
        options={options}
        onChange={(next) => {
          setVersionId(next);
          to(0);
        }}
      />
      {!replay ? (
        error ? (
          <FailureState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState text="正在回放…" />
        )
      ) : (
        <>
          <Text textStyle="xs">
            {replay.startTime}　{replay.caller}　结果：{replay.result}
            {replay.target !== "" && <Led {...{ flowId }} target={replay.target} />}
          </Text>
          <Outcome replay={replay} own={versionId === ""} onAt={to} />
          <Stack gap="1" onKeyDown={onKeyDown}>
            <HStack gap="1" role="group" aria-label="步进">
              <Step label="第一步" icon={ChevronsLeft} off={at === 0} onPress={() => to(0)} />
              <Step label="上一步" icon={ChevronLeft} off={at === 0} onPress={() => to(at - 1)} />
              <Step label="下一步" icon={ChevronRight} off={at >= last} onPress={() => to(at + 1)} />
              <Step label="最后一步" icon={ChevronsRight} off={at >= last} onPress={() => to(last)} />
              <Text textStyle="xs" fontVariantNumeric="tabular-nums">
                {replay.visits.length === 0 ? 0 : at + 1} / {replay.visits.length}
              </Text>
            </HStack>
            <Steps {...{ replay, at }} onAt={to} />
          </Stack>
          <Shown {...{ replay, at }} />
          {recordingMs !== null && (
            <AudioPlayer
              callId={callId}
              along={{ at: audioAt, onTime: (seconds) => setAt(visitAt(replay.visits, recordingMs, seconds)) }}
            />
          )}
        </>
      )}
    </Stack>
  );
}

interface StepProps {
  readonly label: string;
  readonly icon: typeof ChevronLeft;
  readonly off: boolean;
  readonly onPress: () => void;
}

/** It keeps the focus at the ends, so that the keys go on working. */
const Step = ({ label, icon: Icon, off, onPress }: StepProps) => (
  <IconButton
    {...{ size: "2xs", variant: "outline", title: label, opacity: off ? 0.5 : 1 }}
    aria-label={label}
    aria-disabled={off}
    onClick={onPress}
  >
    <Icon aria-hidden />
  </IconButton>
);

interface OutcomeProps {
  readonly replay: CallReplay;
  readonly own: boolean;
  readonly onAt: (at: number) => void;
}

/** Whether it went as it had gone, and what could not be known. */
function Outcome({ replay: { departs, stored, missing }, own, onAt }: OutcomeProps) {
  const was = departs === null ? undefined : stored[departs];
  return (
    <Stack gap="1" textStyle="xs">
      {departs === null ? (
        <Text color="green.fg">与原通话经过的节点一致</Text>
      ) : (
        <HStack gap="1.5" align="flex-start">
          <Badge size="xs" colorPalette={own ? "red" : "orange"} flex="none">
            {own ? "核对失败" : "不同"}
          </Badge>
          <Button
            {...{ size: "2xs", variant: "plain", px: "0", h: "auto", whiteSpace: "normal" }}
            onClick={() => onAt(departs)}
          >
            从第{departs + 1}个节点起与原通话不同{was ? `，原通话是「${was.nodeName}」` : ""}
          </Button>
        </HStack>
      )}
      {missing.map((each) => (
        <Text key={each} color="fg.warning">
          {each}
        </Text>
      ))}
    </Stack>
  );
}
