/** The number is the flow's: nobody types it, and it is not missed before it is given. */
export const orderRender = { workCode: { enable: false, require: false } } as const;
