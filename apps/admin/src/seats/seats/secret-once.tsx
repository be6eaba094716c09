import { Box, Button, chakra, HStack, Stack, Text } from "@chakra-ui/react";
import { copyText, Outcome } from "@liantai/ui/resource";
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
  return (
    <Box>
      <Text textStyle="xs" color="fg.muted" mb="1">
        {label}
      </Text>
      <HStack gap="2">
        <Code aria-label={label}>{value}</Code>
        <Button size="xs" variant="outline" onClick={() => void copyText(value)}>
          <Copy aria-hidden />
          复制
        </Button>
      </HStack>
    </Box>
  );
}

interface Once {
  readonly title: string;
  readonly items: readonly (readonly [string, string])[];
  readonly hint: string;
}

/** What the server shows once, in a sheet: it stands nowhere in plain text. */
export const shownOnce = ({ title, items, hint }: Once): Outcome =>
  new Outcome({
    show: (close) => (
      <AppDialog open title={title} width="460px" onClose={close} footer={<Button onClick={close}>我已保存</Button>}>
        <Stack gap="3">
          {items.map(([label, value]) => (
            <Secret key={label} label={label} value={value} />
          ))}
          <Text color="fg.muted">{hint}</Text>
        </Stack>
      </AppDialog>
    ),
  });

export const passwordHint = "密码只显示这一次，请及时告知坐席。首次登录后须修改密码。";
