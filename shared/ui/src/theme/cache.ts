import createCache from "@emotion/cache";
import { cheapRules } from "./cheap-rules.ts";

export type StyleCache = ReturnType<typeof createCache>;

let cache: StyleCache | undefined;

/** The page's one Emotion cache, with the nonce of the page's CSP (`<meta name="csp-nonce">`). */
export function styleCache(): StyleCache {
  if (cache) return cache;
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  cache = createCache({ key: "lt", ...(nonce ? { nonce } : {}) });
  cheapRules(cache.sheet);
  return cache;
}
