import { Box, Button, NativeSelectField, NativeSelectRoot, Stack, Text } from "@chakra-ui/react";
import type { ReplyOf } from "@liantai/api/contract";
import { learningLimits, type robotLearningApi } from "@liantai/api/contract/flow-editor";
import { FailureState, LoadingState } from "@liantai/ui";
import { PanelText } from "@liantai/ui/board";
import { GuardedDrawer, LeaveButton, Outcome } from "@liantai/ui/resource";
import { useState } from "react";
import { allOf, intents, learning, percent } from "../parts/queries.ts";

type Reply = ReplyOf<typeof robotLearningApi.assign>;
type Change = Reply["changes"][number];

const named = (name: string, score: number): string => `${name === "" ? "未识别" : `“${name}”`}（${percent(score)}）`;

function Changes({ label, changes }: { readonly label: string; readonly changes: readonly Change[] }) {
  return (
    <Box as="ul" listStyleType="none" aria-label={label} maxH="320px" overflow="auto">
      {changes.map((change) => (
        <Box as="li" key={change.text} py="1" borderBottomWidth="1px">
          {change.text}
          <Text as="span" color="fg.muted" textStyle="xs" ms="2">
            {change.count}次
          </Text>
          <Text textStyle="xs" color="fg.muted">
            {named(change.fromName, change.fromScore)} → {named(change.toName, change.toScore)}
          </Text>
        </Box>
      ))}
    </Box>
  );
}

/** Tests of published flows that pass now and will not. */
function Tests({ tests: { run, left, failed } }: Pick<Reply, "tests">) {
  if (run + left === 0) return <Text color="fg.muted">没有已发布流程的测试用到这个意图。</Text>;
  const more = left > 0 ? `，另有${left}个没有运行` : "";
  return (
    <>
      <Text>
        运行了{run}个流程测试{more}。
      </Text>
      {failed.length > 0 && (
        <>
          <Text color="fg.error">归入后有{failed.length}个测试将不再通过：</Text>
          <Stack as="ul" gap="1" listStyleType="none" aria-label="将不再通过的测试" maxH="240px" overflow="auto">
            {failed.map(({ flowId, flowName, version, id, name, faults }) => (
              <Text as="li" key={`${flowId} ${version} ${id}`} textStyle="xs" overflowWrap="anywhere">
                流程「{flowName}」第{version}版 · {name}：{faults.join("；")}
              </Text>
            ))}
          </Stack>
        </>
      )}
    </>
  );
}

/** What follows of it, before anything is changed. */
function Preview({ reply }: { readonly reply: Reply }) {
  const { added, tried, astray, changes, changed } = reply;
  return (
    <Stack gap="2">
      <Text role="status">
        将新增{added}条相似句；重新识别了已保存的{tried}组句子，其中{changed}组会改变分支。
      </Text>
      {astray.length > 0 && (
        <>
          <Text color="fg.warning">这些句子归入后仍会走到别的意图，请检查它的正则和关键词：</Text>
          <Changes label="仍会走错的句子" changes={astray} />
        </>
      )}
      {changes.length > 0 && <Changes label="会改变分支的句子" changes={changes} />}
      {changed > changes.length && <Text color="fg.muted">只列出次数最多的{learningLimits.shown}组。</Text>}
      <Tests tests={reply.tests} />
    </Stack>
  );
}

interface AssignProps {
  readonly ids: readonly string[];
  /** The intent that came nearest; '': none. */
  readonly nearest: string;
  readonly onClose: (outcome?: Outcome) => void;
}

/** 归入意图: choose it, look at the side effects, then save; where tests would fail, with a reason. */
export function Assign({ ids, nearest, onClose }: AssignProps) {
  const { data, isError, error, refetch } = intents.list.useQuery({ body: allOf }, { refetchOnMountOrArgChange: true });
  const [intentId, setIntentId] = useState(nearest);
  const [preview, setPreview] = useState<Reply>();
  const [reason, setReason] = useState("");
  const wanting = (preview?.tests.failed.length ?? 0) > 0;
  const [assign, { isLoading }] = learning.assign.useMutation();
  const send = async (dryRun: boolean) => {
    // What is refused is said by the shell; the sheet stays.
    const result = await assign({ body: { ids: [...ids], intentId, dryRun, reason } });
    // What was foretold may be otherwise now: it is looked at again.
    if (result.error || !result.data) return setPreview(undefined);
    if (dryRun) setPreview(result.data);
    else onClose(new Outcome({ done: ["句子", "归入意图", { count: ids.length }] }));
  };
  return (
    <GuardedDrawer
      open
      title="归入意图"
      width="560px"
      dirty={reason.trim() !== ""}
      held={isLoading}
      onClose={() => onClose()}
      footer={
        <>
          <LeaveButton disabled={isLoading} />
          <Button variant="outline" disabled={intentId === "" || isLoading} onClick={() => void send(true)}>
            查看影响
          </Button>
          <Button
            disabled={!preview || (wanting && reason.trim() === "")}
            loading={isLoading}
            loadingText="归入并训练"
            onClick={() => void send(false)}
          >
            归入并训练
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <Text>已选{ids.length}组句子，会成为所选意图的相似句。</Text>
        {isError ? (
          <FailureState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <LoadingState />
        ) : (
          <NativeSelectRoot>
            <NativeSelectField
              aria-label="意图"
              value={intentId}
              onChange={({ target }) => {
                setIntentId(target.value);
                setPreview(undefined);
              }}
            >
              <option value="">请选择意图</option>
              {data.list.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </NativeSelectField>
          </NativeSelectRoot>
        )}
        {preview ? <Preview reply={preview} /> : <Text color="fg.muted">先查看影响，再归入。</Text>}
        {wanting && (
          <PanelText label="仍要归入的原因" value={reason} max={learningLimits.reason} area onChange={setReason} />
        )}
      </Stack>
    </GuardedDrawer>
  );
}
