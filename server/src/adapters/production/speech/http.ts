/** Synthesis over HTTP: POST { text, voice, speed, volume, pitch, format, sampleRate }, the answer is a sound file (decision 077). */
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { pinnedTo, type Resolve } from "../../../outward/resolving.ts";
import type { Clock } from "../../../ports/clock.ts";
import { SpeechFailed, type SpeechEngine, type Voice } from "../../../ports/speech.ts";
import { authorization, destinationOf, failureOf, lateText, type Destination } from "./destination.ts";

const mostBytes = 10 * 1024 * 1024;

/** Rejects with SpeechFailed. */
async function read(response: IncomingMessage): Promise<Uint8Array> {
  const { statusCode = 0 } = response;
  const type = response.headers["content-type"] ?? "";
  const refuse = (reason: string): SpeechFailed => {
    response.destroy();
    return new SpeechFailed(undefined, reason);
  };
  if (statusCode !== 200) throw refuse(`引擎返回状态码${statusCode}`);
  if (/json|text/i.test(type)) throw refuse("引擎返回的不是语音文件");
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > mostBytes) throw refuse("引擎返回的语音超过10MB");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function send(
  { url, to }: Destination,
  engine: SpeechEngine,
  body: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const make = url.protocol === "https:" ? httpsRequest : httpRequest;
    const headers = {
      "content-type": "application/json",
      accept: "audio/wav, audio/mpeg",
      "content-length": String(Buffer.byteLength(body)),
      ...authorization(engine),
    };
    const request = make(
      url,
      { method: "POST", headers, agent: false, lookup: pinnedTo(to), family: to.family, signal, maxHeaderSize: 16_384 },
      done,
    );
    request.once("error", failed);
    request.end(body);
  });
}

/** A wav or mp3 of any rate. Rejects with SpeechFailed. No redirect is followed. */
export async function speakOverHttp(
  { clock, resolve }: { readonly clock: Clock; readonly resolve: Resolve },
  engine: SpeechEngine,
  text: string,
  { voice, speed, volume, pitch }: Voice,
): Promise<Uint8Array> {
  const stop = new AbortController();
  const timer = clock.after(engine.timeoutMs, () => stop.abort());
  try {
    const to = await destinationOf(engine, ["http", "https"], resolve);
    const body = JSON.stringify({ text, voice, speed, volume, pitch, format: "wav", sampleRate: 8_000 });
    return await read(await send(to, engine, body, stop.signal));
  } catch (error) {
    throw stop.signal.aborted ? new SpeechFailed(error, lateText(engine.timeoutMs)) : failureOf(error);
  } finally {
    timer.cancel();
  }
}
