import { EditorScreen } from "./editor-screen.tsx";

/** 流程编辑 */
export default function FlowEditorScreen() {
  return <EditorScreen title="流程编辑" flowType={undefined} />;
}
