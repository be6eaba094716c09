/** 呼转 of the own seat: when its calls are forwarded and where to. */
import { useEffect, useState } from "react";
import { Button, HStack, Input, NativeSelect, Stack, Text } from "@chakra-ui/react";
import { forwardChoices, forwardWords, isForwardNumber } from "@liantai/api/contract/forward";
import { useAgentClient } from "./context.ts";
import type { MorePanelProps } from "./more-panel.ts";
import { Panel } from "./panel.tsx";

export function ForwardPanel({ telephony, onClose, onTyped }: MorePanelProps) {
  const { core } = useAgentClient();
  const present = telephony.forward;
  const [before] = useState({ mode: present?.mode || "always", number: present?.number ?? "" });
  const [mode, setMode] = useState(before.mode);
  const [number, setNumber] = useState(before.number);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState("");
  const typed = mode !== before.mode || number !== before.number;
  useEffect(() => {
    onTyped(typed);
    return () => onTyped(false);
  }, [typed, onTyped]);
  const dialled = number.replace(/[\s-]/g, "");
  const ask = async (command: "setTransferNumber" | "cancelTransferNumber", fields: Record<string, string> = {}) => {
    setBusy(true);
    const result = await core.cti.command(command, fields);
    setBusy(false);
    if (!result.ok) return setRefusal(result.text);
    core.answerPress(command === "setTransferNumber" ? "呼转已设置" : "呼转已取消", "success", "transfer-number");
    onTyped(false);
    onClose();
  };
  return (
    <Panel label="呼转" onClose={onClose}>
      <Stack
        as="form"
        gap="2"
        w="260px"
        onSubmit={(event) => {
          event.preventDefault();
          if (isForwardNumber(dialled)) void ask("setTransferNumber", { mode, number: dialled });
        }}
      >
        <Text textStyle="xs" color="fg.muted">
          {mode === "always" ? "您的来电全部转到该号码，不再向您分配排队来电。" : "直接呼叫您的来电按条件转到该号码。"}
        </Text>
        <HStack gap="2">
          <NativeSelect.Root size="xs" flex="1">
            <NativeSelect.Field aria-label="呼转条件" value={mode} onChange={(event) => setMode(event.target.value)}>
              {forwardChoices.map((choice) => (
                <option key={choice} value={choice}>
                  {forwardWords(choice)}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
          <Input
            size="xs"
            flex="1"
            inputMode="tel"
            autoComplete="off"
            maxLength={24}
            aria-label="呼转号码"
            placeholder="分机或电话号码"
            value={number}
            onChange={(event) => {
              setNumber(event.target.value);
              setRefusal("");
            }}
          />
        </HStack>
        {refusal && (
          <Text role="alert" textStyle="xs" color="fg.error">
            {refusal}
          </Text>
        )}
        <HStack gap="2">
          <Button type="submit" size="xs" disabled={busy || !isForwardNumber(dialled)}>
            设置呼转
          </Button>
          {present?.number && (
            <Button
              size="xs"
              variant="outline"
              colorPalette="gray"
              disabled={busy}
              onClick={() => void ask("cancelTransferNumber")}
            >
              取消呼转
            </Button>
          )}
        </HStack>
      </Stack>
    </Panel>
  );
}
