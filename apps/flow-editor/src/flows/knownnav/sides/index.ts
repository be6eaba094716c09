/** What stands beside the canvas, one line a side; each comes with its own chunk when it is opened. */
import { lazy, type ComponentType } from "react";
import type { SideProps } from "./side-props.ts";

interface Side {
  readonly id: string;
  readonly title: string;
  readonly width: string;
  readonly render: ComponentType<SideProps>;
}

/** The first is shown at the beginning. */
export const sides: readonly Side[] = [
  { id: "properties", title: "属性", width: "312px", render: lazy(() => import("./properties.tsx")) },
  { id: "tests", title: "测试", width: "380px", render: lazy(() => import("./tests.tsx")) },
  { id: "audition", title: "试听", width: "380px", render: lazy(() => import("./audition.tsx")) },
  { id: "replay", title: "回放", width: "400px", render: lazy(() => import("./replay.tsx")) },
  { id: "versions", title: "版本", width: "420px", render: lazy(() => import("./versions.tsx")) },
];
