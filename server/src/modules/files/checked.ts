/** A workbook that is checked first: it is kept for an hour, and its token saves the same one. */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { AppError, hourMs } from "@liantai/api/contract";
import type { RequestContext } from "../../http/routes.ts";
import { xlsxType } from "../../sheets/index.ts";
import type { Download } from "./downloads.ts";
import type { FileRow } from "./repository.ts";
import type { FileStore } from "./store.ts";

interface Kept {
  readonly store: FileStore;
  readonly downloadOf: (row: FileRow) => Download;
}
interface Checked {
  readonly context: RequestContext;
  readonly compId: string;
  /** Which import, and what for: a token is good for nothing else. */
  readonly tag: string;
  readonly about: string;
}

/** The token; '': no file came. */
export async function keepChecked({ store }: Kept, { context, compId, tag, about }: Checked): Promise<string> {
  const [file] = context.files;
  if (!file) return "";
  const kept = await store.keep(context.caller, compId, await buffer(file.stream()), {
    ...{ name: file.name, contentType: xlsxType, tag, description: about },
    keepMs: hourMs,
  });
  return kept.id;
}

/** Runs `work` with the workbook of the token in place of an uploaded one; the token is gone then. */
export async function withChecked<T>(
  { store, downloadOf }: Kept,
  { context, compId, tag, about }: Checked,
  token: string,
  work: (context: RequestContext) => Promise<T>,
): Promise<T> {
  const row = await store.find(compId, token);
  const good = row?.tag === tag && row.ownerId === context.caller.userId && row.description === about;
  if (!row || !good) throw new AppError("refused", "校验结果已过期，请重新上传文件");
  const folder = await mkdtemp(join(tmpdir(), "liantai-token-"));
  try {
    const path = join(folder, "sheet.xlsx");
    const { open, bytes, name } = downloadOf(row);
    await pipeline(await open(), createWriteStream(path));
    const file = { field: "files", name, type: xlsxType, bytes, sha256: row.sha256, head: Buffer.alloc(0), path };
    const stream = () => {
      throw new Error("it is moved, not read");
    };
    const done = await work({ ...context, files: [{ ...file, stream }] });
    await store.remove(compId, token);
    return done;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
