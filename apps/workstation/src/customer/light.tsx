/** The console's theme with the two recipes that this page needs; Chakra by its sub-paths, so that a customer loads no more. */
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
import { startColorMode, styleCache, themeConfig } from "@liantai/ui/theme";

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
