/**
 * One Chakra system. Its globals (42 KB: tokens, reset) go into the page once, outside React, by whichever app comes
 * first, and stay: were they part of one app's tree, that app's crash would strip every other of its colours.
 */
import { css } from "@emotion/react";
import { createSystem, defaultConfig } from "@chakra-ui/react";
import { styleCache, type StyleCache } from "./cache.ts";
import { themeConfig } from "./config.ts";

const fullSystem = createSystem(defaultConfig, themeConfig);

/** For every provider: same recipes, layers and tokens, no globals of its own, so equal styles share one class. */
export const appSystem: typeof fullSystem = {
  ...fullSystem,
  _config: { ...fullSystem._config, disableLayers: true },
  _global: [],
};

type Sheet = StyleCache["sheet"];
let installed: Sheet | undefined;

/** Idempotent. The layers' order comes first, then reset, base and tokens. */
export function installGlobals(): void {
  if (installed) return;
  const cache = styleCache();
  const Make = cache.sheet.constructor as new (options: {
    key: string;
    nonce: string | undefined;
    container: Node;
    speedy: boolean | undefined;
  }) => Sheet;
  installed = new Make({
    key: `${cache.key}-global`,
    nonce: cache.sheet.nonce,
    container: cache.sheet.container,
    speedy: false,
  });
  for (const styles of [fullSystem.layers.atRule, ...fullSystem._global])
    cache.insert("", css(styles), installed, false);
}
