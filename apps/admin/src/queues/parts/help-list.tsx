/** Who asks for help, above the monitors' lists: answered in a press. Nothing is drawn while nobody asks. */
import { Box, Button, Flex, HStack, Input, Text } from "@chakra-ui/react";
import { notifyDone, queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { assistanceApi, assistanceWays, type AssistanceWay } from "@liantai/api/contract/admin";
import { useBus } from "@liantai/bus/react";
import { useWhenActive } from "@liantai/ui";
import { Hand } from "lucide-react";
import { useState } from "react";
import { Elapsed } from "../../home/parts/elapsed.tsx";
import { askToSupervise, useHearsWithoutSeat } from "../../parts/hearing.tsx";
import { useMayDo } from "../../parts/reveal.tsx";
import { useClockOffset, useLive } from "./live.ts";

type Asked = ReplyOf<typeof assistanceApi.list>[number];

const assistance = queriesOf(assistanceApi);
/** From the own seat; of an administrator by his page, or the extension he named: the server takes the hearing for the answer. */
const heard = ["listen", "whisper", "insert"] as const;

function Answer({ asked }: { readonly asked: Asked }) {
  const seatless = useHearsWithoutSeat();
  const [answer] = assistance.answer.useMutation();
  const [line, setLine] = useState("");
  const [busy, setBusy] = useState(false);
  const press = async (way: AssistanceWay, text = "") => {
    setBusy(true);
    const reply = await answer({ body: { id: asked.id, way, line: text } });
    setBusy(false);
    if (reply.error) return;
    setLine("");
    if (way === "done") return notifyDone("求助", "处理");
    notifyDone("求助", "应答", { note: way === "line" ? "" : "正在接到您的话机。" });
  };
  return (
    <HStack gap="1">
      {heard.map((way) => (
        <Button
          key={way}
          size="2xs"
          variant="outline"
          disabled={busy}
          onClick={() => (seatless ? askToSupervise({ command: way, agentId: asked.agentId }) : void press(way))}
        >
          {assistanceWays[way]}
        </Button>
      ))}
      <Button size="2xs" variant="outline" disabled={busy} onClick={() => void press("done")}>
        已处理
      </Button>
      <HStack
        as="form"
        gap="1"
        onSubmit={(event) => {
          event.preventDefault();
          if (line.trim() !== "") void press("line", line.trim());
        }}
      >
        <Input
          size="2xs"
          w="180px"
          aria-label={`回复${asked.agentId}`}
          placeholder="回复一句话"
          autoComplete="off"
          maxLength={100}
          value={line}
          onChange={(event) => setLine(event.target.value)}
        />
        <Button type="submit" size="2xs" disabled={busy || line.trim() === ""}>
          回复
        </Button>
      </HStack>
    </HStack>
  );
}

export function HelpList() {
  const { data, refetch } = assistance.list.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  useLive(refetch);
  useBus(
    "assistance.changed",
    useWhenActive(() => void refetch()),
  );
  const offset = useClockOffset();
  const may = useMayDo("monitor");
  if (!data || data.length === 0) return null;
  return (
    <Box role="list" aria-label="举手求助" borderWidth="1px" borderColor="orange.emphasized" borderRadius="md" bg="bg">
      {data.map((asked) => (
        <Flex role="listitem" key={asked.id} align="center" gap="3" px="3" minH="36px" wrap="wrap">
          <Box color="orange.fg" aria-hidden>
            <Hand size={14} />
          </Box>
          <Text fontWeight="semibold">
            {asked.name} {asked.agentId}
          </Text>
          <Text flex="1" minW="120px" truncate title={asked.text}>
            {asked.text}
          </Text>
          {asked.answeredAt === null ? (
            <Text color="fg.muted" fontVariantNumeric="tabular-nums">
              等待 <Elapsed since={asked.askedAt} offset={offset} />
            </Text>
          ) : (
            <Text color="fg.success">
              {asked.answeredBy}已{asked.way ? assistanceWays[asked.way] : "应答"}
            </Text>
          )}
          {may && <Answer asked={asked} />}
        </Flex>
      ))}
    </Box>
  );
}
