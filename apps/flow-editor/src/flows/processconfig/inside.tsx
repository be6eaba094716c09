import { useMayPress } from "@liantai/api/client";
import { flowTypes } from "@liantai/api/flows";
import type { Action } from "@liantai/ui/resource";
import { resolving } from "../knownnav/queries.ts";
import { RecordingsDrawer } from "./recordings-drawer.tsx";
import { ResolvedDrawer } from "./resolved-drawer.tsx";
import { VariablesDrawer } from "./variables-drawer.tsx";
import type { ListedFlow } from "./words.tsx";

/** What a flow is made of and what calls get of it: looked at from the list, without its editor. */
export function useInside(): readonly Action<ListedFlow>[] {
  const press = useMayPress("/processconfig");
  const [drop] = resolving.delCacheRedis.useMutation();
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
      // No call is led into a shared sub-process by itself.
      shown: ({ version, flowType }) => version > 0 && flowType !== flowTypes.shared,
      sheet: (flow, close) => <ResolvedDrawer flow={flow} onClose={() => close()} />,
    },
    {
      label: "清除缓存",
      folded: true,
      may: press("flow.publish"),
      shown: ({ version }) => version > 0,
      confirm: ({ name }) => ({
        title: "清除流程缓存",
        text: `各服务器会丢掉“${name}”编译好的版本，下一通来电重新读取。正在通话的来电不受影响；平时发布后会自动更新，不需要清除。`,
      }),
      run: ({ id }) => drop({ body: { pricessIds: [id] } }),
      done: ["流程缓存", "清除", { note: "下一通来电重新读取" }],
    },
  ];
}
