/**
 * A database in memory that begins with an image (cluster-tar.ts). The library's own way (loadDataDir) copies a tar three times and
 * asks for each folder of each path again: two thirds of the time that a database of a test takes to open.
 */
import { MemoryFS } from "@electric-sql/pglite";
import { entriesOf } from "./cluster-tar.ts";

/** Where the library keeps a database, whatever its filesystem. */
const root = "/pglite/data";
/** For PostgreSQL's owner alone, as it demands. */
const ownFolder = 0o700;
const ownFile = 0o100600;

/** What Emscripten's file system is made of, as far as a file is laid by hand: its types leave it out. */
interface Node {
  readonly node_ops: { mknod(parent: Node, name: string, mode: number, device: number): Node };
  contents: Uint8Array;
  usedBytes: number;
}
interface Files {
  mkdirTree(path: string, mode: number): void;
  lookupPath(path: string): { readonly node: Node };
}

/** The files are the image's own bytes: it must not be given to another. */
function lay(files: Files, image: Uint8Array): void {
  const folders = new Map<string, Node>();
  const folder = (path: string): Node => {
    const known = folders.get(path);
    if (known) return known;
    const full = path === "" ? root : `${root}/${path}`;
    files.mkdirTree(full, ownFolder);
    const { node } = files.lookupPath(full);
    folders.set(path, node);
    return node;
  };
  for (const { name, folder: isFolder, contents } of entriesOf(image)) {
    if (isFolder) {
      folder(name.replace(/\/$/, ""));
      continue;
    }
    const cut = name.lastIndexOf("/");
    const parent = folder(cut < 0 ? "" : name.slice(0, cut));
    const node = parent.node_ops.mknod(parent, name.slice(cut + 1), ownFile, 0);
    node.contents = contents;
    node.usedBytes = contents.length;
  }
}

export class ImageFs extends MemoryFS {
  readonly #image: Uint8Array;

  constructor(image: Uint8Array) {
    super();
    this.#image = image;
  }

  override initialSyncFs(): Promise<void> {
    lay(this.pg!.Module.FS, this.#image);
    return Promise.resolve();
  }
}
