import { Box, Button, Heading, HStack, Stack, Table, Text } from "@chakra-ui/react";
import type { ReplyOf } from "@liantai/api/contract";
import type { flowResolvingApi } from "@liantai/api/contract/flow-editor";
import { nodeTypeOf } from "@liantai/api/flows";
import { AppDrawer, ColumnHeads, FailureState, LoadingState } from "@liantai/ui";
import { PanelText } from "@liantai/ui/board";
import { useState } from "react";
import { useEngines } from "../knownnav/panel/index.ts";
import { resolving } from "../knownnav/queries.ts";
import type { ListedFlow } from "./words.tsx";

type Resolved = ReplyOf<typeof flowResolvingApi.transfer>;
type Sub = Resolved["program"]["subs"][string];
type Node = Sub["nodes"][string];

const exitName = ({ type, config }: Node, id: string): string =>
  nodeTypeOf(type)
    ?.exits(config)
    .find((exit) => exit.id === id)?.name ?? id;

/** Where a node leads, as a call goes: 下一步 → 主菜单. */
const waysOf = (sub: Sub, node: Node): string =>
  Object.entries(node.exits)
    .map(([id, target]) => `${exitName(node, id)} → ${sub.nodes[target]?.name ?? target}`)
    .join("；");

function Canvas({ sub, main }: { readonly sub: Sub; readonly main: boolean }) {
  return (
    <Stack as="section" aria-label={sub.name} gap="1">
      <Heading as="h4" textStyle="xs">
        {sub.name}
        {main && "（从这里开始）"}
      </Heading>
      <Table.Root size="sm">
        <ColumnHeads titles={["节点", "类型", "去向"]} />
        <Table.Body>
          {Object.values(sub.nodes).map((node) => (
            <Table.Row key={node.id}>
              <Table.Cell>{node.name}</Table.Cell>
              <Table.Cell whiteSpace="nowrap">{nodeTypeOf(node.type)?.name ?? node.type}</Table.Cell>
              <Table.Cell>{waysOf(sub, node)}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Stack>
  );
}

function useVoiceName(): (voice: Resolved["program"]["voice"]) => string {
  const engines = useEngines();
  return (voice) => {
    if (!voice) return "企业默认音色";
    const engine = engines?.find(({ id }) => id === voice.engineId);
    const name = engine?.voices.find(([id]) => id === voice.voice)?.[1] ?? voice.voice;
    return [engine?.name ?? voice.engineId, name].filter((part) => part !== "").join(" ") || "企业默认音色";
  };
}

function Result({ resolved: { version, program, variables } }: { readonly resolved: Resolved }) {
  const voiceName = useVoiceName();
  const { subs, main } = program;
  const first = variables.map(({ vName, vAlias, value }) => `${vAlias || vName}=${value || "空"}`);
  return (
    <Stack gap="3">
      <Stack gap="0.5" role="status">
        <Text fontWeight="500">这样的来电走第{version}版</Text>
        <Text>音色：{voiceName(program.voice)}</Text>
        <Text>变量初值：{first.length === 0 ? "没有变量" : first.join("，")}</Text>
      </Stack>
      {[main, ...Object.keys(subs).filter((id) => id !== main)].flatMap((id) => {
        const sub = subs[id];
        return sub ? [<Canvas key={id} sub={sub} main={id === main} />] : [];
      })}
    </Stack>
  );
}

/** 解析结果: what a call from a number would be led through now, by the versions and their shares. */
export function ResolvedDrawer({ flow, onClose }: { readonly flow: ListedFlow; readonly onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [callerNumber, ask] = useState("");
  const { currentData, error, refetch } = resolving.transfer.useQuery(
    { body: { flowId: flow.id, callerNumber } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <AppDrawer open title={`${flow.name} 的解析结果`} width="760px" onClose={onClose}>
      <Stack gap="3">
        <HStack
          as="form"
          align="flex-end"
          gap="2"
          onSubmit={(event) => {
            event.preventDefault();
            ask(typed.trim());
          }}
        >
          <Box w="220px" flex="none">
            <PanelText label="主叫号码" value={typed} max={32} onChange={setTyped} />
          </Box>
          <Button type="submit" size="xs">
            解析
          </Button>
          <Text textStyle="xs" color="fg.muted">
            按比例分流时，号码决定走哪一版；不填则看没有号码的来电。
          </Text>
        </HStack>
        {error ? (
          <FailureState error={error} onRetry={() => void refetch()} />
        ) : currentData ? (
          <Result resolved={currentData} />
        ) : (
          <LoadingState />
        )}
      </Stack>
    </AppDrawer>
  );
}
