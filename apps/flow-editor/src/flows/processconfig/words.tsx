import { Badge, HStack, Text } from "@chakra-ui/react";
import type { ReplyOf } from "@liantai/api/contract";
import type { flowApi } from "@liantai/api/contract/flow-editor";
import { flowTypeNames } from "@liantai/api/flows";
import { StatusBadge, type Column, type Option } from "@liantai/ui";

export type ListedFlow = ReplyOf<typeof flowApi.list>["list"][number];

export const typeOptions: readonly Option[] = Object.entries(flowTypeNames).map(([value, label]) => ({
  value: Number(value),
  label,
}));

export const stateOf = ({ version, changed }: Pick<ListedFlow, "version" | "changed">): string =>
  version === 0 ? "草稿" : changed === 1 ? "有未发布修改" : "已发布";

export const columns: readonly Column<ListedFlow>[] = [
  { id: "name", title: "流程名称", width: 160, value: (row) => row.name, sortBy: "name" },
  { id: "flowType", title: "类型", width: 110, value: (row) => flowTypeNames[row.flowType], sortBy: "flowType" },
  {
    id: "state",
    title: "状态",
    width: 150,
    value: stateOf,
    cell: (row) => (
      <HStack gap="1">
        <StatusBadge tone={row.version === 0 ? "offline" : row.changed === 1 ? "busy" : "ready"}>
          {stateOf(row)}
        </StatusBadge>
        {row.enabled === 0 && (
          <Badge size="xs" colorPalette="red">
            停用
          </Badge>
        )}
      </HStack>
    ),
  },
  {
    id: "version",
    title: "版本",
    width: 90,
    value: (row) => (row.version === 0 ? "未发布" : `第${row.version}版`),
    cell: (row) => (
      <Text>
        {row.version === 0 ? "未发布" : `第${row.version}版`}
        {row.shared === 1 && "·分流"}
      </Text>
    ),
  },
  { id: "usedBy", title: "使用处", width: 106, value: (row) => row.usedBy.join("、") },
  { id: "nodeCount", title: "节点", width: 56, align: "end", value: (row) => row.nodeCount },
  { id: "testCount", title: "测试", width: 56, align: "end", value: (row) => row.testCount, optional: true },
  { id: "updatedBy", title: "修改人", width: 84, value: (row) => row.updatedBy, optional: true },
  { id: "updateTime", title: "修改时间", width: 156, value: (row) => row.updateTime, sortBy: "updateTime" },
  { id: "publishTime", title: "发布时间", width: 156, value: (row) => row.publishTime, optional: true },
  { id: "remark", title: "备注", width: 140, value: (row) => row.remark, optional: true },
];
