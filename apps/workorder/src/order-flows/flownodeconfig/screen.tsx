import { Box, Flex, HStack, Text } from "@chakra-ui/react";
import { ConfirmDialog, FailureState, LoadingState } from "@liantai/ui";
import { PanelSelect } from "@liantai/ui/board";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { flows } from "../queries.ts";
import { Matrix } from "./matrix.tsx";

/** 流程节点配置: of one flow, what each node shows, requires and locks of each field of its form. */
export default function FlowNodeConfigScreen() {
  const [params, setParams] = useSearchParams();
  const id = params.get("flow") ?? "";
  const [dirty, setDirty] = useState(false);
  const [next, setNext] = useState<string>();
  const { data: all, error, refetch } = flows.list.useQuery({ body: { pageSize: 9_999 } });
  const one = flows.versions.useQuery({ body: { id } }, { skip: id === "", refetchOnMountOrArgChange: true });
  const choose = (flow: string) => setParams(flow === "" ? {} : { flow });
  if (error && !all) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!all) return <LoadingState />;
  return (
    <Flex direction="column" h="full" bg="bg.panel">
      <HStack gap="3" p="3" borderBottomWidth="1px" align="flex-end">
        <Box w="220px">
          <PanelSelect
            label="流程"
            value={id}
            options={all.list.map((flow) => [flow.id, flow.name])}
            none="请选择流程"
            onChange={(flow) => (dirty ? setNext(flow) : choose(flow))}
          />
        </Box>
        <Text color="fg.muted" textStyle="xs" pb="1.5">
          不勾“显示”的字段在该节点不出现，“锁定”的只读；保存到流程的草稿，发布后对新工单生效。
        </Text>
      </HStack>
      {id === "" ? (
        <Text p="6" color="fg.muted">
          {all.list.length === 0 ? "还没有流程，请先在“工单流程”中新增。" : "请选择流程"}
        </Text>
      ) : one.error && !one.currentData ? (
        <FailureState error={one.error} onRetry={() => void one.refetch()} />
      ) : one.currentData ? (
        <Matrix key={id} loaded={one.currentData} reload={async () => (await one.refetch()).data} onDirty={setDirty} />
      ) : (
        <LoadingState />
      )}
      <ConfirmDialog
        open={next !== undefined}
        title="未保存"
        text="字段配置还没有保存，确定要换一个流程吗？"
        confirm="放弃"
        cancel="继续编辑"
        dangerous
        onConfirm={() => {
          choose(next ?? "");
          setDirty(false);
          setNext(undefined);
        }}
        onClose={() => setNext(undefined)}
      />
    </Flex>
  );
}
