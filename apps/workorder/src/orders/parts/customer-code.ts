/** 客户编号 of an order, looked up when it is left: fills what nobody typed (inventory B3). */
import { requestHost, send } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { formDataApi } from "@liantai/api/contract/workorder";
import { isEmptyValue, phoneFieldOf, type FieldValue } from "@liantai/api/forms";
import type { FormStore } from "@liantai/ui/dynamic";
import { useRef, useState, type FocusEvent } from "react";

type Hit = ReplyOf<typeof formDataApi.lookup>[number];

async function customerOf(code: string): Promise<Hit | undefined> {
  const outcome = await send<Hit[]>(requestHost(), { endpoint: formDataApi.lookup, body: { to: "customer", code } });
  if ("error" in outcome) throw outcome.error;
  return outcome.data[0];
}

const field = "customerCodeFillin";
const missing = "客户编号不存在";

interface Hidden {
  readonly fields: readonly string[];
  readonly customerId: string;
}
const nobody: Hidden = { fields: [], customerId: "" };

/** `byServer`: what is hidden here the server takes of the customer when the order is saved. */
export function useCustomerCode(store: FormStore, byServer = false) {
  const last = useRef("");
  /** Of these fields the server alone has the whole value: it fills them from the customer. */
  const [hidden, setHidden] = useState<Hidden>(nobody);

  function leave(fields: readonly string[], customerId: string): void {
    if (!byServer) return;
    store.leaveToServer(fields);
    setHidden({ fields, customerId });
  }

  function fill(found: Hit): readonly string[] {
    const of = (to: string | undefined, from: string) => {
      const target = to === undefined ? undefined : store.form.byName.get(to);
      const value = found.values[from];
      if (!target || typeof value !== "string" || value === "") return [];
      // Never over what was typed.
      if (!isEmptyValue(store.view(target.at).value as FieldValue)) return [];
      if (value.includes("*")) return [target.name];
      store.change(target.name, value);
      return [];
    };
    const own = ["customerName", "callErloc", "accountLocation"].flatMap((name) => of(name, name));
    return [...own, ...of(phoneFieldOf(store.form)?.name, "phone")];
  }

  async function look(): Promise<void> {
    const at = store.form.byName.get(field)?.at;
    if (at === undefined || store.view(at).state.locked) return;
    const typed = store.view(at).value;
    const code = typeof typed === "string" ? typed.trim() : "";
    if (last.current === code) return;
    last.current = code;
    leave([], "");
    if (code === "") return;
    try {
      const found = await customerOf(code);
      // Another was typed meanwhile.
      if (last.current !== code) return;
      if (!found) return store.say(field, missing);
      const unseen = fill(found);
      if (unseen.length > 0) leave(unseen, found.id);
    } catch {
      // The shell says why; another look may be taken.
      last.current = "";
    }
  }

  return {
    hidden,
    /** For the box round the form. */
    left(event: FocusEvent<HTMLElement>): void {
      const slot = event.target instanceof Element ? event.target.closest("[data-field]") : null;
      if (slot?.getAttribute("data-field") === field) void look();
    },
  };
}
