import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { CheckboxesField, NumberField, OrderedRows, SwitchField } from "@liantai/ui/resource";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import { useFieldError } from "@liantai/ui";
import { useWatch } from "react-hook-form";
import { missedAnswers, retriedCodes, type MissedAnswer } from "@liantai/api/contract/admin";
import { choicesOf, resultOptions, resultText } from "../parts/words.ts";

const retried = resultOptions.filter(({ value }) => retriedCodes.includes(Number(value)));

const missed = choicesOf(missedAnswers);

/** Which results a rule is for: said in a line, chosen in what unfolds. */
function Codes({ name }: { readonly name: string }) {
  const [codes = [], answers = []] = useWatch({ name: [`${name}.codes`, `${name}.answers`] }) as [
    (readonly number[])?,
    (readonly MissedAnswer[])?,
  ];
  const chosen = [...codes.map((code) => resultText(Number(code))), ...answers.map((answer) => missedAnswers[answer])];
  const [open, setOpen] = useState(chosen.length === 0);
  const error = useFieldError(`${name}.codes`);
  const shown = open || error !== undefined;
  return (
    <Box borderWidth="1px" borderColor="border.muted" borderRadius="md" px="3" py="2" mb="2">
      <HStack justify="space-between" align="flex-start" gap="3">
        <Text>
          <Text as="span" color="fg.muted">
            呼叫结果：
          </Text>
          {chosen.length > 0 ? chosen.join("、") : "未选择"}
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
      {shown && (
        <Stack gap="3">
          <CheckboxesField name={`${name}.codes`} label="适用的呼叫结果" options={retried} />
          <CheckboxesField
            name={`${name}.answers`}
            label="适用的接听情况"
            options={missed}
            hint="接通了但没有找到人的呼叫；呼损的号码 72 小时内不再预测外呼，到时再拨"
          />
        </Stack>
      )}
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
      blank={() => ({ codes: [], answers: [], afterMin: 10, times: 2, otherSlot: 0, otherNumber: 0 })}
      row={(i) => (
        <>
          <NumberField name={`retries.${i}.afterMin`} label="间隔" min={1} max={10_080} unit="分钟后" width="130px" />
          <NumberField name={`retries.${i}.times`} label="最多重拨" min={1} max={10} unit="次" width="110px" />
          <SwitchField name={`retries.${i}.otherSlot`} label="换时段" on="是" off="否" width="84px" />
          <SwitchField name={`retries.${i}.otherNumber`} label="换号码" on="是" off="否" width="84px" />
        </>
      )}
      below={(i) => <Codes name={`retries.${i}`} />}
    />
  );
}
