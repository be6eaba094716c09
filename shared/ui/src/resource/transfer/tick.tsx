import { chakra } from "@chakra-ui/react";
import { Check, Minus } from "lucide-react";

const Square = chakra("span", {
  base: {
    display: "grid",
    placeItems: "center",
    boxSize: "15px",
    flex: "none",
    borderWidth: "1px",
    borderColor: "border.emphasized",
    borderRadius: "xs",
    bg: "bg",
    color: "accent.contrast",
    "&[data-on]": { bg: "accent.solid", borderColor: "accent.solid" },
    "&[data-off]": { opacity: "0.5" },
  },
});

/** A checkbox as a drawing: the row that it stands in has the role and the state. */
export function Tick({
  state,
  disabled,
}: {
  readonly state: boolean | "mixed";
  readonly disabled?: boolean | undefined;
}) {
  return (
    <Square aria-hidden data-on={state !== false || undefined} data-off={disabled || undefined}>
      {state === "mixed" ? <Minus size={11} strokeWidth={3} /> : state && <Check size={11} strokeWidth={3} />}
    </Square>
  );
}
