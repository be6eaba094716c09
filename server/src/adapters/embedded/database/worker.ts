/** PGlite in a thread of its own: a long query must not stop calls, sockets and timers. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { FromWorker, ToWorker, WorkerOptions } from './thread.ts';

const port = parentPort;
if (!port) throw new Error('this file is a worker');
const options = workerData as WorkerOptions;
const send = (message: FromWorker, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function open(): Promise<PGlite> {
  return PGlite.create({
    ...(options.folder === undefined ? {} : { dataDir: options.folder }),
    ...(options.image === undefined ? {} : { loadDataDir: new Blob([await readFile(options.image)]) }),
  });
}

async function answer(lite: PGlite, message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'exec': {
      const reply = await lite.execProtocolRaw(message.bytes);
      return send({ type: 'reply', id: message.id, bytes: reply }, [reply.buffer as ArrayBuffer]);
    }
    case 'dump': {
      // Several processes may write the same image: each renames a whole file into place.
      const partial = `${message.path}.${process.pid}`;
      await writeFile(partial, new Uint8Array(await (await lite.dumpDataDir('none')).arrayBuffer()));
      await rename(partial, message.path);
      return send({ type: 'done', id: message.id });
    }
    case 'close':
      await lite.close();
      send({ type: 'done', id: message.id });
      port?.close();
  }
}

try {
  const lite = await open();
  // One at a time: the session is one.
  let last: Promise<void> = Promise.resolve();
  port.on('message', (message: ToWorker) => {
    last = last.then(() => answer(lite, message)).catch((error: unknown) => send({ type: 'failed', id: message.id, message: textOf(error) }));
  });
  send({ type: 'open' });
} catch (error) {
  send({ type: 'refused', message: textOf(error) });
}
