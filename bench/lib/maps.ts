/** What a process' resident memory is made of, by the kernel's list of its mappings (Linux). */
import { readFileSync } from "node:fs";

export const mapParts = ["malloc", "anonymous", "stacks", "files", "shared"] as const;
export type MapPart = (typeof mapParts)[number];
export type Maps = Readonly<Record<MapPart, number>>;

/** glibc's arenas beside the first: 64 MB each, at addresses that are multiples of it, the unused end without rights. */
const arenaBytes = 64 * 1024 * 1024;
/** A thread's stack is 8 MB with a page in front of it; Node gives its workers 4 MB. */
const stackBytes = [4, 8].map((mb) => mb * 1024 * 1024);

interface Mapping {
  readonly from: number;
  readonly to: number;
  readonly rights: string;
  readonly inode: string;
  readonly name: string;
  readonly rssKb: number;
}

function mappingsOf(pid: number): Mapping[] {
  const found: Mapping[] = [];
  let head: RegExpExecArray | null = null;
  for (const line of readFileSync(`/proc/${pid}/smaps`, "utf8").split("\n")) {
    const next = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ (\d+)\s*(.*)$/.exec(line);
    if (next) head = next;
    const rss = /^Rss:\s+(\d+) kB/.exec(line);
    if (head && rss)
      found.push({
        from: parseInt(head[1]!, 16),
        to: parseInt(head[2]!, 16),
        rights: head[3]!,
        inode: head[4]!,
        name: head[5]!,
        rssKb: Number(rss[1]),
      });
  }
  return found;
}

function partOf(mapping: Mapping, after: Mapping | undefined): MapPart {
  const { from, to, rights, inode, name } = mapping;
  if (name.startsWith("[stack")) return "stacks";
  if (name.startsWith("/dev/shm") || rights.endsWith("s")) return "shared";
  if (inode !== "0") return "files";
  if (name === "[heap]") return "malloc";
  const rest = after?.from === to && after.rights.startsWith("---") ? after.to - to : 0;
  if (from % arenaBytes === 0 && to - from + rest === arenaBytes) return "malloc";
  if (stackBytes.includes(to - from)) return "stacks";
  return "anonymous";
}

/** MB. `malloc`: what C and C++ hold in small pieces; `anonymous`: V8's pages, WebAssembly and large buffers. */
export function mapsOf(pid: number): Maps {
  const sums: Record<MapPart, number> = { malloc: 0, anonymous: 0, stacks: 0, files: 0, shared: 0 };
  const mappings = mappingsOf(pid);
  mappings.forEach((mapping, i) => (sums[partOf(mapping, mappings[i + 1])] += mapping.rssKb / 1_024));
  return sums;
}
