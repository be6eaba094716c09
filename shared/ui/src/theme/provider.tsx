import { CacheProvider } from "@emotion/react";
import { ChakraProvider } from "@chakra-ui/react";
import { Provider, store } from "@liantai/api/client";
import { useState, type ReactNode } from "react";
import { styleCache } from "./cache.ts";
import { startColorMode } from "./color-mode.ts";
import { appSystem, installGlobals } from "./systems.ts";

/** Round every app's root: the store, the theme, the one style cache. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  useState(() => {
    startColorMode();
    installGlobals();
  });
  return (
    <Provider store={store}>
      <CacheProvider value={styleCache()}>
        <ChakraProvider value={appSystem}>{children}</ChakraProvider>
      </CacheProvider>
    </Provider>
  );
}
