/** Where an administrator hears calls: in the page, or at an extension that he names. The browser keeps it. */
import { useState } from "react";
import { Input } from "@chakra-ui/react";
import { hearingExtension, keepHearingExtension, selectUser, useSelector } from "@liantai/api/client";
import { isAdministrator } from "@liantai/api/contract";
import { bus, type BusEvents } from "@liantai/bus";
import { useMayDo } from "./reveal.tsx";

/** Asks the workstation, with the extension of an administrator who named one. */
export function askToSupervise(asked: Omit<BusEvents["seat.supervise"], "extension">): void {
  const extension = hearingExtension();
  bus.publish("seat.supervise", { ...asked, ...(extension ? { extension } : {}) });
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
