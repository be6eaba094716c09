/**
 * A server that speaks FunASR's protocol as its Python runtime does (runtime/python/websocket/funasr_wss_server.py): one start message,
 * 16,000 Hz, 2pass-online in pieces, 2pass-offline at the end, and nothing at all for a sentence that is not understood.
 */
import type { WebSocket } from "ws";
import { samplesIn, type Lexicon } from "./lexicon.ts";
import { serveSockets, type TestServer } from "./sockets.ts";

interface Start {
  readonly mode?: string;
  readonly wav_name?: string;
  readonly is_speaking?: boolean;
  readonly audio_fs?: number;
  readonly chunk_size?: readonly number[];
  readonly chunk_interval?: number;
  readonly hotwords?: string;
}

export interface FunasrServer extends TestServer {
  /** What clients started with. */
  readonly starts: readonly Start[];
}

const everyOther = (samples: Int16Array): Int16Array => samples.filter((_, n) => n % 2 === 0);

export async function createFunasrServer(lexicon: Lexicon): Promise<FunasrServer> {
  const starts: Start[] = [];
  const server = await serveSockets((socket: WebSocket) => {
    let start: Start = {};
    let audio: Buffer[] = [];
    const tell = (mode: string, text: string, isFinal: boolean): void => {
      if (text !== "") socket.send(JSON.stringify({ mode, text, wav_name: start.wav_name, is_final: isFinal }));
    };
    socket.on("message", (data: Buffer, binary) => {
      if (binary) {
        audio.push(data);
        // As the original: is_final is whether one speaks.
        if (audio.length === (start.chunk_interval ?? 10)) tell("2pass-online", "嗯", true);
        return;
      }
      const message = JSON.parse(data.toString()) as Start;
      start = { ...start, ...message };
      if (message.mode !== undefined) starts.push(message);
      if (message.is_speaking !== false) return;
      const text = lexicon(everyOther(samplesIn(Buffer.concat(audio))));
      audio = [];
      tell("2pass-offline", text && `${text}。`, false);
    });
  });
  return { ...server, starts };
}
