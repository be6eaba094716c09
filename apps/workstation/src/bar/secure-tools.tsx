/** While the customer types in secret: how many keys there were, how long he still has, and its end. Part of the talk's chunk. */
import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { AgentCallView } from "@liantai/api/contract";
import { LockKeyhole } from "lucide-react";
import { useTimerText, type BarModel } from "./model.ts";
import { ToolWithPanel } from "./tool-with-panel.tsx";
import { useSecureEntry } from "./use-secure-entry.ts";

type Secure = NonNullable<AgentCallView["secure"]>;

function State({ secure, clockOffset }: { readonly secure: Secure; readonly clockOffset: number }) {
  const left = useTimerText({ kind: "down", until: secure.endsAt }, clockOffset);
  return (
    <Text role="status" aria-label="安全输入状态">
      客户正在输入{secure.name}，已输入{secure.count}位，{left}
    </Text>
  );
}

export function SecureTools({ secure, ...model }: BarModel & { readonly secure: Secure }) {
  const order = useSecureEntry(model);
  return (
    <ToolWithPanel label={`安全输入，已输入${secure.count}位`} icon={<LockKeyhole size={13} />} panel="安全输入中">
      <Stack gap="2" w="280px">
        <State secure={secure} clockOffset={model.telephony.clockOffset} />
        <Text textStyle="xs" color="fg.muted">
          录音已暂停，听不到客户；客户能听到您，按井号键可提前结束，按星号键重新输入。
        </Text>
        {secure.mine && (
          <HStack gap="2" justify="flex-end">
            <Button size="xs" variant="outline" colorPalette="gray" onClick={() => void order({ action: "cancel" })}>
              取消
            </Button>
            <Button size="xs" disabled={secure.count === 0} onClick={() => void order({ action: "finish" })}>
              完成
            </Button>
          </HStack>
        )}
      </Stack>
    </ToolWithPanel>
  );
}
