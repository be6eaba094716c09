/** Whom to consult or to bring into a conference, or where to send the call: a colleague, a skill group, or a number typed. */
import { useMemo, useState } from "react";
import { Box, Button, HStack, Input, Stack, Text } from "@chakra-ui/react";
import { seatStatus, seatStatusText } from "@liantai/api/contract";
import type { AskTarget } from "../agent-client/talk-actions.ts";
import type { Colleagues } from "../agent-client/ports.ts";
import { useAgentClient } from "./context.ts";
import { Panel } from "./panel.tsx";
import { useAsked } from "./use-asked.ts";

export interface TargetPanelProps {
  readonly purpose: "consult" | "transfer" | "invite";
  readonly onClose: () => void;
}

interface Choice {
  readonly key: string;
  readonly name: string;
  readonly remark: string;
  /** It can be chosen now. */
  readonly open: boolean;
  readonly target: AskTarget;
}

/** Ready and busy colleagues may be asked; who talks or is away may not. */
const free = (code: number): boolean =>
  code === seatStatus.idle || code === seatStatus.busy || code === seatStatus.afterCall;

const choicesOf = ({ agents, groups }: Colleagues, purpose: TargetPanelProps["purpose"]): readonly Choice[] => [
  ...agents.map(({ agentId, name, extension, code, statusName }) => ({
    key: `a${agentId}`,
    name: `${name} ${agentId}${extension === agentId ? "" : `（分机${extension}）`}`,
    remark: seatStatusText(code, statusName),
    open: free(code),
    target: { agentId },
  })),
  ...groups.map(({ id, name, ready }) => ({
    key: `g${id}`,
    name: `技能组 ${name}`,
    remark: ready > 0 ? `空闲${ready}人` : "无空闲坐席",
    // A call can wait in a group, a question cannot.
    open: purpose === "transfer" || ready > 0,
    target: { skillGroup: id },
  })),
];

const words = { consult: ["咨询", "发起咨询"], transfer: ["转接", "转接"], invite: ["邀请成员", "邀请"] } as const;
const digits = /^[0-9*#]{1,20}$/;

export function TargetPanel({ purpose, onClose }: TargetPanelProps) {
  const { actions } = useAgentClient();
  const found = useAsked("colleagues");
  const [typed, setTyped] = useState("");
  const [asking, setAsking] = useState(false);
  const [title, verb] = words[purpose];
  const text = typed.trim();
  const choices = useMemo(
    () => (typeof found === "object" ? choicesOf(found, purpose).filter(({ name }) => name.includes(text)) : []),
    [found, purpose, text],
  );
  const choose = async (target: AskTarget) => {
    setAsking(true);
    const done = await actions[purpose](target);
    setAsking(false);
    if (done) onClose();
  };
  return (
    <Panel label={title} onClose={onClose}>
      <Stack gap="2" w="280px">
        <HStack
          as="form"
          gap="2"
          onSubmit={(event) => {
            event.preventDefault();
            if (digits.test(text)) void choose({ number: text });
          }}
        >
          <Input
            size="xs"
            aria-label={`${title}的坐席、技能组或号码`}
            placeholder="坐席、技能组或号码"
            autoComplete="off"
            maxLength={30}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" size="xs" disabled={asking || !digits.test(text)}>
            {verb}
          </Button>
        </HStack>
        <Stack gap="0.5" maxH="260px" overflowY="auto" role="list" aria-label="可选的坐席和技能组">
          {found === undefined && (
            <Text px="2" color="fg.muted">
              正在加载…
            </Text>
          )}
          {found === "failed" && (
            <Text px="2" color="fg.error">
              坐席列表加载失败，仍可输入号码
            </Text>
          )}
          {typeof found === "object" && choices.length === 0 && (
            <Text px="2" color="fg.muted">
              {text === "" ? "没有其他坐席和技能组" : "没有符合的坐席或技能组，可直接按号码呼叫"}
            </Text>
          )}
          {choices.map(({ key, name, remark, open, target }) => (
            <Box key={key} role="listitem">
              <Button
                size="xs"
                variant="ghost"
                colorPalette="gray"
                w="100%"
                justifyContent="space-between"
                disabled={asking || !open}
                onClick={() => void choose(target)}
              >
                <Text as="span" truncate>
                  {name}
                </Text>
                <Text as="span" textStyle="xs" color="fg.muted" flexShrink="0">
                  {remark}
                </Text>
              </Button>
            </Box>
          ))}
        </Stack>
      </Stack>
    </Panel>
  );
}
