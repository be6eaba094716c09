/** What both home pages are laid out with. */
import { HStack, IconButton, Text } from "@chakra-ui/react";
import { FailureState, LoadingState } from "@liantai/ui";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { staleText } from "../../parts/stale-note.tsx";

/** Says of when the figures are; those that cannot be read again stay in sight. `asOf`: yyyy-MM-dd HH:mm:ss. */
export function Freshness({
  error,
  asOf,
  refetch,
}: {
  readonly error: unknown;
  readonly asOf?: string | undefined;
  readonly refetch: () => void;
}) {
  return (
    <HStack gap="2">
      {error ? (
        <Text role="status" color="fg.error" textStyle="xs">
          {staleText}
        </Text>
      ) : (
        asOf && (
          <Text color="fg.muted" textStyle="xs">
            截至 {asOf.slice(11)}，有变化时更新
          </Text>
        )
      )}
      <IconButton aria-label="刷新" size="2xs" variant="ghost" colorPalette="gray" onClick={refetch}>
        <RefreshCw aria-hidden />
      </IconButton>
    </HStack>
  );
}

export interface Part<T> {
  readonly data?: T | undefined;
  readonly error?: unknown;
  readonly refetch: () => unknown;
}

/** What a query brings: one that fails leaves the rest of the page alone. */
export function Loaded<T>({ part, children }: { readonly part: Part<T>; readonly children: (data: T) => ReactNode }) {
  if (part.data !== undefined) return children(part.data);
  return part.error ? <FailureState error={part.error} onRetry={() => void part.refetch()} /> : <LoadingState />;
}

/** Sections of a grid: a wide one takes two of three columns; on a narrow page they stand one below another. */
export const columns = { base: "1fr", lg: "repeat(3, minmax(0, 1fr))" };
export const halves = { base: "1fr", lg: "repeat(2, minmax(0, 1fr))" };
export const wide = { lg: "span 2" };
/** Sections one below another, each as high as what is in it: a row as high as its highest would leave a hole beside it. */
export const stack = { direction: "column", gap: "3", minW: "0" } as const;
export const cell = { display: "flex", flexDirection: "column", minW: "0" } as const;
