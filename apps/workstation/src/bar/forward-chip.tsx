/** 呼转 as it stands in the bar while it is set. */
import { Badge, chakra } from "@chakra-ui/react";
import { PhoneForwarded } from "lucide-react";
import type { TelephonyState } from "@liantai/api/client";
import { forwardWords } from "@liantai/api/contract/forward";
import { folded, tightBar } from "./tool-button.tsx";

export function ForwardChip({ mode, number }: NonNullable<TelephonyState["forward"]>) {
  const text = `${forwardWords(mode)}呼转到${number}`;
  return (
    <Badge
      colorPalette="orange"
      variant="surface"
      h="24px"
      mr="1"
      alignSelf="center"
      flexShrink="0"
      role="status"
      aria-label={`呼转：${text}`}
      title={text}
    >
      <PhoneForwarded size={12} />
      <chakra.span css={{ [folded]: { display: "none" } }}>呼转</chakra.span>
      <chakra.span css={{ [tightBar]: { display: "none" } }}>{number}</chakra.span>
    </Badge>
  );
}
