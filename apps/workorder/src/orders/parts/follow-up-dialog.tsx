/** 手动回访 of an order that has ended: the questions of its form, and what else was said. */
import { notifyDone } from "@liantai/api/client";
import { FailureState, LoadingState } from "@liantai/ui";
import { GuardedDialog } from "@liantai/ui/resource";
import { byHand, questions, type useQuestions } from "../../follow-ups/queries.ts";
import { QuestionsForm } from "../../follow-ups/questions-form.tsx";
import type { Order } from "./queries.ts";

type Asked = Parameters<typeof useQuestions>[0];

interface FollowUpDialogProps {
  readonly order: Order;
  readonly onClose: () => void;
}

function Questions({ order, asked, onClose }: FollowUpDialogProps & { readonly asked: Asked }) {
  const [hand] = byHand.hand.useMutation();
  return (
    <QuestionsForm
      asked={asked}
      label="回访"
      textLabel="回访说明"
      submit="完成回访"
      onSend={async (answers, text) => {
        await hand({ body: { id: order.recordId, answers, ...(text !== "" && { text }) } }).unwrap();
        notifyDone("工单", "回访");
      }}
      onClose={onClose}
    />
  );
}

export function FollowUpDialog(props: FollowUpDialogProps) {
  const { order, onClose } = props;
  const { currentData, error, refetch } = questions.find.useQuery({ body: { formId: order.formId } });
  return (
    <GuardedDialog open title="回访" width="520px" onClose={onClose}>
      {currentData ? (
        <Questions {...props} asked={currentData} />
      ) : error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </GuardedDialog>
  );
}
