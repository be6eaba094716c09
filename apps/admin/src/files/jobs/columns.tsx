import { Box, HStack, Text } from "@chakra-ui/react";
import { jobStateNames } from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";
import { sizeText, stateTones, type Job } from "./model.ts";

/** A job whose size nobody knows shows how many rows it has. */
function Progress({ job: { state, progress, rows, error } }: { readonly job: Job }) {
  const count = rows > 0 ? `${rows.toLocaleString("zh-CN")} 条` : "";
  if (state === "failed")
    return (
      <Text truncate color="fg.error" title={error}>
        {error}
      </Text>
    );
  if (state !== "running" && state !== "waiting") return <Text color="fg.muted">{count}</Text>;
  return (
    <HStack gap="2">
      <Box
        role="progressbar"
        aria-label="导出进度"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
        flex="1"
        h="6px"
        minW="48px"
        borderRadius="full"
        bg="bg.emphasized"
        overflow="hidden"
      >
        <Box h="full" w={`${progress}%`} bg="accent.solid" transition="width 0.3s" />
      </Box>
      <Text textStyle="xs" color="fg.muted" whiteSpace="nowrap">
        {progress > 0 ? `${progress}%` : count || "0%"}
      </Text>
    </HStack>
  );
}

/** `everybody`: jobs of others are listed too. */
export const jobColumns = (everybody: boolean, kinds: boolean): readonly Column<Job>[] => [
  { id: "name", title: "文件名称", width: 222, value: (r) => r.name, sortBy: "name" },
  ...(kinds ? [{ id: "kind", title: "类型", width: 100, value: (r: Job) => r.kindName, optional: true }] : []),
  {
    id: "state",
    title: "状态",
    width: 86,
    value: (r) => jobStateNames[r.state],
    cell: (r) => <StatusBadge tone={stateTones[r.state]}>{jobStateNames[r.state]}</StatusBadge>,
  },
  { id: "progress", title: "进度", width: 110, value: (r) => r.progress, cell: (r) => <Progress job={r} /> },
  {
    id: "bytes",
    title: "大小",
    width: 76,
    align: "end",
    value: (r) => r.bytes || null,
    cell: (r) => sizeText(r.bytes) || "—",
    sortBy: "bytes",
  },
  ...(everybody ? [{ id: "owner", title: "创建人", width: 76, value: (r: Job) => r.ownerName }] : []),
  { id: "createTime", title: "创建时间", width: 156, value: (r) => r.createTime, sortBy: "createTime" },
  { id: "finishTime", title: "完成时间", width: 156, value: (r) => r.finishTime, optional: true },
  { id: "expireTime", title: "有效期至", width: 156, value: (r) => (r.state === "done" ? r.expireTime : null) },
];
