import { Light } from "@liantai/ui/theme/light";
import { CustomerPage } from "./page.tsx";
import { customerCall, numberInPath } from "./service.ts";

export function Root() {
  return (
    <Light>
      <CustomerPage call={customerCall} number={numberInPath(location.pathname)} />
    </Light>
  );
}
