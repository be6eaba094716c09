import type { Action } from "@liantai/ui/resource";
import { RecordingsDrawer } from "./recordings-drawer.tsx";
import { ResolvedDrawer } from "./resolved-drawer.tsx";
import { VariablesDrawer } from "./variables-drawer.tsx";
import type { ListedFlow } from "./words.tsx";

/** What a flow is made of and what calls get of it: looked at from the list, without its editor. */
export function useInside(): readonly Action<ListedFlow>[] {
  return [
    { label: "变量", folded: true, sheet: (flow, close) => <VariablesDrawer flow={flow} onClose={() => close()} /> },
    {
      label: "话术录音",
      folded: true,
      sheet: (flow, close) => <RecordingsDrawer flow={flow} onClose={() => close()} />,
    },
    {
      label: "解析结果",
      folded: true,
      shown: ({ version }) => version > 0,
      sheet: (flow, close) => <ResolvedDrawer flow={flow} onClose={() => close()} />,
    },
  ];
}
