import { Box, Button, chakra, HStack, Stack, Text } from "@chakra-ui/react";
import { notify } from "@liantai/api/client";
import { texts } from "@liantai/api/contract";
import { AppDialog } from "@liantai/ui";
import { Copy } from "lucide-react";

const Code = chakra("code", {
  base: {
    flex: "1",
    px: "3",
    py: "2",
    borderWidth: "1px",
    borderRadius: "md",
    bg: "bg.subtle",
    fontFamily: "mono",
    fontSize: "md",
    wordBreak: "break-all",
    userSelect: "all",
  },
});

/** A secret with a way to the clipboard. */
export function Secret({ label, value }: { readonly label: string; readonly value: string }) {
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => notify({ title: texts.copied }),
      () => notify({ title: "复制失败，请手动选择复制", level: "warning" }),
    );
  return (
    <Box>
      <Text textStyle="xs" color="fg.muted" mb="1">
        {label}
      </Text>
      <HStack gap="2">
        <Code aria-label={label}>{value}</Code>
        <Button size="xs" variant="outline" onClick={copy}>
          <Copy aria-hidden />
          复制
        </Button>
      </HStack>
    </Box>
  );
}

export interface Once {
  readonly title: string;
  readonly items: readonly (readonly [string, string])[];
  readonly hint: string;
}

/** What the server shows once: it stands nowhere in plain text. */
export function SecretOnce({ once, onClose }: { readonly once: Once | undefined; readonly onClose: () => void }) {
  return (
    <AppDialog
      open={once !== undefined}
      title={once?.title ?? ""}
      width="460px"
      onClose={onClose}
      footer={<Button onClick={onClose}>我已保存</Button>}
    >
      <Stack gap="3">
        {once?.items.map(([label, value]) => (
          <Secret key={label} label={label} value={value} />
        ))}
        <Text color="fg.muted">{once?.hint}</Text>
      </Stack>
    </AppDialog>
  );
}

export const passwordHint = "密码只显示这一次，请及时告知坐席。首次登录后须修改密码。";
