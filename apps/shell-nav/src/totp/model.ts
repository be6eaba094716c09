/** The own second step: 安全设置 in the workspace and the page that a required one leads to share this. */
import { useEffect, useState } from "react";
import { totpApi, type Endpoint, type Failure, type ReplyOf } from "@liantai/api/contract/base";
import { requestHost, send } from "@liantai/api/client";
import { fetchEncrypter } from "../password/encrypt.ts";

type Step =
  | { readonly at: "loading" }
  | { readonly at: "off" }
  | { readonly at: "on"; readonly left: number; readonly required: boolean }
  | { readonly at: "scan"; readonly secret: string; readonly uri: string }
  | { readonly at: "codes"; readonly codes: readonly string[] };

export type TotpField = "password" | "code";
export type TotpFaults = Readonly<Partial<Record<TotpField | "root", string>>>;
type Asked = Readonly<Record<TotpField, string>>;

const faultsOf = ({ fields, text }: Failure): TotpFaults => {
  const named = fields?.find(({ path }) => path === "password" || path === "code");
  return named ? { [named.path]: named.message } : { root: text };
};

async function ask<E extends Endpoint>(endpoint: E, body?: object): Promise<ReplyOf<E> | Failure> {
  const outcome = await send<ReplyOf<E>>(requestHost(), { endpoint, ...(body ? { body } : {}) });
  if (!("error" in outcome)) return outcome.data;
  if (outcome.error.action !== "none") requestHost().onFailure(outcome.error);
  return outcome.error;
}

/** What goes with the encrypted password. */
async function sealed(password: string): Promise<{ readonly kid: string; readonly password: string } | Failure> {
  const key = await fetchEncrypter(requestHost());
  return "error" in key ? key.error : { kid: key.data.kid, password: await key.data.encrypt(password) };
}

const failed = (reply: object | null): reply is Failure => reply !== null && "level" in reply && "action" in reply;

export interface TotpModel {
  readonly step: Step;
  readonly faults: TotpFaults;
  /** A new secret: at first, or for another telephone, which takes a code besides. */
  begin(asked: Asked): Promise<void>;
  confirm(asked: Asked): Promise<void>;
  disable(asked: Asked): Promise<void>;
}

export function useTotp(): TotpModel {
  const [step, setStep] = useState<Step>({ at: "loading" });
  const [faults, setFaults] = useState<TotpFaults>({});
  const take = <T extends object | null>(reply: T | Failure, next: (data: T) => Step): void => {
    if (failed(reply)) return setFaults(faultsOf(reply));
    setFaults({});
    setStep(next(reply));
  };
  useEffect(() => {
    void ask(totpApi.state).then((reply) => {
      if (failed(reply)) setFaults(faultsOf(reply));
      else setStep(reply.enabled ? { at: "on", left: reply.recoveryLeft, required: reply.required } : { at: "off" });
    });
  }, []);
  return {
    step,
    faults,
    async begin({ password, code }) {
      const body = await sealed(password);
      const reply = failed(body) ? body : await ask(totpApi.begin, { ...body, ...(code ? { code } : {}) });
      take(reply, (data) => ({ at: "scan", ...data }));
    },
    async confirm({ code }) {
      take(await ask(totpApi.confirm, { code }), ({ recoveryCodes }) => ({ at: "codes", codes: recoveryCodes }));
    },
    async disable({ password, code }) {
      const body = await sealed(password);
      take(failed(body) ? body : await ask(totpApi.disable, { ...body, code }), () => ({ at: "off" }));
    },
  };
}
