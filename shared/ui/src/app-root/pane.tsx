import { Box } from '@chakra-ui/react';
import type { OpenTab } from '@liantai/api/client';
import { memo, useCallback, useEffect, useMemo, useState, type ComponentType } from 'react';
import { ErrorBoundary } from '../states/error-boundary.tsx';
import { report } from '../states/report.ts';
import { ErrorState, LoadingState } from '../states/states.tsx';
import { loadedPane, loadPane, type PaneLoader } from './load-pane.ts';
import { ActiveContext, LayerContext, TabContext, type PaneLayer } from './pane-context.ts';

type Load = { readonly state: 'loading' } | { readonly state: 'ready'; readonly Screen: ComponentType } | { readonly state: 'failed'; readonly errorId: string };

function usePane(load: PaneLoader, title: string): readonly [Load, () => void] {
  const [result, setResult] = useState<Load>(() => {
    const Screen = loadedPane(load);
    return Screen ? { state: 'ready', Screen } : { state: 'loading' };
  });
  const waiting = result.state === 'loading';
  useEffect(() => {
    if (!waiting) return;
    let left = false;
    loadPane(load).then(
      (Screen) => left || setResult({ state: 'ready', Screen }),
      (error) => left || setResult({ state: 'failed', errorId: report(error, `${title} 加载失败`) }),
    );
    return () => {
      left = true;
    };
  }, [load, title, waiting]);
  const retry = useCallback(() => setResult({ state: 'loading' }), []);
  return [result, retry];
}

function Screen({ load, title }: { readonly load: PaneLoader; readonly title: string }) {
  const [result, retry] = usePane(load, title);
  switch (result.state) {
    case 'loading':
      return <LoadingState text={`正在加载${title}…`} />;
    case 'failed':
      return <ErrorState title={`「${title}」加载失败`} hint="请检查网络后重试。" errorId={result.errorId} onRetry={retry} />;
    case 'ready':
      return <result.Screen />;
  }
}

interface PaneProps {
  readonly tab: OpenTab;
  readonly active: boolean;
  readonly load: PaneLoader;
}

/** One open tab. Hidden by CSS, never unmounted before it is closed: it keeps its state and switches in a frame. */
export const Pane = memo(function Pane({ tab, active, load }: PaneProps) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [blocks, setBlocks] = useState(0);
  const layer = useMemo<PaneLayer>(
    () => ({
      element,
      block: () => {
        setBlocks((n) => n + 1);
        return () => setBlocks((n) => n - 1);
      },
    }),
    [element],
  );
  // A restored tab loads when it is first looked at.
  const [seen, setSeen] = useState(active);
  if (active && !seen) setSeen(true);
  return (
    <Box role="tabpanel" aria-label={tab.title} position="absolute" inset="0" style={active ? undefined : { display: 'none' }}>
      <TabContext value={tab}>
        <ActiveContext value={active}>
          <LayerContext value={layer}>
            <Box position="absolute" inset="0" overflow="auto" inert={blocks > 0}>
              {seen && (
                <ErrorBoundary title={tab.title}>
                  <Screen load={load} title={tab.title} />
                </ErrorBoundary>
              )}
            </Box>
            <Box ref={setElement} />
          </LayerContext>
        </ActiveContext>
      </TabContext>
    </Box>
  );
});
