import { IconButton } from "@chakra-ui/react";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";

interface LineButtonsProps {
  /** What it is, in the names of the buttons: 上移选项甲. */
  readonly label: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly onStep: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** Up, down and away, for one of a list. */
export function LineButtons({ label, first, last, onStep, onRemove }: LineButtonsProps) {
  const look = { size: "2xs", minW: "5", variant: "ghost" } as const;
  return (
    <>
      <IconButton {...look} aria-label={`上移${label}`} disabled={first} onClick={() => onStep(-1)}>
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton {...look} aria-label={`下移${label}`} disabled={last} onClick={() => onStep(1)}>
        <ArrowDown aria-hidden />
      </IconButton>
      <IconButton {...look} aria-label={`移除${label}`} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </>
  );
}
