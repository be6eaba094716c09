/** What came of the rows of an import, counted. */
import type { importReply } from "@liantai/api/contract/admin";
import type { InferType } from "yup";
import type { CellFault } from "../../sheets/index.ts";

export type ImportCounts = Omit<InferType<typeof importReply>, "job" | "password" | "stopped">;

/** Why a row is not saved, where that is more than a text. */
export interface ImportFault {
  readonly message: string;
  /** It is probably there already. */
  readonly duplicate?: true;
  /** What it counts as beside the failing. */
  readonly as?: "repetition" | "blackList";
}
/** A row that was refused, and why. */
export interface FailedLine {
  readonly row: number;
  readonly cells: readonly string[];
  readonly faults: readonly CellFault[];
  readonly repetition: boolean;
  readonly blackList?: true;
  /** It is probably there already. */
  readonly duplicate?: true;
}

/** What is decided of the sheet up to a row. */
export interface ImportPart {
  readonly upTo: number;
  readonly succeed: number;
  readonly failed: readonly FailedLine[];
}

const reportedErrors = 200;

const kindsOf = (failed: readonly FailedLine[]): Pick<ImportCounts, "blackList" | "duplicates"> => {
  const blackList = failed.filter((line) => line.blackList).length;
  const duplicates = failed.filter((line) => line.duplicate).length;
  return { ...(blackList > 0 && { blackList }), ...(duplicates > 0 && { duplicates }) };
};

export const countsOf = (total: number, succeed: number, failed: readonly FailedLine[]): ImportCounts => ({
  total,
  succeed,
  failing: failed.length,
  repetition: failed.filter(({ repetition }) => repetition).length,
  ...kindsOf(failed),
  errors: failed
    .slice(0, reportedErrors)
    .flatMap(({ row, faults }) => faults.map((fault) => ({ row, ...fault })))
    .slice(0, reportedErrors),
  failedFileId: null,
});

/** The same where repeated and barred rows are no failing ones: the four counts are the total. */
export const apart = (counts: ImportCounts): ImportCounts => ({
  ...counts,
  failing: counts.failing - counts.repetition - (counts.blackList ?? 0),
});

/** What came of the rows of an import that ended before its last: those that were decided. */
export function keptCounts(parts: readonly ImportPart[]): ImportCounts {
  const succeed = parts.reduce((sum, part) => sum + part.succeed, 0);
  const failed = parts.flatMap((part) => part.failed).sort((a, b) => a.row - b.row);
  return countsOf(succeed + failed.length, succeed, failed);
}
