/** 求助: a line to the monitors from within a talk, what came back, and taking it back. Part of the talk's chunk. */
import { useCallback, useEffect, useState } from "react";
import { Box, Button, HStack, Input, Stack, Text } from "@chakra-ui/react";
import { Hand } from "lucide-react";
import { requestHost, send } from "@liantai/api/client";
import type { Endpoint, ReplyOf } from "@liantai/api/contract";
import { assistanceApi, assistanceWays } from "@liantai/api/contract/assistance";
import { useAgentClient } from "./context.ts";
import { useTimerText, type BarModel } from "./model.ts";
import { Panel } from "./panel.tsx";
import { ToolButton } from "./tool-button.tsx";

type Asked = ReplyOf<typeof assistanceApi.mine>[number];

/** What the server answers; a refusal is said by the page, unless nobody asked for it. */
async function request<E extends Endpoint>(endpoint: E, body: object, quiet = false): Promise<ReplyOf<E> | undefined> {
  const host = requestHost();
  const outcome = await send<ReplyOf<E>>(host, { endpoint, body });
  if ("data" in outcome) return outcome.data;
  if (!quiet) host.onFailure(outcome.error);
  return undefined;
}

/** The own request in this call, as it is now. */
function useOwn(callId: string) {
  const { core } = useAgentClient();
  const { bus } = core.ports;
  const [asked, setAsked] = useState<Asked>();
  const look = useCallback(
    async (quiet = false) => {
      const found = await request(assistanceApi.mine, { callId }, quiet);
      if (found) setAsked(found[0]);
    },
    [callId],
  );
  // Asked before the page was loaded anew.
  useEffect(() => void look(true), [look]);
  useEffect(() => bus.subscribe("assistance.changed", () => void look()), [bus, look]);
  return { asked, look };
}

function Ask({ callId, done }: { readonly callId: string; readonly done: () => void }) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    const taken = await request(assistanceApi.ask, { callId, text: text.trim() });
    setBusy(false);
    if (taken !== undefined) done();
  };
  return (
    <HStack
      as="form"
      gap="2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") void ask();
      }}
    >
      <Input
        size="xs"
        aria-label="求助内容"
        placeholder="需要班长帮什么"
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="xs" disabled={busy || text.trim() === ""}>
        求助
      </Button>
    </HStack>
  );
}

function State({
  asked,
  offset,
  onBack,
  onClose,
}: {
  readonly asked: Asked;
  readonly offset: number;
  readonly onBack: () => void;
  readonly onClose: () => void;
}) {
  const waited = useTimerText({ kind: "up", since: asked.askedAt }, offset);
  return (
    <Stack gap="2">
      <Text>{asked.text}</Text>
      {asked.answeredAt === null ? (
        <Text color="fg.muted" fontVariantNumeric="tabular-nums">
          已通知班长，等待 {waited}
        </Text>
      ) : (
        <Text color="fg.success">
          {asked.answeredBy}已应答{asked.way && asked.way !== "line" ? `：${assistanceWays[asked.way]}` : ""}
        </Text>
      )}
      {asked.line && <Text fontWeight="semibold">{asked.line}</Text>}
      <HStack gap="2">
        {asked.answeredAt !== null && (
          <Button size="xs" onClick={onClose}>
            关闭
          </Button>
        )}
        <Button size="xs" variant="outline" colorPalette="gray" onClick={onBack}>
          {asked.answeredAt === null ? "撤回求助" : "结束求助"}
        </Button>
      </HStack>
    </Stack>
  );
}

export function HelpTools({ telephony }: BarModel) {
  const callId = telephony.call?.callId ?? "";
  const { asked, look } = useOwn(callId);
  const [open, setOpen] = useState(false);
  const turn = () => {
    if (!open) void look();
    setOpen(!open);
  };
  const back = async () => {
    if ((await request(assistanceApi.takeBack, { callId })) === undefined) return;
    await look();
    setOpen(false);
  };
  // Help is for a talk with a customer, or a colleague.
  if (telephony.call?.meetingName) return null;
  return (
    <Box position="relative">
      <ToolButton
        label={asked ? "求助中" : "求助"}
        icon={<Hand size={13} />}
        iconOnly
        {...(asked ? { colorPalette: asked.answeredAt === null ? "orange" : "green", variant: "solid" } : {})}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={turn}
      />
      {open && (
        <Panel label="举手求助" onClose={() => setOpen(false)}>
          <Box w="280px">
            {asked ? (
              <State
                asked={asked}
                offset={telephony.clockOffset}
                onBack={() => void back()}
                onClose={() => setOpen(false)}
              />
            ) : (
              <Ask callId={callId} done={() => void look()} />
            )}
          </Box>
        </Panel>
      )}
    </Box>
  );
}
