import { flowTypes } from "@liantai/api/flows";
import { EditorScreen } from "../knownnav/editor-screen.tsx";

/** 满意度流程: the same editor, for flows of type 3. */
export default function SatisfactionFlowScreen() {
  return <EditorScreen title="满意度流程" flowType={flowTypes.satisfaction} />;
}
