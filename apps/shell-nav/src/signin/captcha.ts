/** The image code: a picture tied to a random text that the sign-in quotes. */
import { useState } from "react";
import { authApi } from "@liantai/api/contract/base";
import { urlOf } from "@liantai/api/client";

/** 32 hex digits; not randomUUID, which an http page does not have. */
const newText = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

export function useCaptcha() {
  const [randomStr, setRandomStr] = useState(newText);
  return { randomStr, src: urlOf(authApi.captcha, undefined, { randomStr }), reload: () => setRandomStr(newText()) };
}
