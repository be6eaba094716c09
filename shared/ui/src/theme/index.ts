/** What can be had of the theme without Chakra's components: the light pages build their own small system from it. */
export {
  chooseColor,
  colorChoice,
  colorMode,
  startColorMode,
  watchColor,
  type ColorChoice,
  type ColorMode,
} from "./color-mode.ts";
export { styleCache } from "./cache.ts";
export { themeConfig } from "./config.ts";
export { statePalettes, type StateTone } from "./colors.ts";
