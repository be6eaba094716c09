import { UiProvider } from "@liantai/ui";
import { Bar } from "./bar/bar.tsx";
import { StationContext } from "./bar/context.ts";
import { station } from "./station/station.ts";

export function Root() {
  return (
    <UiProvider>
      <StationContext value={station}>
        <Bar />
      </StationContext>
    </UiProvider>
  );
}
