import { useState } from "react";
import { Box, Button, HStack, Input, SimpleGrid, Text } from "@chakra-ui/react";
import { keypad, onlyDigits } from "../softphone/digits.ts";
import { Panel } from "./panel.tsx";

interface KeypadProps {
  /** What went out in this call so far. */
  readonly sent: string;
  readonly onDigits: (digits: string) => void;
  readonly onClose: () => void;
}

/** Keys go out at once; typed ones together, with Enter. */
export function Keypad({ sent, onDigits, onClose }: KeypadProps) {
  const [typed, setTyped] = useState("");
  const send = () => {
    onDigits(typed);
    setTyped("");
  };
  return (
    <Panel label="按键" onClose={onClose}>
      <Box w="200px">
        <HStack gap="2" mb="2">
          <Input
            size="xs"
            aria-label="按键内容"
            placeholder="输入按键后回车"
            value={typed}
            maxLength={32}
            onChange={(e) => setTyped(onlyDigits(e.target.value))}
            onKeyDown={(e) => e.key === "Enter" && send()}
          />
          <Button size="xs" onClick={send}>
            发送
          </Button>
        </HStack>
        <Text role="status" aria-label="已发送的按键" mb="2" minH="5" textStyle="sm" overflowWrap="anywhere">
          <Text as="span" color="fg.muted" textStyle="xs">
            已发送{" "}
          </Text>
          <Text as="span" fontVariantNumeric="tabular-nums" letterSpacing="0.1em">
            {sent || "—"}
          </Text>
        </Text>
        <SimpleGrid columns={3} gap="1.5">
          {keypad.map((key) => (
            <Button
              key={key}
              size="sm"
              variant="subtle"
              colorPalette="gray"
              aria-label={`按键 ${key}`}
              onClick={() => onDigits(key)}
            >
              {key}
            </Button>
          ))}
        </SimpleGrid>
      </Box>
    </Panel>
  );
}
