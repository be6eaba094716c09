/** By its name a popup's own window is known (isTabs 0): it has no station. */
const prefix = "liantai-popup-";
export const windowNameOf = (callId: string): string => prefix + callId;
export const isPopupWindow = (name: string): boolean => name.startsWith(prefix);
