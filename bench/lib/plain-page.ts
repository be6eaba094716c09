/**
 * As little as a page made with React can be: React, React DOM and a form of two fields in one bundle, made as our own are (webpack,
 * swc, Brotli 11) and served by a bare node:http with the headers of ours.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import MinimizerPlugin from "minimizer-webpack-plugin";
import webpack from "webpack";

const html = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>reference</title></head>
<body><script defer src="/plain.js"></script></body></html>`;

export interface PlainPage {
  /** Brotli, as a browser loads them. */
  readonly script: Buffer;
  readonly page: Buffer;
}

/** `entry`: of this folder. */
export async function buildPlainPage(entry = "plain-page-client.ts"): Promise<PlainPage> {
  const path = mkdtempSync(join(tmpdir(), "liantai-plain-"));
  const compiler = webpack({
    mode: "production",
    target: ["web", "es2022"],
    devtool: false,
    entry: { plain: join(import.meta.dirname, entry) },
    output: { path },
    module: { rules: [{ test: /\.ts$/, loader: "ts-loader", options: { transpileOnly: true } }] },
    optimization: {
      minimizer: [
        new MinimizerPlugin({
          parallel: false,
          minify: MinimizerPlugin.swcMinify,
          minimizerOptions: { ecma: 2022, compress: { passes: 3 }, mangle: true },
        }),
      ],
    },
    performance: { hints: false },
    infrastructureLogging: { level: "error" },
  });
  try {
    await new Promise<void>((resolve, reject) =>
      compiler.run((error, stats) =>
        compiler.close(() =>
          error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString("errors-only"))) : resolve(),
        ),
      ),
    );
    return {
      script: brotliCompressSync(readFileSync(join(path, "plain.js"))),
      page: brotliCompressSync(html),
    };
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

export interface PlainServer {
  readonly url: string;
  close(): void;
}

export async function servePlainPage(): Promise<PlainServer> {
  const { script, page } = await buildPlainPage();
  const server = createServer(({ url }, response) => {
    const isScript = url === "/plain.js";
    response
      .writeHead(200, {
        "content-type": isScript ? "text/javascript; charset=utf-8" : "text/html; charset=utf-8",
        "content-encoding": "br",
        "cache-control": isScript ? "public, max-age=31536000, immutable" : "no-cache",
      })
      .end(isScript ? script : page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}
