export { UiProvider } from './theme/provider.tsx';
export { useColorMode } from './theme/use-color.ts';
export { statePalettes, type ColorChoice, type ColorMode, type StateTone } from './theme/index.ts';
export { AppRoot, type Panes } from './app-root/app-root.tsx';
export { useActive, useTab, useTabParams } from './app-root/pane-context.ts';
export { usePolling, useWhenActive } from './app-root/use-polling.ts';
export { ErrorBoundary } from './states/error-boundary.tsx';
export { EmptyState, ErrorState, FailureState, ForbiddenState, LoadingState } from './states/states.tsx';
