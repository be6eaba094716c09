import { AppDrawer } from "@liantai/ui";
import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";

const Grid = chakra("dl", {
  base: {
    display: "grid",
    gridTemplateColumns: "minmax(84px, max-content) 1fr",
    columnGap: "4",
    rowGap: "2",
    "& dt": { color: "fg.muted" },
    "& dd": { m: "0", wordBreak: "break-word", whiteSpace: "pre-wrap" },
  },
});

interface DetailDrawerProps {
  readonly open: boolean;
  readonly title: string;
  /** Name and value; what is empty reads as a dash. */
  readonly items: readonly (readonly [string, ReactNode])[];
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
      <Grid>
        {items.map(([name, value]) => [
          <dt key={`${name} name`}>{name}</dt>,
          <dd key={`${name} value`}>{value === null || value === undefined || value === "" ? "—" : value}</dd>,
        ])}
      </Grid>
      {children}
    </AppDrawer>
  );
}
