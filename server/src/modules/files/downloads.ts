/**
 * What can be downloaded, by kind, and single-use addresses for it: the browser itself stores what an address opens, so a
 * large file needs no memory in the page, and no token ever stands in an address. A ticket is good once, for 30 s, and for the
 * session that asked; the right to the file is looked at again when it is used.
 */
import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { AppError, type Permission } from "@liantai/api/contract";
import type { DownloadKind } from "@liantai/api/contract/admin";
import { checkRole } from "../../http/authority.ts";
import { attachment } from "../../http/names.ts";
import type { BinaryReply, Caller } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import { isRefused, type AuthModule } from "../auth/index.ts";

export interface DownloadRequest {
  readonly id: string;
  readonly compId?: string | undefined;
  readonly channel?: "left" | "right" | undefined;
}

export interface Download {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  open(): Promise<Readable>;
}

/** Finds what a caller may have; throws AppError 'notFound' or 'forbidden'. */
export type DownloadSource = (caller: Caller, request: DownloadRequest) => Promise<Download>;

/** An attachment that no browser runs, whatever it holds. */
export async function attached(download: Download): Promise<BinaryReply> {
  return {
    binary: await download.open(),
    contentType: download.contentType,
    headers: {
      "content-disposition": attachment(download.name),
      "content-length": String(download.bytes),
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "no-store, private",
    },
  };
}

const ticketMs = 30_000;
const key = (ticket: string): string => `files:ticket:${createHash("sha256").update(ticket).digest("hex")}`;

interface Kept extends DownloadRequest {
  readonly kind: DownloadKind;
  readonly sessionId: string;
}

export interface Downloads {
  /** `right`: what the kind asks for, whichever way it is asked (address, ticket), and again when a ticket is used. */
  register(kind: DownloadKind, source: DownloadSource, right?: Permission): void;
  open(kind: DownloadKind, caller: Caller, request: DownloadRequest): Promise<BinaryReply>;
  ticket(
    kind: DownloadKind,
    caller: Caller,
    request: DownloadRequest,
    path: string,
  ): Promise<{ readonly url: string; readonly name: string; readonly expiresIn: number }>;
  take(ticket: string): Promise<BinaryReply>;
}

export function createDownloads(
  { broker, random }: Pick<Ports, "broker" | "random">,
  auth: Pick<AuthModule, "sessions" | "mayPress" | "maySee" | "mayDo">,
): Downloads {
  const sources = new Map<DownloadKind, { readonly source: DownloadSource; readonly right: Permission | undefined }>();
  const find = async (kind: DownloadKind, caller: Caller, request: DownloadRequest): Promise<Download> => {
    const known = sources.get(kind);
    if (!known) throw new AppError("notFound");
    if (known.right?.kind === "roles") await checkRole(caller, known.right, auth);
    return known.source(caller, request);
  };
  return {
    register: (kind, source, right) => void sources.set(kind, { source, right }),
    open: async (kind, caller, request) => attached(await find(kind, caller, request)),
    async ticket(kind, caller, request, path) {
      const { name } = await find(kind, caller, request);
      const ticket = random.token(32);
      await broker.set(
        key(ticket),
        JSON.stringify({ ...request, kind, sessionId: caller.sessionId } satisfies Kept),
        ticketMs,
      );
      return { url: `${path}?ticket=${ticket}`, name, expiresIn: ticketMs / 1000 };
    },
    async take(ticket) {
      const kept = await broker.take(key(ticket));
      // With a status that makes the browser's download fail, instead of a file that holds an envelope.
      const gone = new AppError("noRoute", "下载链接已失效，请重新下载");
      if (kept === undefined) throw gone;
      const { kind, sessionId, ...request } = JSON.parse(kept) as Kept;
      const caller = await auth.sessions.byId(sessionId);
      if (isRefused(caller) || caller.held !== undefined) throw gone;
      return attached(await find(kind, caller, request));
    },
  };
}
