/** What a module says about an export it offers. */
import type { Readable } from "node:stream";
import type { Permission } from "@liantai/api/contract";
import type { Schema } from "yup";
import type { Caller } from "../../http/routes.ts";
import type { SheetColumn, SheetRows } from "../../sheets/index.ts";

/**
 * Whose rights an export runs with: the caller as it was when it asked, kept with the job; whether it hides numbers is read
 * anew when the job starts.
 */
export type ExportOwner = Omit<Caller, "sessionId" | "companies" | "held" | "empower"> & {
  readonly companies?: readonly string[];
  /** Which of the owner's sockets asked. */
  readonly socketId?: string | undefined;
};

export interface ExportRun<P> {
  readonly owner: ExportOwner;
  /** Enterprise of the job: the owner's; '000000' for operators. */
  readonly compId: string;
  readonly params: P;
  /** Fires when the job is cancelled or the process stops. */
  readonly signal: AbortSignal;
}

/** A workbook of rows that are made as they are written (keyset pages: `keyset`), or a file that the module streams itself. */
export type ExportProduct =
  | {
      readonly columns: readonly SheetColumn[];
      /** Of many rows `pages` is the quicker (`keysetPages`). */
      readonly rows: SheetRows;
      readonly sheetName?: string;
      /** For the progress. */ readonly total?: number;
    }
  | {
      readonly stream: Readable;
      /** Without the dot. */ readonly extension: string;
      readonly contentType: string;
      readonly progress?: () => { readonly rows: number; readonly progress: number };
    };

export interface ExportKind<P = unknown> {
  /** As the list of jobs names it: 通话记录. */
  readonly title: string;
  /** Pages (paths of tabs.ts) whose jobs these are: administrators who see one look after everybody's, all others after their own. */
  readonly pages: readonly string[];
  /** The file holds telephone numbers: whole, unless whoever asked sees none. */
  readonly numbers?: true;
  /** Throws AppError for a reason the user is told; anything else is tried again. */
  produce(run: ExportRun<P>): Promise<ExportProduct> | ExportProduct;
  /** Takes minutes: runs in a queue of its own. */
  readonly slow?: boolean;
  /** Listed by a screen of its own and not in 文件下载. */
  readonly screen?: { readonly name: string; readonly title: string };
  /**
   * Asked again when the file is fetched: a right that was withdrawn meanwhile counts. Absent: owning the job is enough, as of a file
   * made of what the page showed.
   */
  readonly fetch?: Permission;
  /** fileDownload/add may start it by its name: who may, and what its parameters must be. Absent: only its module's endpoints do. */
  readonly open?: { readonly permission: Permission; readonly params: Schema };
}

export const ownerOf = ({ sessionId: _, companies, held: _h, empower: _e, ...owner }: Caller): ExportOwner => ({
  ...owner,
  ...(companies ? { companies: [...companies] } : {}),
});

/** The owner as a caller, for rules that take one; it has no session and no button of its own. */
export const callerOf = ({ companies, socketId: _, ...owner }: ExportOwner): Caller => ({
  ...owner,
  sessionId: "",
  empower: {},
  ...(companies ? { companies: new Set(companies) } : {}),
});

/**
 * Page by page, each asked for after the last row of the one before, while that one is written; the last page is a short one. Two
 * pages are held at once. A page may carry more than its rows.
 */
export async function* keysetPages<T, P extends { readonly rows: readonly T[] }>(
  size: number,
  page: (after: T | undefined) => Promise<P>,
): AsyncGenerator<P, void, void> {
  let found = await page(undefined);
  for (;;) {
    const next = found.rows.length < size ? undefined : page(found.rows.at(-1));
    // What went wrong with it is told where it is wanted; whoever stops before needs no page more.
    next?.catch(() => undefined);
    yield found;
    if (!next) return;
    found = await next;
  }
}

/** The same, row by row. */
export async function* keyset<T>(
  size: number,
  page: (after: T | undefined) => Promise<readonly T[]>,
): AsyncGenerator<T, void, void> {
  for await (const { rows } of keysetPages(size, async (after: T | undefined) => ({ rows: await page(after) })))
    yield* rows;
}
