import { Text } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** A figure that is beyond its limit is red and heavy, not red alone. */
export function Figure({ beyond, children }: { readonly beyond: boolean; readonly children: ReactNode }) {
  if (!beyond) return children;
  return (
    <Text as="span" color="fg.error" fontWeight="bold" title="超过告警设置">
      {children}
    </Text>
  );
}
