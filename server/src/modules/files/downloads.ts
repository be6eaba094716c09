/**
 * What can be downloaded, by kind, and addresses for it: the browser itself stores what an address opens, so a large file needs
 * no memory in the page, and no token ever stands in an address. A ticket is good once, for 30 s, and for the session that
 * asked; the right to the file is looked at again when it is used. A kind that is shown in the page has tickets for ten
 * minutes: the browser's viewer asks again to save or to print.
 */
import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { AppError, type Permission } from "@liantai/api/contract";
import type { DownloadKind } from "@liantai/api/contract/admin";
import { checkRole } from "../../http/authority.ts";
import { attachment, inline } from "../../http/names.ts";
import type { BinaryReply, Caller } from "../../http/routes.ts";
import type { Blobs } from "../../ports/blobs.ts";
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
  /** The blob that it is, unchanged; absent: the server makes it while it is read. */
  readonly blobKey?: string;
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

/** Shown in a frame of the page. A sandbox here would keep the browser's PDF viewer from starting. */
async function shown(download: Download): Promise<BinaryReply> {
  const { headers, ...reply } = await attached(download);
  return {
    ...reply,
    headers: {
      ...headers,
      "content-disposition": inline(download.name),
      "content-security-policy":
        "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      "x-frame-options": "SAMEORIGIN",
      "cross-origin-resource-policy": "same-origin",
    },
  };
}

/** How long a store's address works: the browser follows it at once. */
const linkSeconds = 60;

/** Sends the browser to the store: no byte of a large file passes through this process. */
async function redirected(blobs: Blobs, { name, contentType, blobKey }: Download): Promise<BinaryReply | undefined> {
  const link = { disposition: attachment(name), contentType, seconds: linkSeconds };
  // What is gone is said by our own page, not by the store's.
  const there = blobKey !== undefined && blobs.shared && (await blobs.stat(blobKey)) !== undefined;
  const location = there ? await blobs.link(blobKey, link) : undefined;
  if (location === undefined) return undefined;
  const headers = { location, "cache-control": "no-store, private", "referrer-policy": "no-referrer" };
  return { binary: "", contentType: "text/plain", status: 303, headers };
}

const ticketMs = 30_000;
const viewMs = 600_000;
const viewKey = (ticket: string): string => `files:view:${createHash("sha256").update(ticket).digest("hex")}`;
const key = (ticket: string): string => `files:ticket:${createHash("sha256").update(ticket).digest("hex")}`;

interface Kept extends DownloadRequest {
  readonly kind: DownloadKind;
  readonly sessionId: string;
}

export interface KindOptions {
  /** What the kind asks for, whichever way it is asked (address, ticket), and again when a ticket is used. */
  readonly right?: Permission;
  /** The page shows it; otherwise it is an attachment. Its source gives nothing that could run. */
  readonly inPage?: boolean;
}

export interface Downloads {
  register(kind: DownloadKind, source: DownloadSource, options?: KindOptions): void;
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
  { broker, random, blobs }: Pick<Ports, "broker" | "random" | "blobs">,
  auth: Pick<AuthModule, "sessions" | "mayPress" | "maySee" | "mayDo">,
): Downloads {
  const sources = new Map<DownloadKind, KindOptions & { readonly source: DownloadSource }>();
  const kindOf = (kind: DownloadKind) => {
    const known = sources.get(kind);
    if (!known) throw new AppError("notFound");
    return known;
  };
  const find = async (kind: DownloadKind, caller: Caller, request: DownloadRequest): Promise<Download> => {
    const { right, source } = kindOf(kind);
    if (right?.kind === "roles") await checkRole(caller, right, auth);
    return source(caller, request);
  };
  const open = async (kind: DownloadKind, caller: Caller, request: DownloadRequest): Promise<BinaryReply> => {
    const download = await find(kind, caller, request);
    return kindOf(kind).inPage ? shown(download) : attached(download);
  };
  return {
    register: (kind, source, options = {}) => void sources.set(kind, { ...options, source }),
    open,
    async ticket(kind, caller, request, path) {
      const { name } = await find(kind, caller, request);
      const ticket = random.token(32);
      const kept = JSON.stringify({ ...request, kind, sessionId: caller.sessionId } satisfies Kept);
      const { inPage } = kindOf(kind);
      const ms = inPage ? viewMs : ticketMs;
      await broker.set(inPage ? viewKey(ticket) : key(ticket), kept, ms);
      return { url: `${path}?ticket=${ticket}`, name, expiresIn: ms / 1000 };
    },
    async take(ticket) {
      const kept = (await broker.take(key(ticket))) ?? (await broker.get(viewKey(ticket)));
      // With a status that makes the browser's download fail, instead of a file that holds an envelope.
      const gone = new AppError("noRoute", "下载链接已失效，请重新下载");
      if (kept === undefined) throw gone;
      const { kind, sessionId, ...request } = JSON.parse(kept) as Kept;
      const caller = await auth.sessions.byId(sessionId);
      if (isRefused(caller) || caller.held !== undefined) throw gone;
      const { inPage } = kindOf(kind);
      const download = await find(kind, caller, request);
      // What the page shows in a frame must come from the page's own origin.
      return (inPage ? shown(download) : await redirected(blobs, download)) ?? attached(download);
    },
  };
}
