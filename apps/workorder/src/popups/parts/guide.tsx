/** 引导步骤: what the agent goes through in the call, ticked off; a reload keeps what was ticked. */
import { Box, Heading, HStack, Stack } from "@chakra-ui/react";
import { Check } from "@liantai/ui";
import { useState } from "react";
import { keepSteps, stepsOf } from "./memory.ts";

interface GuideProps {
  readonly callId: string;
  readonly steps: readonly string[];
}

export function Guide({ callId, steps }: GuideProps) {
  const [done, setDone] = useState(() => stepsOf(callId));
  if (steps.length === 0) return null;
  const turn = (at: number, on: boolean) => {
    const next = on ? [...done, at] : done.filter((one) => one !== at);
    keepSteps(callId, next);
    setDone(next);
  };
  const ticked = steps.filter((_, at) => done.includes(at)).length;
  return (
    <Box as="section" aria-label="引导步骤" bg="bg" borderWidth="1px" borderRadius="md" p="3" minW="0">
      <Heading as="h2" mb="2" textStyle="sm" fontWeight="600">
        引导步骤（{ticked}/{steps.length}）
      </Heading>
      <Stack as="ol" gap="1.5" listStyleType="none">
        {steps.map((step, at) => (
          <HStack as="li" key={at} align="baseline">
            <HStack as="label" gap="2" align="baseline" overflowWrap="anywhere">
              <Check type="checkbox" checked={done.includes(at)} onChange={(event) => turn(at, event.target.checked)} />
              {at + 1}. {step}
            </HStack>
          </HStack>
        ))}
      </Stack>
    </Box>
  );
}
