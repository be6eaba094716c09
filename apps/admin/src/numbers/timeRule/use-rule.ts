import type { WorkingTime } from "@liantai/api/contract/admin";
import { useFormContext, useWatch } from "react-hook-form";

/** What the form holds; half-typed ranges stand as they are. */
export function useRule(): WorkingTime {
  const { control } = useFormContext();
  const [weekly, holidays, specials] = useWatch({ control, name: ["weekly", "holidays", "specials"] }) as [
    WorkingTime["weekly"],
    WorkingTime["holidays"],
    WorkingTime["specials"],
  ];
  return { weekly: weekly ?? [], holidays: holidays ?? [], specials: specials ?? [] };
}
