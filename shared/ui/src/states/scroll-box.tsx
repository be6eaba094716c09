import { chakra } from "@chakra-ui/react";

/** The room of a screen with a custom scrollbar (console.md, section 2): thin, in the theme's colours. */
export const ScrollBox = chakra("div", {
  base: { flex: "1", minH: "0", minW: "0", overflow: "auto", scrollbarWidth: "thin" },
});
