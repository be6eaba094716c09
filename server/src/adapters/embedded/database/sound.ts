/**
 * What lies in the database folder, before the library looks: PGlite takes a folder without PG_VERSION for a new one and
 * makes an empty database over what is there.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The PostgreSQL inside PGlite 0.5; a folder of another major version cannot be opened. */
const major = "18";
/** PostgreSQL writes this file whole, always at this size. */
const controlBytes = 8_192;

/** Its message is one line: the folder, what is wrong, what to do. */
export class FolderUnsound extends Error {
  constructor(folder: string, reason: string) {
    const backup = newestBackup(join(dirname(folder), "backups"));
    super(
      `the database folder ${folder} is not sound (${reason}); nothing was changed. ` +
        `Restore a backup: npm run restore -- ${backup ?? "FILE"} --force; or move the folder away to begin an empty installation`,
    );
    this.name = "FolderUnsound";
  }
}

function newestBackup(folder: string): string | undefined {
  try {
    const name = readdirSync(folder)
      .filter((each) => /^liantai-.*\.zip$/.test(each))
      .sort()
      .at(-1);
    return name && join(folder, name);
  } catch {
    return undefined;
  }
}

const names = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
};

function fault(folder: string): string | undefined {
  const has = (name: string): boolean => existsSync(join(folder, name));
  if (!has("PG_VERSION")) return "it is not empty, and PG_VERSION is missing";
  const version = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  if (version !== major) return `PG_VERSION says ${JSON.stringify(version.slice(0, 20))}, this version opens ${major}`;
  for (const name of ["base", "global", "pg_wal", "pg_xact"]) if (!has(name)) return `${name} is missing`;
  if (!has("global/pg_control")) return "global/pg_control is missing";
  const { size } = statSync(join(folder, "global/pg_control"));
  if (size !== controlBytes) return `global/pg_control has ${size} bytes instead of ${controlBytes}`;
  if (!names(join(folder, "pg_wal")).some((name) => /^[0-9A-F]{24}$/.test(name))) return "pg_wal holds no log";
  return undefined;
}

/** Stands beside the folder while its first database is made; nothing was ever acknowledged from a folder that has it. */
const making = (folder: string): string => join(dirname(folder), `.${basename(folder)}.making`);

/**
 * Throws FolderUnsound. 'new': the folder is empty or was being made when its process died; call `made` when it stands.
 * The caller holds the folder's lock.
 */
export function inspectFolder(folder: string): "new" | "there" {
  if (existsSync(making(folder))) rmSync(folder, { recursive: true, force: true });
  if (names(folder).length === 0) {
    writeFileSync(making(folder), "");
    return "new";
  }
  const found = fault(folder);
  if (found !== undefined) throw new FolderUnsound(folder, found);
  return "there";
}

export const folderMade = (folder: string): void => rmSync(making(folder), { force: true });
