/** 满意度表单: what follow-ups of a form ask. */
import { Box, Button, Flex, HStack, Stack, Text } from "@chakra-ui/react";
import { claimFailure, notifyDone, useMayPress } from "@liantai/api/client";
import { followUpLimits } from "@liantai/api/contract/workorder";
import { sameValue, type FormField } from "@liantai/api/forms";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { PanelSelect } from "@liantai/ui/board";
import { isFailure, useUnsaved } from "@liantai/ui/resource";
import { Plus } from "lucide-react";
import { useState } from "react";
import { questions, useChoices } from "../queries.ts";
import { newQuestion, QuestionCard } from "./question-card.tsx";

interface EditorProps {
  readonly formId: string;
  readonly kept: readonly FormField[];
  readonly revision: number;
}

function Editor({ formId, kept, revision }: EditorProps) {
  const may = useMayPress("/followuplist")("followUpSatisfaction.save");
  const [fields, setFields] = useState(kept);
  const [said, setSaid] = useState<string>();
  const [save, { isLoading }] = questions.save.useMutation();
  const dirty = !sameValue(fields, kept);
  useUnsaved(dirty);
  const send = async () => {
    setSaid(undefined);
    try {
      await save({ body: { formId, fields, revision } }).unwrap();
      notifyDone("满意度表单", "保存");
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      setSaid(error.text);
    }
  };
  const step = (at: number, by: 1 | -1) => setFields(fields.toSpliced(at, 1).toSpliced(at + by, 0, fields[at]!));
  return (
    <Stack gap="3" maxW="720px">
      {fields.map((field, at) => (
        <QuestionCard
          key={field.name}
          field={field}
          at={at}
          last={at === fields.length - 1}
          disabled={!may}
          onChange={(next) => setFields(fields.with(at, next))}
          onStep={(by) => step(at, by)}
          onRemove={() => setFields(fields.toSpliced(at, 1))}
        />
      ))}
      {said !== undefined && (
        <Text role="alert" color="fg.error">
          {said}
        </Text>
      )}
      {may && (
        <HStack>
          <Button
            size="xs"
            variant="outline"
            disabled={fields.length >= followUpLimits.questions}
            onClick={() => setFields([...fields, newQuestion(fields)])}
          >
            <Plus aria-hidden />
            添加问题
          </Button>
          <Button size="xs" loading={isLoading} disabled={!dirty || fields.length === 0} onClick={() => void send()}>
            保存
          </Button>
        </HStack>
      )}
    </Stack>
  );
}

function OfForm({ formId }: { readonly formId: string }) {
  const { currentData, error, refetch } = questions.find.useQuery({ body: { formId } });
  if (error && !currentData) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!currentData) return <LoadingState />;
  const { fields, revision, updatedBy, updateTime } = currentData;
  return (
    <Stack gap="3">
      <Text color="fg.muted" textStyle="xs">
        {revision === 0
          ? "尚未设置，回访时使用以下常用问题。"
          : `${updatedBy} 于 ${updateTime} 保存。已完成的回访保留当时的问题。`}
      </Text>
      <Editor key={revision} formId={formId} kept={fields} revision={revision} />
    </Stack>
  );
}

export function QuestionsView() {
  const { forms } = useChoices();
  const [chosen, setChosen] = useState("");
  const formId =
    forms.find(({ id }) => id === chosen)?.id ?? (forms.find((one) => one.formType === "workOrder") ?? forms[0])?.id;
  if (formId === undefined) return <EmptyState title="还没有已发布的表单" hint="先在“表单管理”中发布表单。" />;
  return (
    <Flex direction="column" gap="3" h="full" overflowY="auto" p="3">
      <Box w="240px">
        <PanelSelect
          label="表单"
          value={formId}
          options={forms.map(({ id, name }) => [id, name] as const)}
          onChange={setChosen}
        />
      </Box>
      <OfForm key={formId} formId={formId} />
    </Flex>
  );
}
