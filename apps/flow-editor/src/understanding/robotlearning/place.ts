interface Heard {
  readonly flowName: string;
  readonly nodeName: string;
}

/** Where it was said: 演示导航 · 语言选择. */
export const placeOf = ({ flowName, nodeName }: Heard): string => [flowName, nodeName].filter(Boolean).join(" · ");
