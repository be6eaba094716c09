/** Passwords leave the page encrypted; the other apps' forms do it alike. */
export { canEncrypt, fetchEncrypter, needsHttps } from "@liantai/api/client";
