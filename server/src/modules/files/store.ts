/** Files that stay: what people uploaded, and result files. Blobs under the enterprise, rows that say whose they are. */
import { createHash } from "node:crypto";
import { AppError, type ReplyOf, formatTime } from "@liantai/api/contract";
import { limits, uploadTexts, type fileApi } from "@liantai/api/contract/admin";
import { fileTexts, uploadExtensions } from "@liantai/api/contract/file-rules";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Caller, UploadedFile } from "../../http/routes.ts";
import { extensionOf, safeFileName } from "../../http/names.ts";
import type { Trx } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";

import { kindOf } from "./kinds.ts";
import {
  deleteFile,
  expireFilesAt,
  findFile,
  insertFile,
  storageLimit,
  storageUsed,
  type FileRow,
} from "./repository.ts";

type StorePorts = Pick<Ports, "database" | "blobs" | "clock" | "random">;

export const fileFault = (message: string): AppError => fieldRefusal("files", "文件", message);

/** A blob key allows no capitals; ids are unique by themselves. */
export const blobFolder = (compId: string): string => compId.toLowerCase();

/** Refuses when the enterprise has no room for so many more bytes. In the transaction that adds them. */
export async function checkStorage(trx: Trx, compId: string, more: number): Promise<void> {
  const limit = await storageLimit(trx, compId);
  if (limit !== undefined && (await storageUsed(trx, compId)) + more > limit)
    throw new AppError(
      "refused",
      `企业存储空间不足（共${Math.round(limit / 1024 / 1024)}M），请清理文件或联系运营人员`,
    );
}

export const presentFile = (row: FileRow): ReplyOf<typeof fileApi.upload>["files"][number] => ({
  id: row.id,
  name: row.name,
  type: row.type,
  bytes: Number(row.bytes),
  tag: row.tag,
  description: row.description,
  time: formatTime(row.at),
});

export interface NewFile {
  readonly name: string;
  readonly contentType: string;
  readonly tag?: string;
  readonly description?: string;
  /** ms until it goes; absent: it stays. */
  readonly keepMs?: number;
}

export interface UploadAbout {
  readonly tag?: string | undefined;
  readonly description?: string | undefined;
  /** Extensions; absent: those of uploadExtensions. */
  readonly allowed?: readonly string[];
  /** ms until it goes; absent: it stays. */
  readonly keepMs?: number;
}

export interface FileStore {
  /** Files of a request, of the kinds that may be uploaded; moved into the enterprise's store. */
  upload(caller: Caller, compId: string, files: readonly UploadedFile[], about: UploadAbout): Promise<FileRow[]>;
  /** Something the server made. */
  keep(owner: Pick<Caller, "userId" | "nickName">, compId: string, data: Uint8Array, about: NewFile): Promise<FileRow>;
  /** Undefined: there is none. Whose it is the caller decides. */
  find(compId: string, id: string): Promise<FileRow | undefined>;
  /** Says when files of a tag go (null: they stay), in the transaction that decides it. The ids of those that are still there. */
  expireAt(
    trx: Trx,
    compId: string,
    tag: string,
    ids: readonly string[],
    at: Date | null,
  ): Promise<ReadonlySet<string>>;
  /** Row and blob. */
  remove(compId: string, id: string): Promise<boolean>;
}

export function createFileStore({ database, blobs, clock, random }: StorePorts): FileStore {
  /** The blob first: a row never points to nothing. A row that fails takes the blob with it. */
  async function add(
    compId: string,
    rows: readonly FileRow[],
    place: (row: FileRow, index: number) => Promise<unknown>,
  ): Promise<void> {
    const placed: string[] = [];
    try {
      for (const [index, row] of rows.entries()) {
        placed.push(row.blobKey);
        await place(row, index);
      }
      await database.tenant(compId, async (trx) => {
        await checkStorage(
          trx,
          compId,
          rows.reduce((sum, { bytes }) => sum + Number(bytes), 0),
        );
        for (const row of rows) await insertFile(trx, { ...row, bytes: Number(row.bytes) });
      });
    } catch (error) {
      await Promise.allSettled(placed.map((key) => blobs.delete(key)));
      throw error;
    }
  }
  const rowOf = (
    owner: Pick<Caller, "userId" | "nickName">,
    compId: string,
    about: NewFile & { readonly type: string; readonly bytes: number; readonly sha256: string },
  ): FileRow => {
    const id = random.id();
    const now = clock.now();
    return {
      compId,
      id,
      ownerId: owner.userId,
      ownerName: owner.nickName,
      name: about.name,
      bytes: about.bytes,
      type: about.type,
      contentType: about.contentType,
      tag: about.tag ?? "",
      description: about.description ?? "",
      sha256: about.sha256,
      blobKey: `files/${blobFolder(compId)}/${id}`,
      at: new Date(now),
      expiresAt: about.keepMs === undefined ? null : new Date(now + about.keepMs),
    };
  };
  return {
    async upload(caller, compId, files, { tag, description, allowed = uploadExtensions, keepMs }) {
      if (files.length === 0) throw fileFault(uploadTexts.none);
      const rows = files.map((file) => {
        if (file.bytes > limits.uploadBytes) throw fileFault(uploadTexts.tooLarge);
        const kind = kindOf(file.name, file.head, allowed);
        // Ordinary uploads have one sentence for both (console.md section 5).
        if (kind === "content" && allowed !== uploadExtensions) throw fileFault(fileTexts.otherContent(file.name));
        if (typeof kind === "string") throw fileFault(fileTexts.wrongType(allowed));
        return rowOf(caller, compId, {
          name: file.name,
          type: kind.type,
          contentType: kind.contentType,
          bytes: file.bytes,
          sha256: file.sha256,
          tag: tag ?? "",
          description: description ?? "",
          ...(keepMs === undefined ? {} : { keepMs }),
        });
      });
      await add(compId, rows, (row, index) => blobs.adopt(row.blobKey, files[index]!.path));
      return rows;
    },
    async keep(owner, compId, data, about) {
      const name = safeFileName(about.name);
      const row = rowOf(owner, compId, {
        ...about,
        name,
        type: extensionOf(name),
        bytes: data.byteLength,
        sha256: createHash("sha256").update(data).digest("hex"),
      });
      await add(compId, [row], () => blobs.put(row.blobKey, data));
      return row;
    },
    find: (compId, id) => database.tenant(compId, (trx) => findFile(trx, compId, id)),
    expireAt: (trx, compId, tag, ids, at) => expireFilesAt(trx, compId, tag, ids, at, new Date(clock.now())),
    async remove(compId, id) {
      const gone = await database.tenant(compId, (trx) => deleteFile(trx, compId, id));
      if (gone) await blobs.delete(gone.blobKey);
      return gone !== undefined;
    },
  };
}
