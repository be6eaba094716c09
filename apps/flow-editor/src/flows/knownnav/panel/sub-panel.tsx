import { Heading, Stack, Text } from "@chakra-ui/react";
import type { Classification, SubProcess } from "@liantai/api/flows";
import { PanelSelect, PanelText } from "@liantai/ui/board";
import { Findings } from "./findings.tsx";
import type { Finding } from "./faults.ts";
import { useHeld } from "./held.ts";

const classes = [
  ["2", "子流程"],
  ["3", "问答"],
] as const;

interface SubPanelProps {
  readonly sub: SubProcess;
  /** Names of the others, which this one may not have. */
  readonly taken?: readonly string[];
  readonly findings?: readonly Finding[];
  /** The flow is a shared sub-process. */
  readonly shared?: boolean;
  readonly onChange: (
    patch: Partial<Pick<SubProcess, "subProcessName" | "classification">>,
    subProcessId: string,
  ) => void;
}

function NameField({ sub, taken = [], onChange }: SubPanelProps) {
  const fault = (name: string): string | undefined =>
    name.trim() === "" ? "请输入名称" : taken.includes(name.trim()) ? "已有同名的流程" : undefined;
  const [name, setName] = useHeld(sub.subProcessName, (next) => {
    if (fault(next) === undefined) onChange({ subProcessName: next.trim() }, sub.subProcessId);
  });
  return <PanelText label="名称" value={name} max={30} error={fault(name)} onChange={setName} />;
}

export function SubPanel(props: SubPanelProps) {
  const { sub, findings = [], shared = false, onChange } = props;
  const { subProcessId, classification } = sub;
  return (
    <Stack key={subProcessId} gap="3">
      <Heading as="h3" textStyle="sm">
        {classification === 1 ? "主流程" : "子流程"}
      </Heading>
      <Findings list={findings.filter((one) => one.subProcessId === subProcessId && one.nodeId === "")} />
      <NameField {...props} />
      {classification === 1 ? (
        <Text textStyle="xs" color="fg.muted">
          {shared
            ? "由其他流程的跳转节点调用，走到结束节点时带着结果返回。未听懂、超时的话术和音色用调用它的流程的。"
            : "来电从主流程的开始节点进入。"}
        </Text>
      ) : (
        <PanelSelect
          label="类别"
          value={String(classification)}
          options={classes}
          hint={
            classification === 3
              ? "客户在任何听取语音的节点都可以问到它，答完回到原处"
              : "由跳转节点调用，走到结束节点时带着结果返回"
          }
          onChange={(next) => onChange({ classification: Number(next) as Classification }, subProcessId)}
        />
      )}
    </Stack>
  );
}
