import { Badge, Button, Flex, Text } from "@chakra-ui/react";
import { formatTime } from "@liantai/api/contract";
import { DataTable, type Column } from "@liantai/ui";
import { useActionColumn, type Action } from "@liantai/ui/resource";
import { useState } from "react";
import { LookUpTables } from "../../flows/contents/look-up-tables.tsx";
import { SharedPrompts } from "../../flows/contents/shared-prompts.tsx";
import type { ShownCall } from "./calls.ts";
import { useRobotMonitor, useTakeOver } from "./model.ts";
import { Talk } from "./talk.tsx";

const columns: readonly Column<ShownCall>[] = [
  { id: "number", title: "客户号码", width: 128, value: (c) => c.number || "未知号码" },
  { id: "robotName", title: "机器人", width: 104, value: (c) => c.robotName || "未指定" },
  { id: "flowName", title: "流程", width: 120, value: (c) => c.flowName },
  { id: "node", title: "当前节点", width: 114, value: (c) => c.node },
  { id: "said", title: "最近一句", width: 220, value: (c) => c.dialogue.at(-1)?.text ?? "" },
  { id: "since", title: "开始时间", width: 96, value: (c) => c.since, cell: (c) => formatTime(c.since).slice(11) },
  { id: "line", title: "线路", width: 100, value: (c) => c.line, optional: true },
  { id: "accessNumber", title: "接入号码", width: 90, value: (c) => c.accessNumber, optional: true },
];

/** Beside a talk, which shows what was said last, the rest is as wide as the list at 1280 px with the open menu. */
const besideTalk = columns.map((column) => (column.id === "said" ? { ...column, optional: true } : column));

interface LineUse {
  readonly id: string;
  readonly name: string;
  readonly concurrency: number;
  readonly serves: boolean;
  readonly expired: boolean;
  readonly used: number;
}

/** Lines used of all. One that is disabled or has expired serves nobody, and may still have calls. */
function Lines({ lines }: { readonly lines: readonly LineUse[] }) {
  const all = lines.reduce((sum, { serves, concurrency }) => sum + (serves ? concurrency : 0), 0);
  const used = lines.reduce((sum, line) => sum + line.used, 0);
  return (
    <Flex align="center" gap="2" wrap="wrap" role="group" aria-label="机器人线路">
      <Text textStyle="sm" fontWeight="medium">
        线路 {used}/{all}
      </Text>
      {lines.map(({ id, name, used: taken, concurrency, serves, expired }) => (
        <Badge key={id} size="sm" colorPalette={serves ? (taken >= concurrency ? "orange" : "green") : "gray"}>
          {name}{" "}
          {serves ? `${taken}/${concurrency}` : `${expired ? "已到期" : "已停用"}${taken > 0 ? `（${taken}）` : ""}`}
        </Badge>
      ))}
      {lines.length === 0 && (
        <Text textStyle="sm" color="fg.muted">
          企业没有机器人线路，机器人流程不能接听
        </Text>
      )}
    </Flex>
  );
}

/** 机器人监控 */
export default function RobotMonitorScreen() {
  const { list, lines, chosen, choose } = useRobotMonitor();
  const takeOver = useTakeOver();
  const [beside, setBeside] = useState<"tables" | "prompts">();
  const actions: readonly Action<ShownCall>[] = [
    { label: "对话", may: true, run: ({ callId }) => choose(callId) },
    {
      label: "接管",
      may: takeOver.may,
      disabled: ({ taking }) => taking !== null && "正在接管",
      run({ callId }) {
        choose(callId);
        takeOver.run(callId);
      },
    },
  ];
  const shown = useActionColumn(chosen ? besideTalk : columns, actions, 110);
  return (
    <Flex gap="3" p="3" h="full" minH="420px">
      <Flex direction="column" flex="1" minW="0" minH="0">
        <DataTable
          id="robotmonitor"
          label="机器人通话"
          columns={shown.columns}
          rowId={({ callId }) => callId}
          list={list}
          empty={{ title: "此刻没有机器人通话", hint: "有来电进入机器人流程时会自动出现。" }}
          toolbar={
            <Flex align="center" justify="space-between" gap="2" wrap="wrap" flex="1">
              <Lines lines={lines} />
              <Flex gap="1">
                <Button size="xs" variant="outline" onClick={() => setBeside("prompts")}>
                  共享话术
                </Button>
                <Button size="xs" variant="outline" onClick={() => setBeside("tables")}>
                  查找表
                </Button>
              </Flex>
            </Flex>
          }
        />
        {shown.opened}
        {beside === "tables" && <LookUpTables onClose={() => setBeside(undefined)} />}
        {beside === "prompts" && <SharedPrompts onClose={() => setBeside(undefined)} />}
      </Flex>
      {chosen && <Talk call={chosen} takeOver={takeOver} onClose={() => choose(undefined)} />}
    </Flex>
  );
}
