/** Operators look at one enterprise at a time on screens that administrators have too. */
import { Box, Flex, HStack, NativeSelectField, NativeSelectIndicator, NativeSelectRoot, Text } from "@chakra-ui/react";
import { useSearchParams } from "react-router-dom";
import { pendingOptions, unknownText, type Option } from "@liantai/ui";

/** The chosen enterprise, in the tab's address: '' until one is chosen. */
export function useEnterprise(): readonly [string, (compId: string) => void] {
  const [params, setParams] = useSearchParams();
  // Another enterprise has other filters and pages.
  return [params.get("compId") ?? "", (compId) => setParams(compId ? { compId } : {}, { replace: true })];
}

interface EnterpriseChooserProps {
  readonly enterprises: readonly Option[];
  readonly value: string;
  readonly onChange: (compId: string) => void;
  /** In a toolbar; otherwise it stands where the list will be. */
  readonly compact?: boolean;
}

export function EnterpriseChooser({ enterprises, value, onChange, compact = false }: EnterpriseChooserProps) {
  const select = (
    <NativeSelectRoot size={compact ? "xs" : "sm"} w="240px">
      <NativeSelectField aria-label="企业" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">请选择企业</option>
        {value !== "" && enterprises.every((one) => one.value !== value) && (
          <option value={value}>{unknownText(value, enterprises === pendingOptions)}</option>
        )}
        {enterprises.map(({ value: compId, label }) => (
          <option key={compId} value={compId}>
            {label}
          </option>
        ))}
      </NativeSelectField>
      <NativeSelectIndicator />
    </NativeSelectRoot>
  );
  if (compact)
    return (
      <HStack gap="2">
        <Text textStyle="xs" color="fg.muted">
          企业
        </Text>
        {select}
      </HStack>
    );
  return (
    <Flex p="3" h="full" justify="center" align="flex-start">
      <Box bg="bg" borderWidth="1px" borderRadius="md" p="6" mt="16">
        <Text pb="2">请先选择要查看的企业。</Text>
        {select}
      </Box>
    </Flex>
  );
}
