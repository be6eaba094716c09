/** What the server and the program that hears (program.ts) tell each other. Sound is 8,000 Hz, 16 bit. */

/** Files of a recogniser, absolute paths. */
export interface SherpaFiles {
  readonly tokens: string;
  readonly encoder: string;
  readonly decoder: string;
  /** Absent: a paraformer; else a transducer (zipformer). */
  readonly joiner?: string | undefined;
}

/** What one program has loaded. */
export interface SherpaModel {
  /** Absent: it says who speaks and nothing else. */
  readonly hears?: SherpaFiles | undefined;
  /** silero_vad.onnx; absent: it does not say who speaks. */
  readonly vad?: string | undefined;
}

export type Asked =
  /** First, once. `module`: what to import. */
  | { readonly do: "load"; readonly model: SherpaModel; readonly module: string }
  /** More of the sentence `id`; the first begins it. */
  | { readonly do: "hear"; readonly id: number; readonly samples: Int16Array }
  | { readonly do: "finish"; readonly id: number }
  | { readonly do: "drop"; readonly id: number }
  /** A frame of 20 ms of the line `id`; the first begins it. */
  | { readonly do: "judge"; readonly id: number; readonly frame: Int16Array }
  | { readonly do: "leave"; readonly id: number };

export type Told =
  | { readonly do: "loaded" }
  /** The component is not installed. */
  | { readonly do: "missing"; readonly why: string }
  | { readonly do: "refused"; readonly why: string }
  | { readonly do: "guess"; readonly id: number; readonly text: string }
  | { readonly do: "text"; readonly id: number; readonly text: string }
  | { readonly do: "voiced"; readonly id: number; readonly voiced: boolean };
