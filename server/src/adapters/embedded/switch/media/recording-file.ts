/** The file under a recording, as little of it as a recording needs: tests put a disk that fails in its place. */
import { open } from "node:fs/promises";

export interface RecordingFile {
  /** Resolves with how many bytes were written, which may be fewer than given. */
  write(data: Uint8Array, position: number): Promise<number>;
  /** Cuts it, or makes it longer with zeros that take no room. */
  resize(bytes: number): Promise<void>;
  close(): Promise<void>;
}

export type OpenRecordingFile = (path: string) => Promise<RecordingFile>;

export const openRecordingFile: OpenRecordingFile = async (path) => {
  const handle = await open(path, "w+", 0o640);
  return {
    write: async (data, position) => (await handle.write(data, 0, data.length, position)).bytesWritten,
    resize: (bytes) => handle.truncate(bytes),
    close: () => handle.close(),
  };
};
