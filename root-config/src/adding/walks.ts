/** Reads the walks of docs/adding.md and makes them in a copy of the sources. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export interface Block {
  readonly kind: "new" | "diff";
  readonly path: string;
  readonly text: string;
}

export interface Walk {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** Blocks that name a path, without the indentation of the list they stand in. */
function blocksOf(section: string): Block[] {
  return [...section.matchAll(/^( *)```(\w+) (\S+)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = "", language, path, body]) => ({
      kind: language === "diff" ? "diff" : "new",
      path: path ?? "",
      text: (body ?? "")
        .split("\n")
        .map((line) => line.slice(indent.length))
        .join("\n"),
    }),
  );
}

export const walksOf = (guide: string): Walk[] =>
  guide
    .split(/^## /m)
    .slice(1)
    .map((section) => ({ title: section.slice(0, section.indexOf("\n")), blocks: blocksOf(section) }));

/** The text with one place changed. Throws when what the block shows does not stand there, or stands there twice. */
function changed(text: string, hunk: readonly string[], path: string): string {
  const lines = text.split("\n");
  const old = hunk.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
  const fresh = hunk.filter((line) => !line.startsWith("-")).map((line) => line.slice(1));
  const places = lines.flatMap((_, at) => (old.every((line, i) => lines[at + i] === line) ? [at] : []));
  const [at] = places;
  if (at === undefined || places.length > 1)
    throw new Error(`docs/adding.md: ${path} has ${places.length} places that read\n${old.join("\n")}`);
  return [...lines.slice(0, at), ...fresh, ...lines.slice(at + old.length)].join("\n");
}

function apply(folder: string, { kind, path, text }: Block, number: string): string {
  const file = path.replace("NNN", number);
  const target = join(folder, file);
  if (kind === "new") {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text, { flag: "wx" });
    return file;
  }
  const hunks = text.trimEnd().split(/^@@$/m);
  const lines = hunks.map((hunk) => hunk.replace(/^\n|\n$/g, "").split("\n"));
  writeFileSync(
    target,
    lines.reduce((now, hunk) => changed(now, hunk, file), readFileSync(target, "utf8")),
  );
  return file;
}

const copied = [
  "root-config",
  "apps",
  "shared",
  "server",
  "docs",
  "scripts",
  "jest.config.mjs",
  "package.json",
  "tsconfig.json",
];

/** The sources as they are now; packages are read where they lie, those of this repository in the copy. */
export function copySources(root: string, folder: string): void {
  for (const name of copied)
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !["node_modules", "dist"].includes(basename(path)),
    });
  const modules = (inside: string) => join(folder, inside, "node_modules");
  mkdirSync(modules(""));
  for (const name of readdirSync(join(root, "node_modules")))
    if (!name.startsWith(".") && name !== "@liantai")
      symlinkSync(join(root, "node_modules", name), join(modules(""), name));
  mkdirSync(join(modules(""), "@liantai"));
  for (const workspace of ["shared/api", "shared/bus", "shared/ui", "server"]) {
    symlinkSync(join(folder, workspace), join(modules(""), "@liantai", basename(workspace)));
    const own = join(root, workspace, "node_modules");
    if (existsSync(own)) symlinkSync(own, modules(workspace));
  }
}

/** Makes one walk; the files it wrote. */
export function make(walk: Walk, folder: string): string[] {
  const last = readdirSync(join(folder, "server/src/migrations"))
    .map((name) => Number(/^\d{3}/.exec(name)?.[0] ?? 0))
    .reduce((a, b) => Math.max(a, b));
  return walk.blocks.map((block) => apply(folder, block, String(last + 1).padStart(3, "0")));
}
