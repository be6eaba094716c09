/**
 * Round the pages that stand outside the console, the customer's and the seldom ones of signing in: its theme with the two recipes that
 * they need. Chakra comes by its sub-paths here, so that they load no more of it; its whole is an external of the console.
 */
import { useState, type ReactNode } from "react";
import { CacheProvider } from "@emotion/react";
import { defaultBaseConfig } from "@chakra-ui/react/preset-base";
import { ChakraProvider, createSystem, type SystemConfig } from "@chakra-ui/react/styled-system";
import {
  animationStyles,
  breakpoints,
  buttonRecipe,
  cssVarsPrefix,
  cssVarsRoot,
  globalCss,
  inputRecipe,
  keyframes,
  layerStyles,
  semanticTokens,
  textStyles,
  tokens,
} from "@chakra-ui/react/theme";
import { styleCache } from "./cache.ts";
import { startColorMode } from "./color-mode.ts";
import { themeConfig } from "./config.ts";

const parts: SystemConfig = {
  preflight: true,
  cssVarsPrefix,
  cssVarsRoot,
  globalCss,
  theme: {
    breakpoints,
    keyframes,
    tokens,
    semanticTokens,
    textStyles,
    layerStyles,
    animationStyles,
    recipes: { button: buttonRecipe, input: inputRecipe },
  },
};

const system = createSystem(defaultBaseConfig, parts, themeConfig);

export function Light({ children }: { readonly children: ReactNode }) {
  useState(startColorMode);
  return (
    <CacheProvider value={styleCache()}>
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </CacheProvider>
  );
}
