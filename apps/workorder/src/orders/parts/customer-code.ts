/** 客户编号 of an order, looked up when it is left: fills what nobody typed (inventory B3). */
import { requestHost, send } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { formDataApi } from "@liantai/api/contract/workorder";
import { isEmptyValue, phoneFieldOf, type FieldValue } from "@liantai/api/forms";
import type { FormStore } from "@liantai/ui/dynamic";
import { useRef, useState } from "react";

type Hits = ReplyOf<typeof formDataApi.lookup>;

async function customerOf(code: string): Promise<Hits[number] | undefined> {
  const outcome = await send<Hits>(requestHost(), {
    endpoint: formDataApi.lookup,
    body: { to: "customer", keyword: code },
  });
  if ("error" in outcome) throw outcome.error;
  return outcome.data.find(({ values }) => values["customerCode"] === code);
}

export function useCustomerCode(store: FormStore) {
  const [fault, setFault] = useState<string>();
  const last = useRef<string>(undefined);
  const fill = (name: string | undefined, value: unknown) => {
    const field = name === undefined ? undefined : store.form.byName.get(name);
    if (!field || typeof value !== "string" || value === "" || value.includes("*")) return;
    // Never over what was typed.
    if (isEmptyValue(store.view(field.at).value as FieldValue)) store.change(field.name, value);
  };
  return {
    fault,
    async look(): Promise<void> {
      const field = store.form.byName.get("customerCodeFillin");
      const code = field && store.view(field.at).value;
      if (typeof code !== "string" || code.trim() === "") return setFault(undefined);
      if (last.current === code) return;
      last.current = code;
      try {
        const found = await customerOf(code.trim());
        setFault(found ? undefined : "客户编号不存在");
        for (const name of ["customerName", "callErloc", "accountLocation"]) fill(name, found?.values[name]);
        fill(phoneFieldOf(store.form)?.name, found?.values["phone"]);
      } catch {
        // The shell says why; another look may be taken.
        last.current = undefined;
      }
    },
  };
}
