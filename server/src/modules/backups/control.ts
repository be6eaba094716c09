/**
 * How `npm run backup`, `totp-reset`, `replay`, `flow:replay` and `flow:test` ask the process that has the database: a socket in DATA_DIR
 * for its owner alone. One line of JSON each way.
 */
import { chmod, rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { BackupRequest } from "./create.ts";

/** replay, flowReplay, flowTest: a question as JSON, whose reader sees to what is in it. */
export type ControlRequest =
  | BackupRequest
  | { readonly totpReset: string }
  | { readonly replay: string }
  | { readonly flowReplay: string }
  | { readonly flowTest: string };
/** bytes: that were written; 0: the request writes no file. text: for people. */
export type ControlReply = { readonly bytes: number; readonly text?: string } | { readonly failed: string };

type Run = (request: ControlRequest) => Promise<Exclude<ControlReply, { readonly failed: string }>>;

/** Longer paths do not fit into a socket's address on Linux. */
const longest = 107;
export const controlPath = (dataDir: string): string => join(dataDir, "control.sock");

function parse(line: string): ControlRequest | undefined {
  try {
    const asked = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const { file, recordings, totpReset, replay, flowReplay, flowTest } = asked;
    if (typeof totpReset === "string") return { totpReset };
    if (typeof replay === "string") return { replay };
    if (typeof flowReplay === "string") return { flowReplay };
    if (typeof flowTest === "string") return { flowTest };
    return typeof file === "string" && typeof recordings === "boolean" ? { file, recordings } : undefined;
  } catch {
    return undefined;
  }
}

async function answer(socket: Socket, line: string, run: Run): Promise<void> {
  const request = parse(line);
  const reply: ControlReply = request
    ? await run(request).catch((error: unknown) => ({ failed: error instanceof Error ? error.message : String(error) }))
    : { failed: "not a request that this version knows" };
  socket.end(`${JSON.stringify(reply)}\n`);
}

/** Undefined: the path is too long. The caller holds the folder's lock, so a socket that is there is a dead process's. */
export async function openControl(dataDir: string, run: Run): Promise<Server | undefined> {
  const path = controlPath(dataDir);
  if (Buffer.byteLength(path) > longest) return undefined;
  await rm(path, { force: true });
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    createInterface({ input: socket }).once("line", (line) => void answer(socket, line, run));
  });
  // Bound under this mask, so that there is no moment at which others could connect.
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
  } finally {
    process.umask(mask);
  }
  await chmod(path, 0o600);
  return server;
}

/** Undefined: no process listens. */
export function askControl(dataDir: string, request: ControlRequest): Promise<ControlReply | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(controlPath(dataDir));
    socket.once("error", (error: NodeJS.ErrnoException) =>
      ["ENOENT", "ENOTDIR", "ECONNREFUSED", "EINVAL"].includes(error.code ?? "")
        ? resolve(undefined)
        : reject(
            error.code === "EACCES"
              ? new Error(`DATA_DIR ${dataDir} belongs to another user; run this as the user of npm start`)
              : error,
          ),
    );
    socket.once("connect", () => socket.write(`${JSON.stringify(request)}\n`));
    const lines = createInterface({ input: socket });
    lines.on("error", () => undefined);
    lines.once("line", (line) => resolve(JSON.parse(line) as ControlReply));
    lines.once("close", () => reject(new Error("the installation ended before it answered")));
  });
}
