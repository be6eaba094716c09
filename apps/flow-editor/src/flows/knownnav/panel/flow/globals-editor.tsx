import { Button, Stack, Text } from "@chakra-ui/react";
import type { GlobalNode } from "@liantai/api/flows";
import { PanelNumber, PanelSelect } from "@liantai/ui/board";
import type { Pairs } from "@liantai/ui/board";
import { newTalking, Wordings } from "../wordings/wordings.tsx";

const most = 9;

interface GlobalEditorProps {
  /** 未听懂, 超时 */
  readonly name: string;
  readonly value: GlobalNode;
  readonly known: Pairs;
  readonly voices: Pairs | undefined;
  readonly prompts: Pairs | undefined;
  /** Nodes that the exit may lead to. */
  readonly nodes: Pairs;
  readonly onChange: (value: GlobalNode) => void;
}

/** What is said the first, second ... time, and how often at most. */
export function GlobalEditor({ name, value, known, voices, prompts, nodes, onChange }: GlobalEditorProps) {
  const { talkings, limit, exit = "" } = value;
  return (
    <Stack gap="2" role="group" aria-label={name}>
      <PanelNumber
        label={`${name}的最多次数`}
        value={limit}
        min={1}
        max={most}
        standard={3}
        hint="到了次数就从节点的出口离开；节点可以另设"
        onChange={(next) => onChange({ ...value, limit: next ?? 3 })}
      />
      <PanelSelect
        label={`${name}到次数后的去向`}
        value={exit}
        options={nodes}
        none="不设"
        hint="节点自己的出口没有连接时，走到这里"
        onChange={(next) => onChange({ ...value, exit: next })}
      />
      {talkings.map((own, at) => (
        <Stack key={at} gap="1">
          <Text textStyle="xs" color="fg.muted">
            第{at + 1}次{at === talkings.length - 1 && talkings.length < limit ? "及以后" : ""}
          </Text>
          <Wordings
            label={`${name}第${at + 1}次的话术`}
            talkings={own}
            known={known}
            voices={voices}
            prompts={prompts}
            hearings={false}
            onChange={(next) =>
              onChange({ ...value, talkings: talkings.map((one, index) => (index === at ? next : one)) })
            }
          />
        </Stack>
      ))}
      <Button
        size="2xs"
        variant="outline"
        disabled={talkings.length >= most}
        onClick={() => onChange({ ...value, talkings: [...talkings, [newTalking()]] })}
      >
        添加{name}第{talkings.length + 1}次
      </Button>
      {talkings.length > 0 && (
        <Button size="2xs" variant="ghost" onClick={() => onChange({ ...value, talkings: talkings.slice(0, -1) })}>
          删除{name}第{talkings.length}次
        </Button>
      )}
    </Stack>
  );
}
