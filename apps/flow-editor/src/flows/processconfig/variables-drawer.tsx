import { Badge, Stack, Table, Text } from "@chakra-ui/react";
import type { ReplyOf } from "@liantai/api/contract";
import type { assignedVariableApi } from "@liantai/api/contract/flow-editor";
import { AppDrawer, ColumnHeads, FailureState, LoadingState } from "@liantai/ui";
import { variables } from "../knownnav/queries.ts";
import type { ListedFlow } from "./words.tsx";

type Variable = ReplyOf<typeof assignedVariableApi.list>[number];

const typeNames: Readonly<Record<Variable["type"], string>> = {
  text: "文字",
  number: "数字",
  boolean: "是或否",
  list: "列表",
};

/** Where a node of another canvas than the main one stands is said, too. */
const placesOf = (nodes: Variable["setBy"]): string =>
  nodes
    .map(({ subProcessName, nodeName }) =>
      [subProcessName, nodeName || "未命名节点"].filter((part) => part !== "").join(" / "),
    )
    .join("；");

/** What is wrong with how it is used; '': nothing. */
function noteOf({ system, value, setBy, readBy }: Variable): string {
  if (system === 1) return "";
  if (setBy.length === 0 && value === "" && readBy.length > 0) return "没有赋值就被使用";
  return setBy.length === 0 && readBy.length === 0 ? "没有用到" : "";
}

function Rows({ list }: { readonly list: readonly Variable[] }) {
  return (
    <Table.Root size="sm" aria-label="变量">
      <ColumnHeads titles={["变量", "类型", "初值", "在哪里赋值", "在哪里使用"]} />
      <Table.Body>
        {list.map((one) => (
          <Table.Row key={one.vName}>
            <Table.Cell>
              {one.vAlias === "" ? one.vName : `${one.vAlias}（${one.vName}）`}
              {noteOf(one) !== "" && (
                <Badge ms="1.5" size="xs" colorPalette="orange">
                  {noteOf(one)}
                </Badge>
              )}
            </Table.Cell>
            <Table.Cell whiteSpace="nowrap">{typeNames[one.type]}</Table.Cell>
            <Table.Cell wordBreak="break-all">{one.value}</Table.Cell>
            <Table.Cell>{one.system === 1 ? "系统" : placesOf(one.setBy)}</Table.Cell>
            <Table.Cell>{placesOf(one.readBy)}</Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  );
}

/** 变量: what the draft collects, which nodes set it and which read it; the engine's own variables that it reads. */
export function VariablesDrawer({ flow, onClose }: { readonly flow: ListedFlow; readonly onClose: () => void }) {
  const { data, error, refetch } = variables.list.useQuery(
    { body: { flowId: flow.id } },
    { refetchOnMountOrArgChange: true },
  );
  // The engine has a dozen, and all flows have them: those that this one reads are of interest.
  const shown = data?.filter(({ system, readBy }) => system === 0 || readBy.length > 0);
  return (
    <AppDrawer open title={`${flow.name} 的变量`} width="760px" onClose={onClose}>
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : !shown ? (
        <LoadingState />
      ) : (
        <Stack gap="2">
          <Text textStyle="xs" color="fg.muted">
            按草稿列出；变量在编辑器的“属性”中增减，由按键收集、语音识别、变量等节点赋值。
          </Text>
          {shown.length === 0 ? <Text role="status">这个流程没有用到变量。</Text> : <Rows list={shown} />}
        </Stack>
      )}
    </AppDrawer>
  );
}
