import { Button, Flex, Stack, Text } from "@chakra-ui/react";
import { flowsOf, offsetText, openReplay, type TrackStep } from "./model.ts";

/** The nodes that the call took in flows, one flow after the other; who may open flows runs it again there. */
export function FlowNodes({
  steps,
  callId,
  may,
}: {
  readonly steps: readonly TrackStep[];
  readonly callId: string;
  readonly may: boolean;
}) {
  return (
    <Stack gap="3">
      {flowsOf(steps).map(({ flowId, name, version, nodes }, at) => (
        <Stack key={at} gap="1.5">
          <Flex gap="3" align="center">
            <Text fontWeight="medium">{name}</Text>
            {version !== "" && (
              <Text color="fg.muted" textStyle="sm">
                {version}
              </Text>
            )}
            {may && flowId !== "" && (
              <Button size="2xs" variant="outline" onClick={() => openReplay(flowId, callId)}>
                在流程中回放
              </Button>
            )}
          </Flex>
          <Flex as="ol" gap="1" wrap="wrap" listStyleType="none" aria-label={`${name}${version}经过的节点`}>
            {nodes.map(({ nodeName, offsetMs }, each) => (
              <Text key={each} as="li" title={offsetText(offsetMs)} textStyle="sm">
                {each > 0 && (
                  <Text as="span" color="fg.muted" aria-hidden>
                    {" → "}
                  </Text>
                )}
                {nodeName}
              </Text>
            ))}
          </Flex>
        </Stack>
      ))}
    </Stack>
  );
}
