/**
 * A download that the browser stores by itself: the server gives an address that works once, so a large file is never held in
 * the page and the token stands in no address.
 */
import { requestHost, send } from "@liantai/api/client";
import { fileApi, type DownloadKind } from "@liantai/api/contract/admin";
import type { ReplyOf } from "@liantai/api/contract";

export interface Wanted {
  readonly kind: DownloadKind;
  readonly id: string;
  readonly channel?: "left" | "right";
}

/** False: it was refused, and the shell has said why. */
export async function download(wanted: Wanted): Promise<boolean> {
  const host = requestHost();
  const outcome = await send<ReplyOf<typeof fileApi.ticket>>(host, { endpoint: fileApi.ticket, body: wanted });
  if ("error" in outcome) {
    host.onFailure(outcome.error);
    return false;
  }
  const link = document.createElement("a");
  link.href = outcome.data.url;
  link.download = outcome.data.name;
  document.body.append(link);
  link.click();
  link.remove();
  return true;
}
