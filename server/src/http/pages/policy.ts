/** The page's Content-Security-Policy and the other headers that fence it in. */

export interface PolicyInput {
  /** Fresh for each reply, base64url. Emotion's style elements carry it. */
  readonly nonce: string;
  /** Host of the request, for the sockets of browsers whose 'self' leaves them out; anything but a plain host is ignored. */
  readonly host: string | undefined;
  /** Origins of developers' machines, development only. */
  readonly devOrigins: readonly string[];
}

const plainHost = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(?::\d{1,5})?$/;
const plainOrigin = /^https?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(?::(?:\d{1,5}|\*))?$/;

/** Sockets of a request's own host: some browsers' 'self' leaves them out. */
export const socketSources = (host: string | undefined): readonly string[] =>
  host && plainHost.test(host) ? [`ws://${host}`, `wss://${host}`] : [];

export function contentSecurityPolicy({ nonce, host, devOrigins }: PolicyInput): string {
  const sockets = socketSources(host);
  const dev = devOrigins.filter((o) => plainOrigin.test(o));
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...dev],
    "style-src": ["'self'", `'nonce-${nonce}'`],
    "img-src": ["'self'", "data:", "blob:", ...dev],
    "font-src": ["'self'", "data:", ...dev],
    "media-src": ["'self'", "blob:", ...dev],
    "connect-src": ["'self'", ...sockets, ...dev],
    // External menu addresses open in a sandboxed frame of the generic page (console.md section 2).
    "frame-src": ["http:", "https:"],
    "worker-src": ["'self'"],
    "manifest-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

/** Of the worker that may open the socket of the soft phone on this machine, and nothing else. */
export const localPhonePolicy = (port: number): string => `default-src 'none'; connect-src ws://127.0.0.1:${port}`;

/** Headers of the page beside its policy. */
export const pageHeaders: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "microphone=(self), autoplay=(self), camera=(), geolocation=(), payment=(), usb=()",
};
