import type { FormPopup } from "../../ports/schema/forms.ts";

/** Of a form whose popup was never set. */
export const noPopup: FormPopup = {
  isPopup: 0,
  inbound: "ring",
  outbound: "answer",
  accessNumbers: [],
  skillGroupIds: [],
};
