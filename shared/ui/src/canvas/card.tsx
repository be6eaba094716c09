/** What cards of nodes have at their edges. */
import { chakra } from "@chakra-ui/react";

/** A figure at an upper corner: how much is wrong, when it was passed. Which corner, and in which colour, says whoever draws it. */
export const CardSign = chakra("div", {
  base: {
    position: "absolute",
    top: "-8px",
    minW: "18px",
    h: "18px",
    px: "1",
    borderRadius: "full",
    color: "white",
    fontSize: "11px",
    lineHeight: "18px",
    textAlign: "center",
  },
});

/** Where lines end and begin. */
export const cardPoint = { width: 9, height: 9, borderRadius: 9 } as const;
