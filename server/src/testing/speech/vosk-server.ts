/** A server that speaks the protocol of vosk-server (websocket/asr_server.py): an answer a message, hangs up after the end. */
import type { WebSocket } from "ws";
import { samplesIn, type Lexicon } from "./lexicon.ts";
import { serveSockets, type TestServer } from "./sockets.ts";

export async function createVoskServer(lexicon: Lexicon): Promise<TestServer> {
  return serveSockets((socket: WebSocket) => {
    const audio: Buffer[] = [];
    let rate = 0;
    socket.on("message", (data: Buffer, binary) => {
      const text = binary ? "" : data.toString();
      if (!binary && text.includes("config")) {
        rate = (JSON.parse(text) as { config: { sample_rate: number } }).config.sample_rate;
        return;
      }
      if (binary) {
        audio.push(data);
        return void socket.send(JSON.stringify({ partial: audio.length > 3 ? "嗯" : "" }));
      }
      // Any other spelling is audio to the original, and fails.
      if (text !== '{"eof" : 1}') return socket.terminate();
      const heard = rate === 8_000 ? lexicon(samplesIn(Buffer.concat(audio))) : "";
      const words = heard === "" ? [] : [heard.slice(0, 2), heard.slice(2)];
      const result = words.map((word) => ({ word, conf: 0.9, start: 0, end: 1 }));
      socket.send(JSON.stringify(heard === "" ? { text: "" } : { result, text: words.join(" ") }));
      socket.close();
    });
  });
}
