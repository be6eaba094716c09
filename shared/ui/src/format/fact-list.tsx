/** Names and what they say: of a call, a record, a node. */
import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** Where `dt` and `dd` are put by their own parts; else FactList. */
export const FactFrame = chakra("dl", {
  base: {
    "& dt": { color: "fg.muted" },
    "& dd": { m: "0", minW: "0", overflowWrap: "anywhere" },
  },
  variants: {
    look: {
      /** One below the other, the names in a column. */
      lines: {
        display: "grid",
        gridTemplateColumns: "minmax(84px, max-content) 1fr",
        columnGap: "4",
        rowGap: "2",
        "& > div": { display: "contents" },
        "& dd": { whiteSpace: "pre-wrap" },
      },
      /** The same in a card. */
      small: {
        display: "grid",
        gridTemplateColumns: "auto minmax(0, 1fr)",
        columnGap: "3",
        rowGap: "1",
        textStyle: "xs",
        "& > div": { display: "contents" },
        "& dt": { overflowWrap: "anywhere", maxW: "120px" },
      },
      /** As many beside each other as fit, in columns. */
      beside: {
        display: "grid",
        gridTemplateColumns: "repeat(auto-fit, minmax(200px, 1fr))",
        columnGap: "6",
        rowGap: "2",
        "& > div": { display: "flex", gap: "2", minW: "0" },
        "& dt": { flex: "none", minW: "64px" },
      },
      /** One after the other, as text. */
      inline: {
        display: "flex",
        flexWrap: "wrap",
        columnGap: "4",
        rowGap: "1",
        textStyle: "xs",
        "& > div": { display: "flex", gap: "1", minW: "0" },
      },
    },
  },
  defaultVariants: { look: "lines" },
});

export type Fact = readonly [name: string, value: ReactNode];

interface FactListProps {
  readonly facts: readonly Fact[];
  readonly look?: "lines" | "small" | "beside" | "inline";
  /** What says nothing has no line; else it reads as a dash. */
  readonly leaveEmpty?: boolean;
  readonly "aria-label"?: string;
}

const isEmpty = (value: ReactNode): boolean => value === null || value === undefined || value === false || value === "";

export function FactList({ facts, leaveEmpty = false, ...frame }: FactListProps) {
  const shown = leaveEmpty ? facts.filter(([, value]) => !isEmpty(value)) : facts;
  return (
    <FactFrame {...frame}>
      {/* Two may have one name: fields of a form, for one. */}
      {shown.map(([name, value], at) => (
        <div key={at}>
          <dt>{name}</dt>
          <dd>{isEmpty(value) ? "—" : value}</dd>
        </div>
      ))}
    </FactFrame>
  );
}
