/**
 * The colours of the workspace, light and dark, as plain data: every pair that carries text meets WCAG AA (contrast.test.ts).
 * The page's own frame (root-config/page/page.css) repeats canvas, paper, line and ink, because it stands before any script.
 */

/** [light, dark] */
type Pair = readonly [light: string, dark: string];
const pair = ([light, dark]: Pair) => ({ value: { _light: light, _dark: dark } });

/** Names as Chakra's palettes have them: `colorPalette="accent"`. */
interface Palette {
  readonly solid: Pair;
  /** Text on solid. */
  readonly contrast: Pair;
  /** Text on paper, on subtle and on muted. */
  readonly fg: Pair;
  readonly subtle: Pair;
  readonly muted: Pair;
  readonly emphasized: Pair;
  readonly focusRing: Pair;
  readonly border: Pair;
}

const white: Pair = ["#ffffff", "#ffffff"];

export const palettes = {
  accent: {
    solid: ["#1f5fbf", "#2f6fd0"],
    contrast: white,
    fg: ["#1b519f", "#8cb6f2"],
    subtle: ["#e8f0fb", "#1a2b45"],
    muted: ["#d6e4f8", "#223757"],
    emphasized: ["#b5cff1", "#2d4a75"],
    focusRing: ["#1f5fbf", "#6ea2ea"],
    border: ["#9dbde8", "#3c5f95"],
  },
  gray: {
    solid: ["#3c4756", "#b4bfcc"],
    contrast: ["#ffffff", "#12161c"],
    fg: ["#343e4c", "#d2dae4"],
    subtle: ["#eef1f5", "#262e39"],
    muted: ["#e3e7ed", "#303a47"],
    emphasized: ["#cdd4dd", "#414d5d"],
    focusRing: ["#1f5fbf", "#6ea2ea"],
    border: ["#cdd4dd", "#414d5d"],
  },
  green: {
    solid: ["#157a3e", "#1d8548"],
    contrast: white,
    fg: ["#116932", "#7fd8a0"],
    subtle: ["#e3f5e9", "#17301f"],
    muted: ["#cdecd8", "#1e4029"],
    emphasized: ["#9fd9b4", "#2a5b3b"],
    focusRing: ["#157a3e", "#3fae6b"],
    border: ["#7cc79a", "#357a4f"],
  },
  orange: {
    solid: ["#a65a00", "#d99a2b"],
    contrast: ["#ffffff", "#12161c"],
    fg: ["#854a05", "#f0bd6a"],
    subtle: ["#fdf0d5", "#36290f"],
    muted: ["#fae4b6", "#473613"],
    emphasized: ["#f0ca80", "#66501c"],
    focusRing: ["#a65a00", "#d99a2b"],
    border: ["#e0b05a", "#8a6a22"],
  },
  blue: {
    solid: ["#1f5fbf", "#2f6fd0"],
    contrast: white,
    fg: ["#1b519f", "#8cb6f2"],
    subtle: ["#e2ecfb", "#172a47"],
    muted: ["#d0e0f8", "#1f375b"],
    emphasized: ["#aecaf0", "#2b4b7a"],
    focusRing: ["#1f5fbf", "#6ea2ea"],
    border: ["#9dbde8", "#3c5f95"],
  },
  purple: {
    solid: ["#7138c4", "#8350d6"],
    contrast: white,
    fg: ["#5b2aa0", "#c5a5f7"],
    subtle: ["#f0e8fc", "#2b1d45"],
    muted: ["#e3d5f8", "#392759"],
    emphasized: ["#ccb3f0", "#4e3778"],
    focusRing: ["#7138c4", "#9a6ce6"],
    border: ["#b797e6", "#65489a"],
  },
  red: {
    solid: ["#c62f2f", "#cc3b3b"],
    contrast: white,
    fg: ["#a82323", "#f5a3a0"],
    subtle: ["#fdeaea", "#401b1c"],
    muted: ["#fad7d7", "#532425"],
    emphasized: ["#f0adad", "#763233"],
    focusRing: ["#c62f2f", "#e06a6a"],
    border: ["#e08c8c", "#96494a"],
  },
  teal: {
    solid: ["#0c6f7b", "#14808d"],
    contrast: white,
    fg: ["#0c5a63", "#7fd3dc"],
    subtle: ["#dff3f5", "#0f2e32"],
    muted: ["#c8e9ec", "#163d42"],
    emphasized: ["#98d3d9", "#21565d"],
    focusRing: ["#0c6f7b", "#2fa0ac"],
    border: ["#74bcc4", "#2d767e"],
  },
} as const satisfies Readonly<Record<string, Palette>>;

/** Surfaces, text and lines. */
export const surfaces = {
  bg: {
    DEFAULT: ["#ffffff", "#1a2028"],
    canvas: ["#f2f4f7", "#12161c"],
    subtle: ["#f7f8fa", "#1f2630"],
    muted: ["#eef1f5", "#262e39"],
    emphasized: ["#e0e5ec", "#333d4a"],
    inverted: ["#1c2430", "#e4e9f0"],
    panel: ["#ffffff", "#1e252f"],
    error: ["#fdeaea", "#401b1c"],
    warning: ["#fdf0d5", "#36290f"],
    success: ["#e3f5e9", "#17301f"],
    info: ["#e8f0fb", "#1a2b45"],
  },
  fg: {
    DEFAULT: ["#1c2430", "#e4e9f0"],
    muted: ["#545f6e", "#a9b4c1"],
    subtle: ["#616c7b", "#94a0ae"],
    inverted: ["#ffffff", "#12161c"],
    error: ["#b92828", "#f5a3a0"],
    warning: ["#854a05", "#f0bd6a"],
    success: ["#116932", "#7fd8a0"],
    info: ["#1b519f", "#8cb6f2"],
  },
  border: {
    DEFAULT: ["#dfe3ea", "#2c3542"],
    muted: ["#e8ebf0", "#262e39"],
    subtle: ["#eff1f5", "#222933"],
    emphasized: ["#c5ccd6", "#465264"],
    inverted: ["#3c4756", "#b4bfcc"],
    error: ["#c62f2f", "#e06a6a"],
    warning: ["#a65a00", "#d99a2b"],
    success: ["#157a3e", "#3fae6b"],
    info: ["#1f5fbf", "#6ea2ea"],
  },
} as const satisfies Record<string, Record<string, Pair>>;

type Group = Readonly<Record<string, Pair>>;
const group = (pairs: Group) => Object.fromEntries(Object.entries(pairs).map(([name, value]) => [name, pair(value)]));

export const semanticColors = Object.fromEntries(
  [...Object.entries<Group>(surfaces), ...Object.entries<Palette>(palettes)].map(([name, pairs]) => [
    name,
    group(pairs as Group),
  ]),
);

/** What a state looks like everywhere: the palette of an agent's or a call's state. */
export const statePalettes = {
  ready: "green",
  busy: "orange",
  ringing: "blue",
  talking: "purple",
  held: "orange",
  wrapUp: "teal",
  offline: "gray",
} as const;
export type StateTone = keyof typeof statePalettes;
