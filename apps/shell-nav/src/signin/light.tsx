/**
 * Round the sign-in pages: the console's theme with the two recipes that they need, so that a newcomer does not load
 * the rest. Chakra comes by its sub-paths here; its whole is an external of the console.
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
import { startColorMode, styleCache, themeConfig } from "@liantai/ui/theme";
import { Provider, store } from "@liantai/api/client";

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
    <Provider store={store}>
      <CacheProvider value={styleCache()}>
        <ChakraProvider value={system}>{children}</ChakraProvider>
      </CacheProvider>
    </Provider>
  );
}
