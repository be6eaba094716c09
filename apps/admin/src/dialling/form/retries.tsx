import { Box, Button, HStack, Text } from "@chakra-ui/react";
import { CheckboxesField, NumberField, OrderedRows, SwitchField } from "@liantai/ui/resource";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import { useFieldError } from "@liantai/ui";
import { useWatch } from "react-hook-form";
import { retriedCodes } from "@liantai/api/contract/admin";
import { resultOptions, resultText } from "../parts/words.ts";

const retried = resultOptions.filter(({ value }) => retriedCodes.includes(Number(value)));

/** Which results a rule is for: said in a line, chosen in what unfolds. */
function Codes({ name }: { readonly name: string }) {
  const codes = useWatch({ name }) as readonly number[] | undefined;
  const [open, setOpen] = useState(!codes?.length);
  const error = useFieldError(name);
  const shown = open || error !== undefined;
  return (
    <Box borderWidth="1px" borderColor="border.muted" borderRadius="md" px="3" py="2" mb="2">
      <HStack justify="space-between" align="flex-start" gap="3">
        <Text>
          <Text as="span" color="fg.muted">
            呼叫结果：
          </Text>
          {codes?.length ? codes.map((code) => resultText(Number(code))).join("、") : "未选择"}
        </Text>
        <Button
          size="2xs"
          variant="ghost"
          flex="none"
          aria-expanded={shown}
          onClick={() => setOpen(!shown)}
          disabled={error !== undefined}
        >
          {shown ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
          {shown ? "收起" : "选择结果"}
        </Button>
      </HStack>
      {shown && <CheckboxesField name={name} label="适用的呼叫结果" options={retried} />}
    </Box>
  );
}

/** What becomes of a number after a call that came to nothing, by its result. */
export function Retries() {
  return (
    <OrderedRows
      name="retries"
      noun="重拨规则"
      hint="呼叫结果不在任何规则中的号码不再自动重拨；一个结果在几条规则中时，以排在前面的为准"
      most={10}
      blank={() => ({ codes: [], afterMin: 10, times: 2, otherSlot: 0, otherNumber: 0 })}
      row={(i) => (
        <>
          <NumberField name={`retries.${i}.afterMin`} label="间隔" min={1} max={10_080} unit="分钟后" width="130px" />
          <NumberField name={`retries.${i}.times`} label="最多重拨" min={1} max={10} unit="次" width="110px" />
          <SwitchField name={`retries.${i}.otherSlot`} label="换时段" on="是" off="否" width="84px" />
          <SwitchField name={`retries.${i}.otherNumber`} label="换号码" on="是" off="否" width="84px" />
        </>
      )}
      below={(i) => <Codes name={`retries.${i}.codes`} />}
    />
  );
}
