/** How the own seat is at chats, and how its link is. */
import {
  Box,
  Button,
  Flex,
  HStack,
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
  Text,
} from "@chakra-ui/react";
import { selectSession, useSelector } from "@liantai/api/client";
import { chatAgentStates, type ChatAgentState } from "@liantai/api/contract/im";
import { bus, type LinkState } from "@liantai/bus";
import { useBus } from "@liantai/bus/react";
import { usePolling, useWhenActive } from "@liantai/ui";
import { useEffect, useState, type ReactNode } from "react";
import { agents } from "./queries.ts";

/** Sessions whose first desk has said how the seat signed in. */
const said = new Set<string>();

export function useAgentState() {
  const { user, imStatus } = useSelector(selectSession);
  const { data, error, refetch } = agents.state.useQuery({}, { refetchOnMountOrArgChange: true });
  const [change, { isLoading }] = agents.setState.useMutation();
  const set = async (status: ChatAgentState): Promise<void> => {
    const { error: refused } = await change({ body: { status } });
    if (!refused) bus.publish("chat.agent", { status });
  };
  const again = useWhenActive(() => void refetch());
  useBus("chat.told", ({ cmd }) => {
    if (cmd === 9 || cmd === 10 || cmd === 18) again();
  });
  usePolling(() => void refetch());
  const sessionId = user?.sessionId ?? "";
  const first = data?.status === "offline" && imStatus === 1 && !said.has(sessionId);
  useEffect(() => {
    if (data) said.add(sessionId);
    if (first) void set("online");
    // The first answer decides.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [data === undefined, sessionId]);
  return { data, error, again: () => void refetch(), set, busy: isLoading };
}

const dots: Readonly<Record<ChatAgentState, string>> = {
  online: "green.solid",
  busy: "orange.solid",
  offline: "gray.emphasized",
};

function Line({ children }: { readonly children: ReactNode }) {
  return (
    <HStack role="status" px="3" py="1.5" gap="2" textStyle="xs" bg="orange.subtle" color="orange.fg">
      {children}
    </HStack>
  );
}

/** Stands from the break until the link is up again: tries between say nothing new. */
export function LinkLine({ link }: { readonly link: LinkState }) {
  const [broken, setBroken] = useState(false);
  const breaks = link === "down" || link === "off" || (broken && link !== "up");
  if (breaks !== broken) setBroken(breaks);
  if (!breaks) return null;
  return (
    <Line>
      <Text flex="1">{link === "off" ? "未连接，收不到新消息" : "连接已断开，正在重新连接…"}</Text>
      <Button size="2xs" variant="outline" onClick={() => bus.publish("chat.connect", {})}>
        重新连接
      </Button>
    </Line>
  );
}

interface AgentStateProps {
  readonly state: ReturnType<typeof useAgentState>;
  /** Conversations that are here, as soon as they have come; the server's figure is a moment behind them. */
  readonly open: number | undefined;
}

export function AgentState({ state, open }: AgentStateProps) {
  const { data, busy, set } = state;
  return (
    <Flex align="center" gap="2" px="3" py="2" borderBottomWidth="1px" wrap="wrap">
      <Box as="span" aria-hidden boxSize="8px" borderRadius="full" bg={dots[data?.status ?? "offline"]} />
      <NativeSelectRoot size="xs" w="84px" disabled={!data || busy}>
        <NativeSelectField
          aria-label="会话状态"
          value={data?.status ?? "offline"}
          onChange={(event) => void set(event.target.value as ChatAgentState)}
        >
          {Object.entries(chatAgentStates).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
      {data && (
        <Text
          textStyle="xs"
          color="fg.muted"
          fontVariantNumeric="tabular-nums"
          title="会话数/会话上限，等待您的技能组接待的访客"
        >
          {open ?? data.talking}/{data.most}，排队 {data.waiting}
        </Text>
      )}
    </Flex>
  );
}
