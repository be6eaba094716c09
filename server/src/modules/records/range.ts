/** One byte range of RFC 9110 section 14.2. A header with several ranges, or with none we know, is ignored, as the RFC allows. */
export type Range =
  | { readonly kind: "whole" }
  | { readonly kind: "part"; readonly start: number; readonly end: number }
  | { readonly kind: "unsatisfiable" };

export function parseRange(header: string | undefined, size: number): Range {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (!match || (first === "" && last === "")) return { kind: "whole" };
  if (first === "") {
    const count = Number(last);
    return count === 0 || size === 0
      ? { kind: "unsatisfiable" }
      : { kind: "part", start: Math.max(0, size - count), end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return { kind: "whole" };
  return start >= size ? { kind: "unsatisfiable" } : { kind: "part", start, end };
}
