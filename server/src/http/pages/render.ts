/** One page from the template. */
import type { Served } from './served.ts';

export type Mode = 'production' | 'development';

export interface RenderInput {
  readonly nonce: string;
  readonly mode: Mode;
  readonly pathname: string;
}

const signIn = new Set(['/login', '/admin/login', '/pwdoverdue']);

/** Bundles that the location will need: fetched beside each other rather than one after another. */
function firstBundles(pathname: string): { readonly place: string; readonly bundles: readonly string[] } {
  if (pathname.startsWith('/customer/call/')) return { place: 'customer', bundles: ['@liantai/customer'] };
  if (signIn.has(pathname)) return { place: 'signin', bundles: ['@liantai/signin'] };
  // '/' may be a visitor or an agent who reloads: what both need.
  return { place: 'workspace', bundles: ['react-dom/client'] };
}

export function renderPage(served: Served, { nonce, mode, pathname }: RenderInput): string {
  const { place, bundles } = firstBundles(pathname);
  const urls = new Set(['@liantai/root-config', ...bundles].flatMap((b) => served.closure(b)));
  const page = /(\/assets\/page\/[0-9a-f]+)\//.exec(served.template)?.[1] ?? '';
  const values: Record<string, string> = {
    nonce,
    mode,
    place,
    version: served.version,
    preloads: [...urls].map((u) => `<link rel="preload" as="script" href="${u}">`).join('\n    '),
    overrides: mode === 'development' ? `<script src="${page}/overrides.js"></script>` : '',
  };
  return served.template.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');
}
