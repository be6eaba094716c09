import { useSearchParams } from "react-router-dom";
import { FlowsList } from "./flows-list.tsx";
import { OpenDesigner } from "./open-designer.tsx";

/** 工单流程: the list of flows, or the designer of one; which of them stands in the tab's address, so that a reload opens it again. */
export default function WorkOrderFlowScreen() {
  const [params, setParams] = useSearchParams();
  const id = params.get("design");
  if (id) return <OpenDesigner key={id} id={id} onClose={() => setParams({})} />;
  return <FlowsList onDesign={(flow) => setParams({ design: flow })} />;
}
