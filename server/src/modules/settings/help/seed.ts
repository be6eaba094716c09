/** The documents the product comes with, put into the help once an installation: what operators then make of them stays. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Ports } from "../../../ports/index.ts";
import { claimSetting } from "../../system/index.ts";
import { insertNode } from "./repository.ts";

/** Folder, then its documents by file; the title is the file's first heading. */
const contents: readonly (readonly [string, readonly string[]])[] = [
  ["快速上手", ["agent.md", "administrator.md"]],
  ["使用说明", ["softphone.md", "interfaces.md"]],
  ["参考", ["shortcuts.md", "questions.md"]],
];

async function read(file: string): Promise<{ readonly title: string; readonly body: string }> {
  const text = await readFile(join(import.meta.dirname, file), "utf8");
  const [, title = file, body = ""] = /^# (.+)\n+([\s\S]*)$/.exec(text) ?? [];
  return { title, body };
}

export async function seedHelp({
  database,
  random,
  clock,
}: Pick<Ports, "database" | "random" | "clock">): Promise<void> {
  const documents = new Map(
    await Promise.all(contents.flatMap(([, files]) => files).map(async (file) => [file, await read(file)] as const)),
  );
  const changed = { updatedAt: new Date(clock.now()), updatedBy: "联台" };
  // system: the help belongs to no enterprise.
  await database.system(async (trx) => {
    if (!(await claimSetting(trx, "help.seeded"))) return;
    for (const [i, [title, files]] of contents.entries()) {
      const folder = random.id();
      await insertNode(trx, { id: folder, parentId: null, kind: "folder", title, sort: i + 1, ...changed });
      for (const [at, file] of files.entries())
        await insertNode(trx, {
          id: random.id(),
          parentId: folder,
          kind: "document",
          ...documents.get(file)!,
          sort: at + 1,
          ...changed,
        });
    }
  });
}
