/** A password that somebody else gives an account: typed (encrypted for the server's key, as at sign-in), or generated. */
import { object, string } from "yup";

export const passwordFields = {
  /** Id of the key `password` is encrypted for (authApi.publicKey). */
  kid: string().max(64),
  /** base64 of RSA-OAEP over {password, at}; empty: the server makes one. The rules of passwordField hold after decryption. */
  password: string().label("密码").max(2048),
};

/** `password`: the generated one, shown this once; empty where it was typed. */
export const passwordReply = object({ id: string().required(), password: string().defined() });
