import { Button, Flex } from "@chakra-ui/react";
import { useSeesCalls } from "@liantai/api/client";
import { openCall } from "@liantai/bus";

const shown = (callId: string): string => callId.slice(-6);

/** Calls by the end of their number, each leads to its detail; plain where who reads may not see calls. */
export function CallLinks({ callIds }: { readonly callIds: readonly string[] }) {
  if (!useSeesCalls()) return callIds.map(shown).join("、");
  return (
    <Flex gap="1" wrap="wrap">
      {callIds.map((callId) => (
        <Button key={callId} size="2xs" variant="ghost" aria-label={`通话 ${callId}`} onClick={() => openCall(callId)}>
          {shown(callId)}
        </Button>
      ))}
    </Flex>
  );
}
