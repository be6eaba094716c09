import { Button } from "@chakra-ui/react";
import { Plus } from "lucide-react";

interface AddLineProps {
  /** What comes: 条件. */
  readonly children: string;
  /** Over the whole width of the lines. */
  readonly wide?: boolean;
  /** There are as many as there may be. */
  readonly disabled?: boolean;
  readonly onAdd: () => void;
}

/** Below the lines of an editor: one more. */
export const AddLine = ({ children, wide = false, disabled = false, onAdd }: AddLineProps) => (
  <Button
    {...(!wide && { alignSelf: "flex-start" })}
    size="2xs"
    variant="outline"
    colorPalette="gray"
    disabled={disabled}
    onClick={() => onAdd()}
  >
    <Plus aria-hidden />
    {children}
  </Button>
);
