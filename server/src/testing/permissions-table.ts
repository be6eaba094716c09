/** docs/permissions.md as data, for the role matrix. It knows nothing of the contract. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface PermissionRow {
  readonly who: readonly string[];
  readonly pages: readonly string[];
  readonly button: string;
  /** A key of empowerJson; `account`: or the system flag instead of the operator flag. */
  readonly key: string;
  readonly account: boolean;
  readonly right: string;
  /** Which sentence of the specification says so, or that the decision is ours. */
  readonly text: string;
}

export interface PermissionTable {
  /** By name of the endpoint. */
  readonly rows: ReadonlyMap<string, PermissionRow>;
  /** Kinds of account whose default role has a business permission. */
  readonly rights: ReadonlyMap<string, readonly string[]>;
}

const file = join(import.meta.dirname, "../../../docs/permissions.md");
const words = (text = ""): string[] => text.split(/\s+/).filter((word) => word !== "");

export function readPermissionTable(text: string = readFileSync(file, "utf8")): PermissionTable {
  const rows = new Map<string, PermissionRow>();
  const rights = new Map<string, readonly string[]>();
  let head = "";
  for (const line of text.split("\n")) {
    if (!line.startsWith("|")) {
      head = "";
      continue;
    }
    const cells = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (head === "") head = cells[0]!;
    else if (head === "right" && !cells[0]!.startsWith("-")) rights.set(cells[0]!, words(cells[2]));
    else if (head === "endpoints" && !cells[0]!.startsWith("-")) {
      const [names, who = "", pages, button = "", key = "", right = "", _whose, text = ""] = cells;
      for (const name of words(names)) {
        if (rows.has(name)) throw new Error(`docs/permissions.md names ${name} twice`);
        rows.set(name, {
          who: ["signed in", "publish key"].includes(who) ? [who] : words(who),
          pages: words(pages),
          button,
          key: key.replace(/^\*/, ""),
          account: key.startsWith("*"),
          right,
          text,
        });
      }
    }
  }
  return { rows, rights };
}
