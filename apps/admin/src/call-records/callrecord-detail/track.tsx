import { Box, Flex, List, Text } from "@chakra-ui/react";
import { infoText, offsetText, type TrackStep } from "./model.ts";

/** The track of a call from top to bottom: when, what, and why. */
export function Track({ steps }: { readonly steps: readonly TrackStep[] }) {
  return (
    <List.Root as="ol" variant="plain" aria-label="通话轨迹">
      {steps.map((step, i) => (
        <List.Item
          key={step.seq}
          title={`${step.at}　${step.caller} → ${step.callee}`}
          display="flex"
          gap="3"
          position="relative"
          pb={i === steps.length - 1 ? "0" : "3"}
        >
          <Box w="76px" flex="none" textAlign="end" fontVariantNumeric="tabular-nums" color="fg.muted">
            {offsetText(step.offsetMs)}
          </Box>
          <Flex direction="column" align="center" flex="none" w="10px" pt="6px" aria-hidden>
            <Box boxSize="8px" borderRadius="full" bg="accent.solid" flex="none" />
            {i < steps.length - 1 && (
              <Box
                position="absolute"
                top="16px"
                bottom="-4px"
                borderStartWidth="1px"
                borderColor="border.emphasized"
              />
            )}
          </Flex>
          <Box minW="0">
            <Text fontWeight="medium">
              {step.action}
              {step.agentId && (
                <Text as="span" color="fg.muted" fontWeight="normal">
                  （坐席 {step.agentId}）
                </Text>
              )}
            </Text>
            <Text color="fg.muted">{infoText(step)}</Text>
          </Box>
        </List.Item>
      ))}
    </List.Root>
  );
}
