import { Button, Stack, Table, Text } from "@chakra-ui/react";
import { dependencyKinds } from "@liantai/api/contract/flow-editor";
import { AppDialog, ColumnHeads, FailureState, LoadingState } from "@liantai/ui";
import { PanelSelect } from "@liantai/ui/board";
import { useState } from "react";
import { Picker } from "../knownnav/panel/fields/pickers.tsx";
import { useSurroundings } from "../knownnav/panel/index.ts";
import { versions } from "../knownnav/queries.ts";

type Kind = keyof typeof dependencyKinds;

interface DependentsProps {
  readonly onOpen: (flow: { readonly id: string; readonly flowType: number }) => void;
  readonly onClose: () => void;
}

function Found({ kind, id, onOpen }: { readonly kind: Kind; readonly id: string } & Pick<DependentsProps, "onOpen">) {
  const { data, error, refetch } = versions.dependents.useQuery(
    { body: { kind, dependencyId: id } },
    { refetchOnMountOrArgChange: true },
  );
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const { flows, others } = data;
  if (flows.length + others.length === 0) return <Text role="status">没有地方使用它。</Text>;
  const elsewhere = others.length > 0 && <Text role="status">其他使用处：{others.join("、")}</Text>;
  if (flows.length === 0) return elsewhere;
  return (
    <>
      <Table.Root size="sm" aria-label="使用它的流程">
        <ColumnHeads titles={["流程", "在哪里", "节点", "操作"]} />
        <Table.Body>
          {flows.map(({ flowId, flowName, flowType, draft, running, nodes }) => (
            <Table.Row key={flowId}>
              <Table.Cell>{flowName}</Table.Cell>
              <Table.Cell>
                {[draft === 1 ? "草稿" : "", running === 1 ? "运行中的版本" : ""]
                  .filter((one) => one !== "")
                  .join("、")}
              </Table.Cell>
              <Table.Cell>
                {nodes
                  .map(({ nodeName, subProcessName, version }) => {
                    const name = nodeName === "" ? subProcessName : nodeName;
                    return kind === "sharedFlow" ? `${name}（${version === 0 ? "最新版本" : `第${version}版`}）` : name;
                  })
                  .join("、")}
              </Table.Cell>
              <Table.Cell>
                <Button
                  size="2xs"
                  variant="outline"
                  aria-label={`打开${flowName}`}
                  onClick={() => onOpen({ id: flowId, flowType })}
                >
                  打开
                </Button>
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
      {elsewhere}
    </>
  );
}

/** Which flows use a voice, a skill group, an interface … */
export function DependentsDialog({ onOpen, onClose }: DependentsProps) {
  const { things } = useSurroundings("");
  const [kind, setKind] = useState<Kind>("voice");
  const [id, setId] = useState("");
  return (
    <AppDialog open title="依赖查询" width="640px" onClose={onClose}>
      <Stack gap="3" minH="200px">
        <PanelSelect
          label="类型"
          value={kind}
          options={Object.entries(dependencyKinds)}
          onChange={(next) => {
            setKind(next as Kind);
            setId("");
          }}
        />
        <Picker label={dependencyKinds[kind]} value={id} options={things[kind]} onChange={setId} />
        {id !== "" && <Found key={`${kind} ${id}`} kind={kind} id={id} onOpen={onOpen} />}
      </Stack>
    </AppDialog>
  );
}
