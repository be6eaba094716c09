/**
 * The socket node-postgres would open, leading to a PGlite instead: bytes of the wire protocol in, bytes out. PGlite has one
 * session for its life, so a new client gets that session, cleaned.
 */
import { Duplex } from "node:stream";

/** Runs wire protocol messages; PGlite's execProtocolRaw, here or in a worker. */
export interface ProtocolBackend {
  exec(message: Uint8Array): Promise<Uint8Array>;
}

const simpleQuery = (text: string): Uint8Array => {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head.write("Q");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

/** AuthenticationOk, then ReadyForQuery (idle): PGlite asks nobody's name. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
const terminate = 0x58;

export class PgliteStream extends Duplex {
  readonly #open: () => Promise<ProtocolBackend>;
  #backend: ProtocolBackend | undefined;
  #started = false;

  constructor(open: () => Promise<ProtocolBackend>) {
    super();
    this.#open = open;
  }

  /** What net.Socket has and node-postgres calls. */
  connect(): this {
    this.#open()
      .then(
        async (backend) => {
          // A client that was thrown away may have left its transaction open in the one session.
          await backend.exec(simpleQuery("rollback; discard all"));
          this.#backend = backend;
          this.emit("connect");
        },
        (error: Error) => this.destroy(error),
      )
      .catch((error: Error) => this.destroy(error));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error | null) => void): void {
    this.#send(chunk, done);
  }

  /** node-postgres corks parse, bind, describe, execute and sync: they travel as one. */
  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  #send(message: Uint8Array, done: (error?: Error | null) => void): void {
    if (!this.#started) {
      this.#started = true;
      this.push(welcome);
      done();
      return;
    }
    if (message[0] === terminate) {
      done();
      return;
    }
    if (!this.#backend) {
      done(new Error("the database is not open"));
      return;
    }
    this.#backend.exec(message).then(
      (reply) => {
        if (reply.length > 0) this.push(reply);
        done();
      },
      (error: Error) => done(error),
    );
  }
}
