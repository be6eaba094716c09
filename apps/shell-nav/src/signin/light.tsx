/**
 * Round the seldom pages of signing in: the console's theme with the two recipes that they need. Chakra comes by its sub-paths
 * here; its whole is an external of the console.
 */
import type { ReactNode } from "react";
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
import { styleCache, themeConfig } from "@liantai/ui/theme";

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

export const Light = ({ children }: { readonly children: ReactNode }) => (
  <CacheProvider value={styleCache()}>
    <ChakraProvider value={system}>{children}</ChakraProvider>
  </CacheProvider>
);
