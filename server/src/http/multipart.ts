/**
 * Uploads (RFC 7578). Parts are written to files of the request as they arrive, so that an upload costs no memory; those
 * that no handler took away go when the request ends. Limits hold while it arrives, not after.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import multipart from "@fastify/multipart";
import { AppError, defaultMaxBytes, defaultMaxFiles, type Endpoint } from "@liantai/api/contract";
import { fileTexts } from "@liantai/api/contract/file-rules";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fieldRefusal } from "./refusals.ts";
import { safeFileName } from "./names.ts";
import type { UploadedFile } from "./routes.ts";

/** Of the text fields beside the files. */
const fieldLimits = { fields: 50, fieldNameSize: 100, fieldSize: 64 * 1024, headerPairs: 50 } as const;
/** What the fields and the boundaries may add to the files. */
const overhead = 1024 * 1024;

const fault = (message: string): AppError => fieldRefusal("files", "文件", message);

/** The plugin's refusals that are the client's. */
const known: Readonly<Record<string, string>> = {
  FST_PARTS_LIMIT: "提交的内容过多",
  FST_FIELDS_LIMIT: "提交的内容过多",
  FST_PROTO_VIOLATION: "提交的内容有误",
  FST_INVALID_JSON_FIELD_ERROR: "提交的内容有误",
  FST_MP_PREMATURE_CLOSE: "提交的内容不完整",
  FST_INVALID_MULTIPART_CONTENT_TYPE: "不支持的内容类型",
};

export const isMultipart = (contentType: string | undefined): boolean => /^multipart\//i.test(contentType ?? "");

const folders = new WeakMap<FastifyRequest, string>();
const gone = new WeakSet<FastifyRequest>();

async function clean(request: FastifyRequest): Promise<void> {
  gone.add(request);
  const folder = folders.get(request);
  folders.delete(request);
  if (folder) await rm(folder, { recursive: true, force: true });
}

/** Beside the body parsers; each route reads its own parts (readMultipart). */
export async function registerMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: { fileSize: defaultMaxBytes, parts: fieldLimits.fields + defaultMaxFiles } });
  app.addHook("onRequest", async (request: FastifyRequest, reply: FastifyReply) => {
    // A client that goes away before the reply: onResponse does not come.
    if (isMultipart(request.headers["content-type"])) reply.raw.on("close", () => void clean(request));
  });
}

async function keep(
  file: Readable & { truncated?: boolean },
  path: string,
  room: number,
  maxBytes: number,
): Promise<{ bytes: number; sha256: string; head: Buffer }> {
  const hash = createHash("sha256");
  let bytes = 0;
  let head = Buffer.alloc(0);
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > room) return done(fault(fileTexts.tooLarge(maxBytes)));
      hash.update(chunk);
      if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
      done(null, chunk);
    },
  });
  await pipeline(file, measure, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  if (file.truncated) throw fault(fileTexts.tooLarge(maxBytes));
  return { bytes, sha256: hash.digest("hex"), head };
}

/** Enough to know a kind of file by. */
const headBytes = 4_096;

export interface MultipartInput {
  /** A field given several times is an array. */
  readonly body: Readonly<Record<string, string | readonly string[]>>;
  readonly files: readonly UploadedFile[];
}

/** Throws AppError 'invalid' for what is too large, too many, cut off or malformed. */
export async function readMultipart(endpoint: Endpoint, request: FastifyRequest): Promise<MultipartInput> {
  const maxBytes = endpoint.maxBytes ?? defaultMaxBytes;
  const maxFiles = endpoint.maxFiles ?? defaultMaxFiles;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes + overhead) throw fault(fileTexts.tooLarge(maxBytes));
  const body: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  const files: UploadedFile[] = [];
  let room = maxBytes;
  try {
    const parts = request.parts({
      limits: { ...fieldLimits, files: maxFiles, fileSize: maxBytes + 1, parts: fieldLimits.fields + maxFiles },
    });
    for await (const part of parts) {
      if (part.type === "field") {
        if (typeof part.value !== "string" || part.valueTruncated || part.fieldnameTruncated)
          throw new AppError("invalid");
        const before = body[part.fieldname];
        body[part.fieldname] =
          before === undefined ? part.value : [...(Array.isArray(before) ? before : [before]), part.value];
        continue;
      }
      if (!folders.has(request)) folders.set(request, await mkdtemp(join(tmpdir(), "liantai-upload-")));
      const path = join(folders.get(request)!, String(files.length));
      const { bytes, sha256, head } = await keep(part.file, path, room, maxBytes);
      room -= bytes;
      // An empty file input sends a part without a name and without content.
      if (bytes === 0 && !part.filename) continue;
      files.push({
        field: part.fieldname,
        name: safeFileName(part.filename ?? ""),
        type: part.mimetype,
        bytes,
        sha256,
        head,
        path,
        stream: () => createReadStream(path),
      });
    }
  } catch (error) {
    throw refusalOf(error, maxBytes, maxFiles);
  } finally {
    if (gone.has(request)) await clean(request);
  }
  return { body: { ...body }, files };
}

function refusalOf(error: unknown, maxBytes: number, maxFiles: number): unknown {
  if (error instanceof AppError) return error;
  const code = (error as { code?: string }).code ?? "";
  if (code === "FST_REQ_FILE_TOO_LARGE") return fault(fileTexts.tooLarge(maxBytes));
  if (code === "FST_FILES_LIMIT") return fault(fileTexts.tooMany(maxFiles));
  if (known[code]) return new AppError("invalid", known[code]);
  // The parser's own complaints carry no code: an unfinished or malformed body.
  return error instanceof Error && /multipart|boundary|terminated|header/i.test(error.message)
    ? new AppError("invalid", "提交的内容不完整")
    : error;
}
