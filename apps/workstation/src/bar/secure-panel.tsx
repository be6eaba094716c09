/** 安全输入: what the customer is asked to type, and how long he may take. */
import { useState } from "react";
import { Button, HStack, Input, Stack, Text } from "@chakra-ui/react";
import { secureEntryLimits as limits } from "@liantai/api/contract";
import type { MorePanelProps } from "./more-panel.ts";
import { Panel } from "./panel.tsx";
import { useSecureEntry } from "./use-secure-entry.ts";

interface NumberInputProps {
  readonly label: string;
  readonly unit: string;
  readonly bounds: readonly [number, number];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const fits = (value: string, [least, most]: readonly [number, number]): boolean =>
  /^\d{1,3}$/.test(value) && Number(value) >= least && Number(value) <= most;

function NumberInput({ label, unit, bounds, value, onChange }: NumberInputProps) {
  return (
    <HStack as="label" gap="2">
      <Text w="56px">{label}</Text>
      <Input
        size="xs"
        w="64px"
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={!fits(value, bounds)}
        value={value}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      <Text color="fg.muted">
        {unit}（{bounds[0]}-{bounds[1]}）
      </Text>
    </HStack>
  );
}

const digitBounds = [1, limits.digits.most] as const;
const secondBounds = [limits.seconds.least, limits.seconds.most] as const;

export function SecurePanel({ onClose, ...model }: MorePanelProps) {
  const order = useSecureEntry(model);
  const [name, setName] = useState("");
  const [digits, setDigits] = useState(String(limits.digits.usual));
  const [seconds, setSeconds] = useState(String(limits.seconds.usual));
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const taken = await order({ action: "start", name: name.trim(), digits, seconds });
    setBusy(false);
    if (taken) onClose();
  };
  return (
    <Panel label="安全输入" onClose={onClose}>
      <Stack
        as="form"
        gap="2"
        w="300px"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <Text textStyle="xs" color="fg.muted">
          客户按键期间录音暂停，坐席和班长听不到客户，按键内容不显示也不记录，只交给企业的外部接口。
        </Text>
        <HStack as="label" gap="2">
          <Text w="56px">输入内容</Text>
          <Input
            size="xs"
            flex="1"
            placeholder="如银行卡号，可不填"
            autoComplete="off"
            maxLength={limits.name}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </HStack>
        <NumberInput label="最多位数" unit="位" bounds={digitBounds} value={digits} onChange={setDigits} />
        <NumberInput label="时限" unit="秒" bounds={secondBounds} value={seconds} onChange={setSeconds} />
        <Button
          type="submit"
          size="xs"
          alignSelf="flex-end"
          disabled={busy || !fits(digits, digitBounds) || !fits(seconds, secondBounds)}
        >
          开始
        </Button>
      </Stack>
    </Panel>
  );
}
