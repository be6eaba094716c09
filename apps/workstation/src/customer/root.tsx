import { Light } from "./light.tsx";
import { CustomerPage } from "./page.tsx";
import { customerCall, numberInPath } from "./service.ts";

export function Root() {
  return (
    <Light>
      <CustomerPage call={customerCall} number={numberInPath(location.pathname)} />
    </Light>
  );
}
