/** A server that synthesises over HTTP as adapters/production/speech/http.ts asks for it: it plays what it was given for a text. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface VoiceRequest {
  readonly text: string;
  readonly voice: string;
  readonly speed: number;
  readonly volume: number;
  readonly pitch: number;
  readonly format: string;
  readonly sampleRate: number;
}

export interface VoiceServer {
  readonly address: string;
  readonly requests: readonly (VoiceRequest & { readonly key: string })[];
  close(): Promise<void>;
}

/** `say`: a sound file, a status that is not 200, or undefined: it never answers. */
export async function createVoiceServer(
  say: (request: VoiceRequest) => Promise<Uint8Array | number | undefined>,
): Promise<VoiceServer> {
  const requests: (VoiceRequest & { key: string })[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const asked = JSON.parse(Buffer.concat(parts).toString()) as VoiceRequest;
      requests.push({ ...asked, key: request.headers.authorization ?? "" });
      void say(asked).then((answer) => {
        if (typeof answer === "number")
          response.writeHead(answer, answer === 302 ? { location: "http://127.0.0.1:1/" } : {}).end();
        else if (answer) response.writeHead(200, { "content-type": "audio/wav" }).end(answer);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tts`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
