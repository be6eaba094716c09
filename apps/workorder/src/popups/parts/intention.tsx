/** 意向等级 of the call, where the enterprise has levels: chosen while one talks, with a score and a note (F84, F109). */
import { Button, HStack, NativeSelect, Text } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import type { intentionLevelApi } from "@liantai/api/contract/workorder";
import { FormDialog } from "@liantai/ui/resource";
import { useState } from "react";
import { levelOptions, levelText, MarkFields, markSchema } from "../../records/intellectleveinfo/mark-fields.tsx";
import { intentions } from "../../records/intellectleveinfo/queries.ts";

type Level = ReplyOf<typeof intentionLevelApi.list>[number];
type Marked = Omit<BodyOf<typeof intentionLevelApi.mark>, "compId" | "callId">;
const nothing = { levelId: "", levelName: "", score: null, note: "" };

/** A score that another level's band has says nothing of this one. */
const fits = ({ minScore, maxScore }: Level, score: number): boolean =>
  minScore === null || maxScore === null || (minScore <= score && score <= maxScore);

function useMark(callId: string, skip: boolean) {
  const [mark, { isLoading }] = intentions.mark.useMutation();
  // Before a reload, or by the flow.
  const { currentData, isFetching, refetch } = intentions.find.useQuery(
    { body: { callId } },
    { skip, refetchOnMountOrArgChange: true },
  );
  /** What is chosen, until the server says it. */
  const [chosen, setChosen] = useState<string>();
  const send = async (what: Marked) => {
    await mark({ body: { callId, ...what } }).unwrap();
    setChosen(what.levelId || undefined);
    notifyDone("意向等级", what.levelId || typeof what.score === "number" ? "保存" : "取消");
    void refetch().then(() => setChosen(undefined));
  };
  return { had: currentData ?? nothing, chosen, send, busy: isLoading || (isFetching && !currentData) };
}

export function Intention({ callId }: { readonly callId: string }) {
  const { data: levels = [] } = intentions.list.useQuery({ body: {} });
  const { had, chosen, send, busy } = useMark(callId, levels.length === 0);
  const [asking, setAsking] = useState(false);
  if (levels.length === 0) return null;
  const level = chosen ?? had.levelId;
  const gone = level !== "" && !levels.some(({ id }) => id === level);
  const choose = (levelId: string) => {
    const to = levels.find(({ id }) => id === levelId);
    const { score, note } = had;
    const kept = to && { score: score !== null && fits(to, score) ? score : null, note };
    // Said by the shell; what stood there stays.
    send({ score: null, note: "", ...kept, levelId }).catch(() => undefined);
  };
  return (
    <HStack gap="2">
      <Text color="fg.muted" whiteSpace="nowrap">
        意向等级
      </Text>
      <NativeSelect.Root size="xs" width="160px" disabled={busy}>
        <NativeSelect.Field
          aria-label="意向等级"
          value={level}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="">未选择</option>
          {gone && <option value={level}>{had.levelName}</option>}
          {levels.map((one) => (
            <option key={one.id} value={one.id}>
              {levelText(one)}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      <Button
        size="xs"
        variant="ghost"
        disabled={busy}
        title={[had.score === null ? "" : `得分${had.score}`, had.note].filter(Boolean).join("，")}
        onClick={() => setAsking(true)}
      >
        得分和说明
      </Button>
      {asking && (
        <FormDialog
          open
          title="意向等级"
          width="420px"
          schema={markSchema}
          values={{ callId, levelId: gone ? "" : level, score: had.score, note: had.note }}
          onSubmit={({ levelId, score, note }) => send({ levelId, score, note })}
          onClose={() => setAsking(false)}
        >
          <MarkFields levels={levelOptions(levels)} />
        </FormDialog>
      )}
    </HStack>
  );
}
