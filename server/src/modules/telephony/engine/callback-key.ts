/** How a callback is called in the queue machine, among calls. */
const prefix = "callback:";

export const callbackKey = ({ id }: { readonly id: string }): string => `${prefix}${id}`;
export const callbackId = (key: string): string => key.slice(prefix.length);
export const isCallback = (key: string): boolean => key.startsWith(prefix);
