/** A password that somebody else gives an account: typed by the rules of the contract, or made here and shown once. */
import { passwordForm } from "@liantai/api/contract";
import { ValidationError } from "yup";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Ports } from "../../../ports/index.ts";
import type { AuthModule } from "../../auth/index.ts";
import { commonPasswordMessage, hashPassword, isCommonPassword, randomPassword } from "../../system/index.ts";

export interface NewPassword {
  readonly hash: string;
  /** The generated password; empty where it was typed. */
  readonly shown: string;
}

export interface NewPasswords {
  /** `sealed` as the page encrypted it; empty: one is made. Throws AppError that names the field. */
  take(kid: string | undefined, sealed: string | undefined): Promise<NewPassword>;
}

/** Long enough by far, short enough to be read out. */
const generatedLength = 12;

export function createNewPasswords(
  { random }: Pick<Ports, "random">,
  auth: Pick<AuthModule, "openPassword">,
): NewPasswords {
  return {
    async take(kid, sealed) {
      if (!sealed) {
        const shown = randomPassword(random, generatedLength);
        return { hash: await hashPassword(shown), shown };
      }
      const typed = await auth.openPassword(kid, sealed);
      try {
        passwordForm.validateSyncAt("newPassword", { newPassword: typed });
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error;
        throw fieldRefusal("password", "密码", error.message);
      }
      if (await isCommonPassword(typed)) throw fieldRefusal("password", "密码", commonPasswordMessage);
      return { hash: await hashPassword(typed), shown: "" };
    },
  };
}
