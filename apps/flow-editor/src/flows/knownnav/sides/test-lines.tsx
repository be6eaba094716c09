import { Button, HStack, IconButton, Stack, Text } from "@chakra-ui/react";
import { PanelSelect, PanelText } from "@liantai/ui/board";
import type { FlowBody } from "@liantai/api/flows";
import { Plus, Trash2 } from "lucide-react";
import { allNodes } from "../model/body.ts";
import { lineKinds, type Line, type TestLines } from "../model/flow-test.ts";
import { TestAudioField } from "./test-audio.tsx";

interface LinesProps {
  readonly flowId: string;
  readonly part: keyof TestLines;
  readonly title: string;
  readonly lines: readonly Line[];
  readonly body: FlowBody;
  readonly onChange: (lines: readonly Line[]) => void;
}

/** Lines of one part of a test: each of its kind, with what belongs to it. */
export function Lines({ flowId, part, title, lines, body, onChange }: LinesProps) {
  const kinds = lineKinds[part];
  const put = (at: number, line: Line) => onChange(lines.with(at, line));
  const first = Object.keys(kinds)[0]!;
  const nodes = () => allNodes(body).map(({ nodeId, nodeName }) => [nodeId, nodeName] as const);
  return (
    <Stack as="section" aria-label={title} gap="1.5">
      <HStack justify="space-between">
        <Text fontWeight="600" textStyle="xs">
          {title}
        </Text>
        <Button
          size="2xs"
          variant="outline"
          aria-label={`添加${title}`}
          onClick={() => onChange([...lines, { kind: first, value: "" }])}
        >
          <Plus aria-hidden />
          添加
        </Button>
      </HStack>
      {lines.map((line, at) => {
        const kind = kinds[line.kind];
        const label = `${title}${at + 1}`;
        return (
          <Stack key={at} gap="1">
            <HStack gap="1.5" align="flex-end">
              <PanelSelect
                label={label}
                value={line.kind}
                options={Object.entries(kinds).map(([id, { label: word }]) => [id, word])}
                onChange={(next) => put(at, { kind: next, value: "" })}
              />
              {kind?.name && (
                <PanelText
                  label={`${label}的${kind.name}`}
                  value={line.name ?? ""}
                  max={30}
                  onChange={(name) => put(at, { ...line, name })}
                />
              )}
              {kind?.choose && (
                <PanelSelect
                  label={`${label}的${kind.label}`}
                  value={line.value}
                  none="请选择"
                  options={kind.choose === "node" ? nodes() : kind.choose}
                  onChange={(value) => put(at, { ...line, value })}
                />
              )}
              {kind?.value && (
                <PanelText
                  label={`${label}的${kind.value}`}
                  value={line.value}
                  max={1_000}
                  onChange={(value) => put(at, { ...line, value })}
                />
              )}
              <IconButton
                size="2xs"
                variant="ghost"
                aria-label={`移除${label}`}
                onClick={() => onChange(lines.toSpliced(at, 1))}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </HStack>
            {kind?.file && (
              <TestAudioField
                {...{ flowId, label }}
                audio={line.audio}
                onChange={(audio) => put(at, { ...line, audio })}
              />
            )}
          </Stack>
        );
      })}
    </Stack>
  );
}
