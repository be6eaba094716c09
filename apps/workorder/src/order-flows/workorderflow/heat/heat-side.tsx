import { Badge, Box, Button, Heading, HStack, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import { heatFigures, heatFormulas, type HeatFigure } from "@liantai/api/contract/work-orders";
import { FailureState, LoadingState } from "@liantai/ui";
import { PanelSelect } from "@liantai/ui/board";
import { useState } from "react";
import { Side } from "../panel/panel.tsx";
import { type Heat, type NodeHeat, periods, spentText } from "./heat.ts";
import { OrdersBehind, type Behind } from "./orders-behind.tsx";

const figures = Object.keys(heatFigures) as HeatFigure[];
const textOf = (node: NodeHeat, figure: HeatFigure): string =>
  figure === "median" || figure === "p90" ? spentText(node[figure]) : String(node[figure]);
const countOf = (node: NodeHeat, figure: HeatFigure): number => (figure === "now" ? node.now : node.stays);

interface NodeProps {
  readonly node: NodeHeat;
  readonly onShow: (nodeId: string) => void;
  readonly onBehind: (behind: Behind) => void;
}

function NodeFigures({ node, onShow, onBehind }: NodeProps) {
  return (
    <Box as="li" borderWidth="1px" borderRadius="md" p="2">
      <HStack justify="space-between" gap="1">
        <Button size="2xs" variant="plain" px="0" fontWeight="600" onClick={() => onShow(node.nodeId)}>
          {node.name}
        </Button>
        {node.gone && (
          <Badge size="xs" colorPalette="gray">
            新版本中没有
          </Badge>
        )}
      </HStack>
      <SimpleGrid columns={2} columnGap="2" mt="1">
        {figures.map((figure) => (
          <Button
            key={figure}
            size="2xs"
            variant="ghost"
            justifyContent="space-between"
            px="1"
            aria-label={`${node.name}的${heatFigures[figure]}：${textOf(node, figure)}`}
            title={`${heatFormulas[figure](node.stays)}。点击查看工单`}
            disabled={countOf(node, figure) === 0}
            onClick={() =>
              onBehind({
                nodeId: node.nodeId,
                which: figure === "now" ? "now" : "stays",
                title: `${node.name}：${figure === "now" ? "当前工单" : "已离开的停留"}`,
              })
            }
          >
            <Text as="span" color="fg.muted" fontWeight="400">
              {heatFigures[figure]}
            </Text>
            <Text as="span" fontVariantNumeric="tabular-nums">
              {textOf(node, figure)}
            </Text>
          </Button>
        ))}
      </SimpleGrid>
    </Box>
  );
}

interface SideProps {
  readonly heat: Heat;
  readonly onShow: (nodeId: string) => void;
}

/** 耗时: of each node how many orders are there, and how long they stayed; a press shows which they are. */
export function HeatSide({ heat, onShow }: SideProps) {
  const { asked, period, setPeriod, data, error, retry } = heat;
  const [behind, setBehind] = useState<Behind>();
  return (
    <Side label="节点耗时">
      <Heading as="h3" textStyle="sm">
        节点耗时
      </Heading>
      <PanelSelect
        label="统计时间"
        value={String(period)}
        options={Object.entries(periods)}
        onChange={(next) => setPeriod(Number(next) as typeof period)}
      />
      {error && <FailureState error={error} onRetry={retry} />}
      {!error && !data && <LoadingState />}
      {data && (
        <>
          <Text color="fg.muted" textStyle="xs">
            {data.timeRule === "" ? "按自然时间计" : `按时间规则“${data.timeRule}”计`}
            ，挂起的时间不计。颜色越深，中位用时越长。把鼠标放在数字上可以看算法。
          </Text>
          {data.cut && (
            <Text color="fg.warning" textStyle="xs">
              数据较多，只统计了最近离开的部分，请缩短统计时间。
            </Text>
          )}
          {data.nodes.length === 0 && <Text color="fg.muted">流程发布后，这里显示各节点的耗时。</Text>}
          <Stack as="ul" gap="2" listStyleType="none" aria-label="各节点耗时">
            {data.nodes.map((node) => (
              <NodeFigures key={node.nodeId} node={node} onShow={onShow} onBehind={setBehind} />
            ))}
          </Stack>
        </>
      )}
      {behind && <OrdersBehind asked={asked} behind={behind} onClose={() => setBehind(undefined)} />}
    </Side>
  );
}
