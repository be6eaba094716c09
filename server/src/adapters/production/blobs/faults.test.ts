/** What the adapter does when the store, or the way to it, fails: a store of this test that fails as it is told. */
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createVirtualClock } from "../../../testing/index.ts";
import { BlobMissing, type Blobs } from "../../../ports/blobs.ts";
import type { Clock } from "../../../ports/clock.ts";
import { StoreRefused, StoreUnreachable } from "./errors.ts";
import { createS3Blobs, wrongSetting } from "./index.ts";

type Answer = (request: IncomingMessage, reply: ServerResponse) => void;

let server: Server;
let folder: string;
let blobs: Blobs;
let asked: string[];
let answer: Answer;

const says =
  (status: number, code?: string): Answer =>
  (_request, reply) =>
    void reply.writeHead(status).end(code && `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);

/** Pauses between tries cost no time; patience ends when the test says so. */
let patience: Set<() => void>;
const clockOfTest = (): Clock => ({
  ...createVirtualClock(),
  after(ms, run) {
    if (ms < 10_000) {
      const pause = setImmediate(run);
      return { cancel: () => clearImmediate(pause) };
    }
    patience.add(run);
    return { cancel: () => void patience.delete(run) };
  },
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-s3-"));
  patience = new Set();
  asked = [];
  server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url}`);
    // Read first: a client that is still sending hears no answer.
    request.resume().once("end", () => answer(request, reply));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  blobs = createS3Blobs({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publicEndpoint: undefined,
    bucket: "liantai",
    region: "us-east-1",
    accessKeyId: "key",
    secretAccessKey: "secret",
    pathStyle: true,
    clock: clockOfTest(),
  });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

test("an error of the store is tried again, four times in all", async () => {
  answer = (request, reply) => says(asked.length < 4 ? 503 : 200, "SlowDown")(request, reply);
  await expect(blobs.put("a", Buffer.from("x"))).resolves.toEqual({ key: "a", bytes: 1 });
  expect(asked).toEqual(Array(4).fill("PUT /liantai/a"));
  asked = [];
  answer = says(503, "SlowDown");
  await expect(blobs.put("a", Buffer.from("x"))).rejects.toBeInstanceOf(StoreUnreachable);
  expect(asked).toHaveLength(4);
});

test("what the store refuses is not tried again, and says which setting is wrong", async () => {
  answer = says(403, "InvalidAccessKeyId");
  const error = await blobs.ping().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreRefused);
  expect(asked).toHaveLength(1);
  expect(wrongSetting(error)).toBe("S3_ACCESS_KEY_ID is not known to the store");
  answer = says(301);
  expect(wrongSetting(await blobs.ping().catch((thrown: unknown) => thrown))).toContain("S3_REGION");
  expect(wrongSetting(new StoreUnreachable("GET x", new Error("ECONNREFUSED")))).toBeUndefined();
});

test("a missing bucket is no missing blob", async () => {
  answer = says(404, "NoSuchBucket");
  await expect(blobs.read("a")).rejects.toBeInstanceOf(StoreRefused);
  answer = says(404, "NoSuchKey");
  await expect(blobs.read("a")).rejects.toBeInstanceOf(BlobMissing);
});

test("a store that says nothing is given up: nobody waits for ever", async () => {
  answer = () => patience.forEach((end) => end());
  await expect(blobs.stat("a")).rejects.toThrow("no answer within 15 s");
  expect(asked).toHaveLength(4);
});

describe("a file in parts", () => {
  const megabyte = 1024 * 1024;
  const parts = (failing: (partNumber: number) => boolean): Answer => {
    return (request, reply) => {
      const { searchParams } = new URL(request.url ?? "", "http://x");
      const number = searchParams.get("partNumber");
      if (number !== null && failing(Number(number))) return request.socket.destroy();
      if (searchParams.has("uploads"))
        return void reply.end("<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>");
      reply.setHeader("etag", `"${number}"`);
      reply.end();
    };
  };
  const longFile = async (): Promise<string> => {
    const path = join(folder, "long.wav");
    await writeFile(path, Buffer.alloc(20 * megabyte));
    return path;
  };

  test("a connection that breaks costs its part alone", async () => {
    let broken = 0;
    answer = parts((number) => number === 2 && ++broken === 1);
    await expect(blobs.adopt("a", await longFile())).resolves.toEqual({ key: "a", bytes: 20 * megabyte });
    expect(asked).toEqual([
      "POST /liantai/a?uploads=",
      "PUT /liantai/a?partNumber=1&uploadId=u1",
      "PUT /liantai/a?partNumber=2&uploadId=u1",
      "PUT /liantai/a?partNumber=2&uploadId=u1",
      "PUT /liantai/a?partNumber=3&uploadId=u1",
      "POST /liantai/a?uploadId=u1",
    ]);
  });

  test("one that cannot be finished is taken back, and the file is still there", async () => {
    answer = parts((number) => number === 2);
    const path = await longFile();
    await expect(blobs.adopt("a", path)).rejects.toBeInstanceOf(StoreUnreachable);
    expect(asked.at(-1)).toBe("DELETE /liantai/a?uploadId=u1");
    expect((await stat(path)).size).toBe(20 * megabyte);
  });

  test("a completion that fails behind its 200 is a failure", async () => {
    const ordinary = parts(() => false);
    answer = (request, reply) =>
      request.method === "POST" && request.url?.includes("uploadId")
        ? void reply.end("<Error><Code>InternalError</Code></Error>")
        : ordinary(request, reply);
    const path = await longFile();
    await expect(blobs.adopt("a", path)).rejects.toThrow("InternalError");
    expect((await stat(path)).size).toBe(20 * megabyte);
  });
});

test("whoever stops reading ends the request", async () => {
  let closed: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (closed = resolve));
  answer = (_request, reply) => {
    reply.once("close", closed);
    reply.write(Buffer.alloc(64 * 1024));
  };
  const stream = await blobs.read("a");
  stream.once("data", () => stream.destroy());
  await gone;
  expect(stream.destroyed).toBe(true);
});

test("pages of a list are followed to the last", async () => {
  const page = (keys: string[], next?: string): string =>
    `<ListBucketResult>${keys.map((key) => `<Contents><Key>${key}</Key><Size>7</Size></Contents>`).join("")}${
      next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ""
    }</ListBucketResult>`;
  answer = (request, reply) =>
    void reply.end(request.url?.includes("continuation-token=t+1") ? page(["c"]) : page(["a", "b"], "t 1"));
  const keys = [];
  for await (const { key, bytes } of blobs.list("")) keys.push([key, bytes]);
  expect(keys).toEqual([
    ["a", 7],
    ["b", 7],
    ["c", 7],
  ]);
  expect(asked).toHaveLength(2);
  expect(await blobs.read("a").then(buffer)).not.toHaveLength(0);
});
