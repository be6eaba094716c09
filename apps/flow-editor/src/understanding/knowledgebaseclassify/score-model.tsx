import { Button, HStack, IconButton, Stack, Text } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import {
  addendKinds,
  hangUpSides,
  levelLimits,
  scoreModelApi,
  type Criterion,
  type HangUpSide,
} from "@liantai/api/contract/flow-editor";
import { AppDrawer, EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { FormDrawer, NumberField, Outcome, sending } from "@liantai/ui/resource";
import { Plus, X } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { scoreModel } from "../parts/queries.ts";
import { CriterionFields, newCriterion, units } from "./criterion.tsx";

const blank = { ...newCriterion, points: "" };

/** 说出意图“价格”, 通话时长至少30秒, 客户挂机 */
function said({ kind, least, text }: Criterion, intentName: string): string {
  if (kind === "hangUp") return hangUpSides[text as HangUpSide] ?? addendKinds[kind];
  if (kind === "seconds" || kind === "turns") return `${addendKinds[kind]}至少${least}${units[kind]}`;
  return `${addendKinds[kind]}“${kind === "intent" ? intentName : text}”`;
}

function Addend({ at, onRemove }: { readonly at: number; readonly onRemove: () => void }) {
  return (
    <HStack align="start" gap="2">
      <CriterionFields path={`addends.${at}`} label="加分项" />
      <NumberField name={`addends.${at}.points`} label="分值" min={-100} max={100} width="100px" />
      <IconButton mt="5" size="xs" variant="ghost" aria-label={`移除第${at + 1}项`} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </HStack>
  );
}

function Addends({ editable }: { readonly editable: boolean }) {
  const { fields, append, remove } = useFieldArray({ name: "addends" });
  return (
    <>
      <Text color="fg.muted" textStyle="xs">
        每项在一通通话里最多计一次，合计后取0到100分；负分为减分。
      </Text>
      <Stack gap="2" role="group" aria-label="加分项">
        {fields.map(({ id }, at) => (
          <Addend key={id} at={at} onRemove={() => remove(at)} />
        ))}
        {editable && (
          <Button
            size="xs"
            variant="outline"
            alignSelf="start"
            disabled={fields.length >= levelLimits.addends}
            onClick={() => append(blank)}
          >
            <Plus aria-hidden />
            增加加分项
          </Button>
        )}
      </Stack>
    </>
  );
}

/** 评分模型: all addends of the enterprise at once. */
export function ScoreModel({ onClose }: { readonly onClose: (outcome?: Outcome) => void }) {
  const editable = useMayPress("/knowledgebaseclassify")("scoreModel.save");
  const [save] = scoreModel.save.useMutation();
  const { data, isError, error, refetch } = scoreModel.list.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  if (!data || !editable)
    return (
      <AppDrawer open title="评分模型" width="600px" onClose={() => onClose()}>
        {isError ? (
          <FailureState error={error} onRetry={() => void refetch()} />
        ) : data?.length === 0 ? (
          <EmptyState title="还没有加分项" />
        ) : data ? (
          <Stack as="ul" gap="1">
            {data.map(({ id, intentName, points, ...of }) => (
              <Text as="li" key={id}>
                {said(of, intentName)}：{points}分
              </Text>
            ))}
          </Stack>
        ) : (
          <LoadingState />
        )}
      </AppDrawer>
    );
  const addends = data.map(({ kind, intentId, least, text, points }) => ({
    ...{ kind, intentId: intentId ?? "", least, text: text ?? "", points },
  }));
  return (
    <FormDrawer
      open
      title="评分模型"
      width="600px"
      values={{ addends }}
      {...sending(scoreModelApi.save.body!, async (body) => {
        await save({ body }).unwrap();
        onClose(new Outcome({ done: ["评分模型", "保存"] }));
      })}
      onClose={() => onClose()}
    >
      <Addends editable={editable} />
    </FormDrawer>
  );
}
