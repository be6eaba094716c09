import { Button } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { useState } from "react";
import { useFlowSeats } from "../../order-flows/parts/seats.tsx";
import { FormBar } from "../parts/form-bar.tsx";
import { useChosenForm } from "../parts/use-forms.ts";
import { MacrosList } from "./macros-list.tsx";

/** 宏 beside the flows: the own and those of everybody. */
export function FlowMacros() {
  const chosen = useChosenForm();
  const shares = useMayPress("/workorderflow")("macro.share");
  const [adding, add] = useState(false);
  const { form, list, error, retry } = chosen;
  if (error && !form) return <FailureState error={error} onRetry={retry} />;
  if (list?.length === 0)
    return <EmptyState title="还没有已发布的表单" hint="请先在表单管理中发布客户表单或工单表单。" />;
  return (
    <>
      <FormBar chosen={chosen}>
        <Button size="xs" disabled={!form} onClick={() => add(true)}>
          新增
        </Button>
      </FormBar>
      {form ? (
        <MacrosList
          key={form.formId}
          {...{ form, shares, adding }}
          useSeats={useFlowSeats}
          onAdded={() => add(false)}
        />
      ) : (
        <LoadingState />
      )}
    </>
  );
}
