/** Of the theme what a page without Chakra and Emotion needs: its colours as data, and light or dark. */
export { startColorMode } from "./color-mode.ts";
export { palettes, surfaces } from "./colors.ts";
