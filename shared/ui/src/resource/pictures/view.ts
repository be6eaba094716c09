/** How a picture is looked at (realtime.md section 9, "Image viewer"): pure. */

/** Scales are shares of the size that just fits, rotation is in degrees. */
export const viewerSettings = {
  zoomStep: 0.2,
  wheelStep: 0.015,
  rotation: 90,
  /** The scale stays above it. */
  minimumScale: 0.2,
  zIndex: 99_999,
} as const;

export interface View {
  /** 1: as large as fits. */
  readonly scale: number;
  /** 0, 90, 180 or 270 degrees clockwise. */
  readonly rotation: number;
  /** px from the middle, to the right and down. */
  readonly x: number;
  readonly y: number;
}

export const firstView: View = { scale: 1, rotation: 0, x: 0, y: 0 };

export type Step =
  | { readonly kind: "zoomIn" | "zoomOut" | "rotateLeft" | "rotateRight" | "reset" }
  /** One turn of the wheel; `down`, towards the hand, makes it smaller. */
  | { readonly kind: "wheel"; readonly down: boolean }
  /** px, as the pointer went. */
  | { readonly kind: "move"; readonly x: number; readonly y: number };

/** Unchanged where the scale would come to the minimum. */
function scaled(view: View, by: number): View {
  // Three decimals: hundreds of steps of 0.015 add up to what they say.
  const scale = Math.round((view.scale + by) * 1_000) / 1_000;
  return scale > viewerSettings.minimumScale ? { ...view, scale } : view;
}

const turned = (view: View, by: number): View => ({ ...view, rotation: (view.rotation + by + 360) % 360 });

export function viewed(view: View, step: Step): View {
  const { zoomStep, wheelStep, rotation } = viewerSettings;
  switch (step.kind) {
    case "zoomIn":
      return scaled(view, zoomStep);
    case "zoomOut":
      return scaled(view, -zoomStep);
    case "wheel":
      return scaled(view, step.down ? -wheelStep : wheelStep);
    case "rotateLeft":
      return turned(view, -rotation);
    case "rotateRight":
      return turned(view, rotation);
    case "move":
      return { ...view, x: view.x + step.x, y: view.y + step.y };
    case "reset":
      return firstView;
  }
}

/** Drag, then turn, then size: a drag goes where the pointer goes, however the picture lies. */
export const transformOf = ({ scale, rotation, x, y }: View): string =>
  `translate(${x}px, ${y}px) rotate(${rotation}deg) scale(${scale})`;

/** What a key does; undefined: nothing. R turns to the right, with shift to the left, whatever Caps Lock says. */
export function stepOfKey(key: string, shift: boolean): Step | undefined {
  switch (key.toLowerCase()) {
    case "+":
    case "=":
      return { kind: "zoomIn" };
    case "-":
    case "_":
      return { kind: "zoomOut" };
    case "0":
      return { kind: "reset" };
    case "r":
      return { kind: shift ? "rotateLeft" : "rotateRight" };
    default:
      return undefined;
  }
}
