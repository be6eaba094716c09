import { AppDrawer, FactList, type Fact } from "@liantai/ui";
import type { ReactNode } from "react";

interface DetailDrawerProps {
  readonly open: boolean;
  readonly title: string;
  /** Name and value; what is empty reads as a dash. */
  readonly items: readonly Fact[];
  readonly onClose: () => void;
  readonly width?: string;
  readonly footer?: ReactNode;
  /** Under the items. */
  readonly children?: ReactNode;
}

/** Everything about one row, beside its list. */
export function DetailDrawer({ open, title, items, onClose, width, footer, children }: DetailDrawerProps) {
  return (
    <AppDrawer open={open} title={title} width={width} onClose={onClose} footer={footer}>
      <FactList facts={items} />
      {children}
    </AppDrawer>
  );
}
