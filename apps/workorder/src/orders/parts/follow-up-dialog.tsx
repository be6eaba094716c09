/** 手动回访 of an order that has ended: the questions of its form, and what else was said. */
import { Button, Stack } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import type { GivenValues } from "@liantai/api/forms";
import { AppDialog, FailureState, LoadingState } from "@liantai/ui";
import { PanelText } from "@liantai/ui/board";
import { DynamicForm, serverSources, useDynamicForm } from "@liantai/ui/dynamic";
import { useMemo, useState } from "react";
import { byHand, questions, questionsOf } from "../../follow-ups/queries.ts";
import type { Order } from "./queries.ts";

type Asked = Parameters<typeof questionsOf>[0];

interface FollowUpDialogProps {
  readonly order: Order;
  readonly onClose: () => void;
}

function Questions({ order, asked, onClose }: FollowUpDialogProps & { readonly asked: Asked }) {
  const form = useMemo(() => questionsOf(asked), [asked]);
  const [sources] = useState(() => serverSources());
  const store = useDynamicForm({ form, sources });
  const [text, setText] = useState("");
  const [hand] = byHand.hand.useMutation();
  const send = async (answers: GivenValues) => {
    await hand({ body: { id: order.recordId, answers, ...(text.trim() !== "" && { text }) } }).unwrap();
    notifyDone("工单", "回访");
    onClose();
  };
  return (
    <Stack gap="3">
      <PanelText label="回访说明" value={text} max={500} area onChange={setText} />
      <DynamicForm
        store={store}
        label="回访"
        submit="完成回访"
        onSubmit={send}
        footer={
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            取消
          </Button>
        }
      />
    </Stack>
  );
}

export function FollowUpDialog(props: FollowUpDialogProps) {
  const { order, onClose } = props;
  const { currentData, error, refetch } = questions.find.useQuery({ body: { formId: order.formId } });
  return (
    <AppDialog open title="回访" width="520px" onClose={onClose}>
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : currentData ? (
        <Questions {...props} asked={currentData} />
      ) : (
        <LoadingState />
      )}
    </AppDialog>
  );
}
