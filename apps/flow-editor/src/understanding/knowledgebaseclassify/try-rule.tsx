/** 试算: what the rule that stands in the form would have made of the last calls. Nothing is saved. */
import { Box, Button, Stack, Text } from "@chakra-ui/react";
import { requestHost, send } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { intentionRuleApi } from "@liantai/api/contract/flow-editor";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { useFormContext } from "react-hook-form";

type Tried = ReplyOf<typeof intentionRuleApi.try>;
const shown = 20;

const levelText = (level: string, score: number | null): string =>
  `${level === "" ? "无等级" : level}${score === null ? "" : ` ${score}分`}`;

function Outcome({ tried }: { readonly tried: Tried }) {
  if (tried.calls.length === 0)
    return (
      <Text textStyle="xs" color="fg.muted">
        还没有机器人接待过的通话，无法试算。
      </Text>
    );
  const changed = tried.calls.filter(({ before, after }) => before.level !== after.level);
  return (
    <Stack gap="1" textStyle="xs" role="status">
      <Text>
        最近{tried.calls.length}通通话中，{tried.changed}通的等级会改变。
        {tried.counts
          .map(({ level, before, after }) => `${level === "" ? "无等级" : level}：${before}→${after}`)
          .join("，")}
      </Text>
      {changed.slice(0, shown).map(({ callId, startTime, number, before, after, by }) => (
        <Text key={callId} color="fg.muted">
          {startTime} {number}：{levelText(before.level, before.score)} → {levelText(after.level, after.score)}（{by}）
        </Text>
      ))}
    </Stack>
  );
}

export function TryRule() {
  const { getValues, trigger } = useFormContext();
  const [tried, setTried] = useState<Tried>();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    if (!(await trigger(["levels", "wins"]))) return;
    setBusy(true);
    const { levels, wins } = intentionRuleApi.try.body!.cast(getValues(), { assert: false, stripUnknown: true });
    const outcome = await send<Tried>(requestHost(), {
      endpoint: intentionRuleApi.try,
      body: { levels, wins, robotId: "", calls: 100 },
    });
    setBusy(false);
    if ("data" in outcome) setTried(outcome.data);
    else requestHost().onFailure(outcome.error);
  };
  return (
    <Stack gap="2" role="group" aria-label="试算">
      <Box>
        <Button size="xs" variant="outline" loading={busy} loadingText="试算" onClick={() => void run()}>
          <FlaskConical aria-hidden />
          用最近的通话试算
        </Button>
      </Box>
      {tried && <Outcome tried={tried} />}
    </Stack>
  );
}
