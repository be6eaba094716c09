import { requestHost, send } from "@liantai/api/client";
import { texts, type Endpoint } from "@liantai/api/contract";

/** A contract, or the hooks that queriesOf() made of it. */
export type EndpointOrHooks = Endpoint | { readonly contract: Endpoint };

export const contractOf = (source: EndpointOrHooks): Endpoint => ("contract" in source ? source.contract : source);

/** Hands a file to the person under its name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export interface DownloadArgs {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Fetches a file (an endpoint that produces 'binary') and saves it. False: it failed, and the shell has said why. */
export async function downloadFile(source: EndpointOrHooks, name: string, args: DownloadArgs = {}): Promise<boolean> {
  const host = requestHost();
  const outcome = await send<Blob>(host, { endpoint: contractOf(source), ...args });
  if ("error" in outcome) {
    const { error } = outcome;
    // A warning is the server's own word on this file; where the session is the matter, that is said (realtime.md section 8).
    const plain = error.level === "error" && error.action === "none";
    host.onFailure(plain ? { ...error, text: `${texts.download}${error.text}` } : error);
    return false;
  }
  saveBlob(outcome.data, name);
  return true;
}
