/**
 * A calm, dense interface for a working day, as plain data: no component of Chakra's is imported here, so the light pages
 * (sign-in, the customer's page) take it without the rest.
 */
import type { SlotRecipeConfig, SystemConfig } from "@chakra-ui/react";
import { semanticColors } from "./colors.ts";

const fonts = { value: `"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif` };
const px = (n: number) => ({ value: `${n / 16}rem` });
/** Part of a slot recipe: merged over Chakra's, which names the slots. */
const over = (parts: Omit<SlotRecipeConfig, "slots">) => parts as SlotRecipeConfig;
const control = (height: string) => ({ h: height, minW: height });

/** Merged over Chakra's own configuration. 13 px is the base: the text style `sm`. */
export const themeConfig: SystemConfig = {
  globalCss: {
    html: { colorPalette: "accent" },
    body: { fontFamily: "body", textStyle: "sm", color: "fg", bg: "bg.canvas" },
    "*": { scrollbarColor: "var(--chakra-colors-border-emphasized) transparent" },
    "*, *::before, *::after": {
      _motionReduce: { animationDuration: "0.01ms !important", transitionDuration: "0.01ms !important" },
    },
  },
  theme: {
    tokens: {
      fonts: { heading: fonts, body: fonts },
      fontSizes: { "2xs": px(11), xs: px(12), sm: px(13), md: px(14), lg: px(16), xl: px(18) },
      radii: { xs: { value: "2px" }, sm: { value: "3px" }, md: { value: "4px" }, lg: { value: "6px" } },
    },
    semanticTokens: { colors: semanticColors },
    textStyles: {
      xs: { value: { fontSize: "xs", lineHeight: "1.125rem" } },
      sm: { value: { fontSize: "sm", lineHeight: "1.25rem" } },
    },
    recipes: {
      button: {
        variants: {
          size: {
            "2xs": control("22px"),
            xs: { ...control("26px"), px: "2" },
            sm: { ...control("30px"), px: "3", gap: "1.5" },
            md: { ...control("34px"), px: "4" },
          },
        },
        defaultVariants: { size: "sm" },
      },
      input: {
        variants: {
          size: {
            xs: { "--input-height": "26px" },
            sm: { "--input-height": "30px", px: "2" },
            md: { "--input-height": "34px" },
          },
        },
        defaultVariants: { size: "sm" },
      },
      textarea: { defaultVariants: { size: "sm" } },
    },
    slotRecipes: {
      nativeSelect: over({
        variants: {
          size: {
            xs: { root: { "--select-field-height": "26px" } },
            sm: { root: { "--select-field-height": "30px" }, field: { ps: "2", pe: "6" } },
            md: { root: { "--select-field-height": "34px" } },
          },
        },
        defaultVariants: { size: "sm" },
      }),
      field: over({
        base: { label: { color: "fg.muted" }, errorText: { textStyle: "xs" }, helperText: { textStyle: "xs" } },
      }),
      menu: over({ defaultVariants: { size: "sm" } }),
    },
  },
};
