import { Button, Text } from "@chakra-ui/react";
import { useImports } from "@liantai/bus/react";
import { AppDialog, EmptyState, FailureState, LoadingState, recall, remember } from "@liantai/ui";
import { ImportDialog } from "@liantai/ui/resource";
import { useId, useState, type ReactNode } from "react";
import { sheets } from "../../records/parts/queries.ts";
import { useSocketId } from "../../records/parts/socket-id.ts";
import { useUsableFlows } from "./choices.ts";
import { FlowSelect } from "./flow-select.tsx";
import { Labelled } from "./order-head.tsx";

/** A workbook that was checked is saved by the flow that it was checked for, though the dialog was closed meanwhile. */
const chosenFlow = "orders.import.flow";
const isText = (value: unknown): value is string => typeof value === "string";

interface Flow {
  readonly id: string;
  readonly name: string;
  readonly formId: string;
}

interface ImportProps {
  /** Of the list: its flows stand first. */
  readonly formId: string | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function Chosen({
  flows,
  onClose,
  onDone,
}: Omit<ImportProps, "formId"> & { readonly flows: readonly [Flow, ...Flow[]] }) {
  const [asked, setAsked] = useState(() => recall(chosenFlow, isText));
  const flow = flows.find(({ id }) => id === asked) ?? flows[0];
  const id = useId();
  const choose = (next: string) => {
    remember(chosenFlow, next);
    setAsked(next);
  };
  return (
    <ImportDialog
      open
      title="导入工单"
      kind="order"
      useEvents={useImports}
      template={sheets.importTemplate}
      templateQuery={{ formId: flow.formId }}
      templateName={`${flow.name}工单导入模板.xlsx`}
      check={{ kind: "orderCheck", endpoint: sheets.importCheck }}
      endpoint={sheets.importSave}
      fields={{ formId: flow.formId, flowId: flow.id, ...useSocketId() }}
      failed={sheets.importFailed}
      onClose={onClose}
      onDone={onDone}
    >
      <Labelled label="流程" id={id}>
        <FlowSelect id={id} flows={flows} value={flow.id} onChange={choose} />
        <Text color="fg.muted" textStyle="xs">
          每行是一个工单，导入后直接提交，从流程的第一个节点开始办理。
        </Text>
      </Labelled>
    </ImportDialog>
  );
}

/** Each row becomes an order of the flow that is chosen, as if it had been made and submitted by hand. */
export function ImportOrders({ formId, onClose, onDone }: ImportProps) {
  const { list, error, retry } = useUsableFlows();
  const others = (list ?? []).filter((flow) => flow.formId !== formId);
  const [first, ...rest] = [...(list ?? []).filter((flow) => flow.formId === formId), ...others];
  if (first) return <Chosen flows={[first, ...rest]} onClose={onClose} onDone={onDone} />;
  const said = (): ReactNode => {
    if (error) return <FailureState error={error} onRetry={retry} />;
    if (!list) return <LoadingState />;
    return <EmptyState title="还没有可用的工单流程" hint="管理员在“工单流程”中发布并启用后，可以导入工单。" />;
  };
  return (
    <AppDialog open title="导入工单" width="600px" onClose={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      {said()}
    </AppDialog>
  );
}
