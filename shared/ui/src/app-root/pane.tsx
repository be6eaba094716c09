import { showing, type OpenTab } from "@liantai/api/client";
import {
  Fragment,
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type CSSProperties,
  type ReactNode,
} from "react";
import { ErrorBoundary } from "../states/error-boundary.tsx";
import { report } from "../states/report.ts";
import { ErrorState, LoadingState } from "../states/states.tsx";
import { useBack } from "../states/use-back.ts";
import { loadedPane, loadPane, type PaneLoader } from "./load-pane.ts";
import { ActivityContext, createActivity, LayerContext, TabContext, type PaneLayer } from "./pane-context.ts";

type Load =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly Screen: ComponentType }
  | { readonly state: "failed"; readonly errorId: string };

function usePane(load: PaneLoader, title: string): readonly [Load, () => void] {
  const [result, setResult] = useState<Load>(() => {
    const Screen = loadedPane(load);
    return Screen ? { state: "ready", Screen } : { state: "loading" };
  });
  const waiting = result.state === "loading";
  useEffect(() => {
    if (!waiting) return;
    let left = false;
    loadPane(load).then(
      (Screen) => left || setResult({ state: "ready", Screen }),
      (error) => left || setResult({ state: "failed", errorId: report(error, `${title} 加载失败`) }),
    );
    return () => {
      left = true;
    };
  }, [load, title, waiting]);
  const retry = useCallback(() => setResult({ state: "loading" }), []);
  return [result, retry];
}

function LoadFailure({ title, errorId, retry }: { readonly title: string; readonly errorId: string; retry(): void }) {
  useBack(retry);
  return (
    <ErrorState
      title={`「${title}」加载失败`}
      hint="请检查网络，恢复后会自动重新加载。"
      errorId={errorId}
      onRetry={retry}
    />
  );
}

const Screen = memo(function Screen({ load, title }: { readonly load: PaneLoader; readonly title: string }) {
  const [result, retry] = usePane(load, title);
  switch (result.state) {
    case "loading":
      return <LoadingState text={`正在加载${title}…`} />;
    case "failed":
      return <LoadFailure title={title} errorId={result.errorId} retry={retry} />;
    case "ready":
      return <result.Screen />;
  }
});

interface PaneProps {
  readonly tab: OpenTab;
  readonly active: boolean;
  readonly load: PaneLoader;
  readonly around?: ComponentType<{ readonly children: ReactNode }>;
}

// Plain elements: what a switch draws anew should cost nothing.
const place: CSSProperties = { position: "absolute", inset: 0 };
const scrolling: CSSProperties = { ...place, overflow: "auto", outlineOffset: "-2px" };

/**
 * The frame of a pane, hidden while another tab is on show; nobody else writes these two styles. Its layout is kept, so that to show
 * it again costs a paint only (root-config/page/page.css does the same for an app's container).
 */
function useFrame(key: string) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let was: boolean | undefined;
    const follow = () => {
      const shown = showing.tab()?.key === key;
      if (shown === was || !frame.current) return;
      was = shown;
      frame.current.style.contentVisibility = shown ? "" : "hidden";
      frame.current.style.visibility = shown ? "" : "hidden";
    };
    follow();
    return showing.watch(follow);
  }, [key]);
  return frame;
}

/** One open tab. Hidden by CSS, never unmounted before it is closed: it keeps its state and switches in a frame; `active` follows. */
export const Pane = memo(function Pane({ tab, active, load, around: Around = Fragment }: PaneProps) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const blocks = useRef(0);
  // Straight to the element: the focus goes back behind a closing dialog in the same moment.
  const layer = useMemo<PaneLayer>(() => {
    const add = (n: number) => {
      blocks.current += n;
      if (content.current) content.current.inert = blocks.current > 0;
    };
    return {
      element,
      block: () => {
        add(1);
        return () => add(-1);
      },
    };
  }, [element]);
  const [activity] = useState(() => createActivity(active));
  useEffect(() => activity.set(active), [activity, active]);
  // A restored tab loads when it is first looked at.
  const [seen, setSeen] = useState(active);
  if (active && !seen) setSeen(true);
  const frame = useFrame(tab.key);
  return (
    <div ref={frame} data-pane="" style={place}>
      <div role="tabpanel" aria-label={tab.title} style={place}>
        <TabContext value={tab}>
          <ActivityContext value={activity}>
            <LayerContext value={layer}>
              <div ref={content} tabIndex={0} style={scrolling}>
                {seen && (
                  <ErrorBoundary title={tab.title}>
                    <Around>
                      <Screen load={load} title={tab.title} />
                    </Around>
                  </ErrorBoundary>
                )}
              </div>
              <div ref={setElement} />
            </LayerContext>
          </ActivityContext>
        </TabContext>
      </div>
    </div>
  );
});
