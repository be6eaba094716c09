import { formatMinute } from "@liantai/api/contract";
import { Box, HStack, Text } from "@chakra-ui/react";
import { appliesAt } from "@liantai/api/contract/admin";
import { StatusBadge } from "@liantai/ui";
import { useEffect, useState } from "react";
import { MomentInput, momentOf } from "../moment.tsx";
import { useRule } from "./use-rule.ts";
import { wholeRule } from "./month.ts";

/** Whether the rule as it stands in the form applies at a moment, and why. */
export function RuleTester() {
  const rule = useRule();
  const [text, setText] = useState("");
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  const moment = text === "" ? now : momentOf(text);
  const said = moment === undefined ? undefined : appliesAt(wholeRule(rule), moment);
  return (
    <Box borderWidth="1px" borderRadius="md" p="2">
      <HStack gap="3" align="flex-end" wrap="wrap">
        <MomentInput label="测试时间（不填为现在）" value={text} onChange={setText} placeholder={formatMinute(now)} />
        <HStack gap="2" minH="30px" aria-live="polite">
          {said ? (
            <>
              <StatusBadge tone={said.applies ? "ready" : "offline"}>
                {said.applies ? "工作时间" : "非工作时间"}
              </StatusBadge>
              <Text>{said.reason}</Text>
            </>
          ) : (
            <Text color="fg.error">时间格式应为 yyyy-MM-dd HH:mm:ss</Text>
          )}
        </HStack>
      </HStack>
    </Box>
  );
}
