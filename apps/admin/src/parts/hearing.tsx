/** Where an administrator hears calls: in the page, or at an extension that he names. The browser keeps it. */
import { useState } from "react";
import { Input } from "@chakra-ui/react";
import { hearingExtension, keepHearingExtension, reportFailure, selectUser, useSelector } from "@liantai/api/client";
import { isAdministrator, type Failure } from "@liantai/api/contract";
import { bus, type BusEvents } from "@liantai/bus";
import { useMayDo } from "./reveal.tsx";

type Asked = Omit<BusEvents["seat.supervise"], "extension" | "asking">;

/** Asks the workstation, with the extension of an administrator who named one. */
export function askToSupervise(asked: Asked & { readonly asking?: string }): void {
  const extension = hearingExtension();
  bus.publish("seat.supervise", { ...asked, ...(extension ? { extension } : {}) });
}

let count = 0;

/** The same for a form, which waits for it. Throws the refusal as a Failure; what no form says of it, the shell does. */
export async function supervised(asked: Asked): Promise<void> {
  const asking = `admin-${++count}`;
  const refusal = await new Promise<string | undefined>((resolve) => {
    const end = bus.subscribe("seat.supervised", (answer) => {
      if (answer.asking !== asking) return;
      end();
      resolve(answer.refusal);
    });
    askToSupervise({ ...asked, asking });
  });
  if (refusal === undefined) return;
  const failure: Failure = { text: refusal, level: "error", action: "none" };
  reportFailure(failure);
  throw failure;
}

/** Somebody who may supervise and has no seat: he hears with the page, or with an extension. */
export function useHearsWithoutSeat(): boolean {
  const user = useSelector(selectUser);
  return useMayDo("monitor") && isAdministrator(user);
}

export function HearingField() {
  const shown = useHearsWithoutSeat();
  const [extension, setExtension] = useState(hearingExtension);
  if (!shown) return null;
  const name = (text: string) => {
    const digits = text.replace(/\D/g, "").slice(0, 12);
    setExtension(digits);
    keepHearingExtension(digits);
  };
  return (
    <Input
      size="xs"
      w="148px"
      aria-label="接听分机"
      placeholder="接听分机（空为本页）"
      title="监听、密语、强插和代接在哪里接听：留空用本页，填写分机号则该分机振铃"
      inputMode="numeric"
      autoComplete="off"
      value={extension}
      onChange={(event) => name(event.target.value)}
    />
  );
}
