/** 留言派送: a message that the agent may take, until its time is over (docs/protocol.md Q15). A chunk of its own. */
import { useEffect, useState } from "react";
import { Button, HStack, Text } from "@chakra-ui/react";
import { formatTime, type MessageOffer } from "@liantai/api/contract";
import { openCall } from "@liantai/bus";
import { clockText } from "./bar-view.ts";
import { useAgentClient } from "./context.ts";
import { useTimerText } from "./model.ts";
import { PromptBox } from "./prompt-box.tsx";

const noticeId = "message-offer";

interface OfferCardProps {
  readonly offer: MessageOffer | null;
  readonly offset: number;
}

function Card({ offer, offset }: OfferCardProps & { readonly offer: MessageOffer }) {
  const { core } = useAgentClient();
  const { id, callId, number, groupName, leftAt, lengthS, endsAt } = offer;
  const [busy, setBusy] = useState(false);
  const left = useTimerText({ kind: "down", until: endsAt }, offset);
  useEffect(() => {
    const text = `${groupName}，来自${number}，请在话务工具条中接受或拒绝`;
    core.ports.bus.publish("notification.show", {
      id: noticeId,
      title: "有一条留言派送给您",
      text,
      level: "info",
      sound: true,
      attention: false,
      durationMs: 5_000,
    });
  }, [core, id, groupName, number]);

  const press = async (command: "acceptMessage" | "declineMessage") => {
    setBusy(true);
    const result = await core.cti.command(command, { id });
    if (!result.ok) {
      setBusy(false);
      return core.answerPress(result.text, "error", noticeId);
    }
    if (command === "acceptMessage") openCall(callId, "留言处理", core.ports.bus);
  };
  return (
    <PromptBox label="留言派送">
      <HStack justifyContent="space-between" mb="1">
        <Text fontWeight="semibold">{groupName}的留言</Text>
        <Text role="timer" aria-label="剩余时间" color="fg.muted" fontVariantNumeric="tabular-nums">
          {left}
        </Text>
      </HStack>
      <Text mb="3" overflowWrap="anywhere">
        来自{number}，{formatTime(leftAt)}
        {lengthS === null ? "" : `，时长${clockText(lengthS * 1_000)}`}
      </Text>
      <HStack justifyContent="flex-end">
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          disabled={busy}
          onClick={() => void press("declineMessage")}
        >
          拒绝
        </Button>
        <Button size="xs" disabled={busy} onClick={() => void press("acceptMessage")}>
          接受
        </Button>
      </HStack>
    </PromptBox>
  );
}

export function OfferCard({ offer, offset }: OfferCardProps) {
  return offer && <Card key={offer.id} offer={offer} offset={offset} />;
}
