/** Looks of what stands in a thousand live rows: declared once over the list, so that a cell is a plain element. */
import { statePalettes } from "@liantai/ui";

const states = Object.fromEntries(
  Object.entries(statePalettes).map(([tone, palette]) => [
    `& [data-tone=${tone}]`,
    { color: `${palette}.fg`, "&::before": { bg: `${palette}.solid` } },
  ]),
);

export const looks = {
  // The screen's own scrollbar (console.md section 2).
  "& [role=region]": { scrollbarWidth: "thin" },
  "& [data-tone]": { display: "inline-flex", alignItems: "center", gap: "1.5", fontWeight: "medium" },
  "& [data-tone]::before": { content: '""', boxSize: "6px", borderRadius: "full", flex: "none" },
  ...states,
  "& [data-star]": {
    w: "20px",
    color: "fg.subtle",
    cursor: "pointer",
    focusVisibleRing: "inside",
    "&[aria-pressed=true]": { color: "orange.fg" },
  },
  "& [data-over]": { color: "fg.error", fontWeight: "bold" },
  "& [data-open]": {
    color: "accent.fg",
    cursor: "pointer",
    textDecoration: "underline dotted",
    focusVisibleRing: "inside",
  },
  "& [data-acts]": { display: "inline-flex", gap: "1", alignItems: "center" },
  // A talk has eight of them: in the column's width all must be reached.
  "& [data-acts] button": {
    px: "0.5",
    h: "22px",
    borderRadius: "sm",
    fontSize: "xs",
    color: "accent.fg",
    cursor: "pointer",
    focusVisibleRing: "inside",
    _hover: { bg: "accent.subtle" },
    "&[aria-pressed=true]": { bg: "accent.solid", color: "accent.contrast" },
    // Kept away from the others: they end something, or take it from somebody.
    ":not([data-danger]) + &[data-danger]": { ms: "2" },
    "&[data-danger=ends]": { color: "fg.error", _hover: { bg: "bg.error" } },
    "&[data-danger=takes]": { color: "orange.fg", _hover: { bg: "orange.subtle" } },
  },
} as const;
