/** A folder as the build leaves it, and bundles as scripts/webpack/publish-to.mjs sends them (docs/protocol.md H5, H6). */
import { createHash } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

export const builtInHash = "b".repeat(16);
export const sharedHash = "5".repeat(16);
const token = "LTBUILDxLTBUILDx";
const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");

/** Writes the map and the page of a build; `over` changes addresses. */
export function writeBuild(distDir: string, over: Readonly<Record<string, string>> = {}): void {
  const at = (name: string, hash: string) => `/assets/${name}/${hash}/${name}.js`;
  const imports: Readonly<Record<string, string>> = {
    react: at("vendor-react", sharedHash),
    "@liantai/ui": at("shared-ui", sharedHash),
    "@liantai/bus": at("shared-bus", sharedHash),
    "@liantai/root-config": at("root-config", sharedHash),
    "@liantai/shell-nav": at("shell-nav", sharedHash),
    "@liantai/workstation": at("workstation", sharedHash),
    ...Object.fromEntries(["workorder", "im", "signin"].map((app) => [`@liantai/${app}`, at(app, builtInHash)])),
    ...over,
  };
  const write = (path: string, text: string) => {
    mkdirSync(join(distDir, path, ".."), { recursive: true });
    writeFileSync(join(distDir, `${path}.new`), text);
    renameSync(join(distDir, `${path}.new`), join(distDir, path));
  };
  const metas = '<meta name="app-version" content="{{version}}"><meta name="trial-apps" content="{{trials}}">';
  write("page/index.html", `${metas}<meta name="workspace-bundles" content="{{workspace}}">{{preloads}}`);
  write("graph.json", JSON.stringify({ [imports["@liantai/workorder"]!]: { deps: ["react"] } }));
  write("import-map.json", JSON.stringify({ imports }));
  write(`assets/workorder/${builtInHash}/workorder.js`, 'System.register(["react"],function(){"built in"})');
}

export interface MadeFile {
  readonly name: string;
  readonly data: Buffer;
}
export interface MadeBundle {
  readonly app: string;
  readonly version: string;
  readonly files: readonly MadeFile[];
  readonly shared: readonly { readonly name: string; readonly version: string }[];
}

/** `text` tells one version from another; with a lazy chunk, a style sheet and their compressed forms. */
export function makeBundle(
  text: string,
  { app = "workorder", shared = { react: sharedHash, "@liantai/ui": sharedHash } as Record<string, string> } = {},
): MadeBundle {
  const sources: readonly (readonly [string, string])[] = [
    ["c-1.js", `webpackChunk_${token}=${JSON.stringify(text.repeat(200))}`],
    ["style.css", `.${text}{color:red}`],
    [`${app}.js`, `System.register(${JSON.stringify(Object.keys(shared))},function(){"${token} ${text.repeat(200)}"})`],
  ];
  const hash = createHash("sha256");
  for (const [name, code] of sources) hash.update(`${name}\0${Buffer.byteLength(code)}\0`).update(code);
  const version = hash.digest("hex").slice(0, 16);
  const files = sources.flatMap(([name, code]) => {
    const data = Buffer.from(code.replaceAll(token, version));
    return [
      { name, data },
      ...(name.endsWith(".js")
        ? [
            { name: `${name}.br`, data: brotliCompressSync(data) },
            { name: `${name}.gz`, data: gzipSync(data) },
          ]
        : []),
    ];
  });
  return { app, version, files, shared: Object.entries(shared).map(([name, v]) => ({ name, version: v })) };
}

/** The form's fields that say what is in the file, and the file. */
export const packOf = ({ app, version, files, shared }: MadeBundle) => ({
  app,
  version,
  scope: "all",
  note: "",
  contents: JSON.stringify({
    files: files.map(({ name, data }) => ({ name, bytes: data.length, sha256: sha256(data) })),
    shared,
  }),
  files: new Blob([Buffer.concat(files.map(({ data }) => data))]),
});
