import {
  Button,
  MenuContent,
  MenuItemIndicator,
  MenuPositioner,
  MenuRadioItem,
  MenuRadioItemGroup,
  MenuRoot,
  MenuTrigger,
} from "@chakra-ui/react";
import { Rows3 } from "lucide-react";
import { usePreference } from "../preference.ts";

/** px of a row. */
const heights = { compact: 28, normal: 33, loose: 42 } as const;
type Density = keyof typeof heights;
const labels: readonly (readonly [Density, string])[] = [
  ["compact", "紧凑"],
  ["normal", "标准"],
  ["loose", "宽松"],
];
const isDensity = (value: unknown): value is Density => labels.some(([density]) => density === value);

/** The person's density, one for all lists. */
export function useDensity() {
  const [density, setDensity] = usePreference("density", isDensity, "normal");
  return { density, setDensity, rowHeight: heights[density] };
}

/** How tall the rows of lists are. */
export function DensityMenu() {
  const { density, setDensity } = useDensity();
  return (
    <MenuRoot positioning={{ placement: "bottom-end" }} lazyMount unmountOnExit>
      <MenuTrigger asChild>
        <Button variant="ghost" size="xs" colorPalette="gray">
          <Rows3 aria-hidden />
          密度
        </Button>
      </MenuTrigger>
      <MenuPositioner>
        <MenuContent>
          <MenuRadioItemGroup
            value={density}
            onValueChange={({ value }) => {
              if (isDensity(value)) setDensity(value);
            }}
          >
            {labels.map(([value, label]) => (
              <MenuRadioItem key={value} value={value}>
                <MenuItemIndicator />
                {label}
              </MenuRadioItem>
            ))}
          </MenuRadioItemGroup>
        </MenuContent>
      </MenuPositioner>
    </MenuRoot>
  );
}
