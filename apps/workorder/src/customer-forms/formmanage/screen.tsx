import { useSearchParams } from "react-router-dom";
import { OpenDesigner } from "./open-designer.tsx";
import { FormsList } from "./forms-list.tsx";

/** 表单管理: the list of forms, or the designer of one; which of them stands in the tab's address, so that a reload opens it again. */
export default function FormManageScreen() {
  const [params, setParams] = useSearchParams();
  const id = params.get("design");
  if (id) return <OpenDesigner key={id} id={id} onClose={() => setParams({})} />;
  return <FormsList onDesign={(form) => setParams({ design: form })} />;
}
