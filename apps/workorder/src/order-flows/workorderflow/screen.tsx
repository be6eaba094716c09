import type { ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { FlowMacros } from "../../automation/macros/flow-macros.tsx";
import { TriggersList } from "../../automation/triggers/triggers-list.tsx";
import { FlowsList } from "./flows-list.tsx";
import { OpenDesigner } from "./open-designer.tsx";
import { segmentOf, Segments, type Segment } from "./segments.tsx";
import { TargetsList } from "./targets/targets-list.tsx";

/** 工单流程: flows and what else goes by itself, or the designer of one; which stands in the address, so that a reload opens it again. */
export default function WorkOrderFlowScreen() {
  const [params, setParams] = useSearchParams();
  const id = params.get("design");
  if (id) return <OpenDesigner key={id} id={id} onClose={() => setParams({})} />;
  const now = segmentOf(params.get("show"));
  const parts: Readonly<Record<Segment, () => ReactNode>> = {
    flows: () => <FlowsList onDesign={(flow) => setParams({ design: flow })} />,
    triggers: () => <TriggersList />,
    macros: () => <FlowMacros />,
    targets: () => <TargetsList />,
  };
  return (
    <Segments now={now} onChange={(show) => setParams(show === "flows" ? {} : { show })}>
      {parts[now]()}
    </Segments>
  );
}
