import { Box, Button, NativeSelectField, NativeSelectRoot, Stack, Text } from "@chakra-ui/react";
import type { ReplyOf } from "@liantai/api/contract";
import { learningLimits, type robotLearningApi } from "@liantai/api/contract/flow-editor";
import { AppDrawer, FailureState, LoadingState } from "@liantai/ui";
import { Outcome } from "@liantai/ui/resource";
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
    </Stack>
  );
}

interface AssignProps {
  readonly ids: readonly string[];
  /** The intent that came nearest; '': none. */
  readonly nearest: string;
  readonly onClose: (outcome?: Outcome) => void;
}

/** 归入意图: choose it, look at the side effects, then save. */
export function Assign({ ids, nearest, onClose }: AssignProps) {
  const { data, isError, error, refetch } = intents.list.useQuery({ body: allOf }, { refetchOnMountOrArgChange: true });
  const [intentId, setIntentId] = useState(nearest);
  const [preview, setPreview] = useState<Reply>();
  const [assign, { isLoading }] = learning.assign.useMutation();
  const send = async (dryRun: boolean) => {
    // What is refused is said by the shell; the sheet stays.
    const result = await assign({ body: { ids: [...ids], intentId, dryRun } });
    if (result.error || !result.data) return;
    if (dryRun) setPreview(result.data);
    else onClose(new Outcome({ done: ["句子", "归入意图", { count: ids.length }] }));
  };
  return (
    <AppDrawer
      open
      title="归入意图"
      width="560px"
      onClose={() => onClose()}
      footer={
        <>
          <Button variant="outline" disabled={intentId === "" || isLoading} onClick={() => void send(true)}>
            查看影响
          </Button>
          <Button disabled={!preview} loading={isLoading} loadingText="归入并训练" onClick={() => void send(false)}>
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
      </Stack>
    </AppDrawer>
  );
}
