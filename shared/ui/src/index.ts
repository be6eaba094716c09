export { UiProvider } from './theme/provider.tsx';
export { useColorMode } from './theme/use-color.ts';
export { statePalettes, type ColorChoice, type ColorMode, type StateTone } from './theme/index.ts';
