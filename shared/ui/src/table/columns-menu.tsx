import {
  Button,
  MenuCheckboxItem,
  MenuContent,
  MenuItemIndicator,
  MenuPositioner,
  MenuRoot,
  MenuTrigger,
} from "@chakra-ui/react";
import { Columns3 } from "lucide-react";

interface ColumnsMenuProps {
  readonly columns: readonly { readonly id: string; readonly title: string; readonly shown: boolean }[];
  readonly onChange: (id: string, shown: boolean) => void;
}

/** Which columns of a list are shown. The last one cannot be hidden. */
export function ColumnsMenu({ columns, onChange }: ColumnsMenuProps) {
  const last = columns.filter((c) => c.shown).length <= 1;
  return (
    <MenuRoot closeOnSelect={false} positioning={{ placement: "bottom-end" }}>
      <MenuTrigger asChild>
        <Button variant="ghost" size="xs" colorPalette="gray">
          <Columns3 aria-hidden />列
        </Button>
      </MenuTrigger>
      <MenuPositioner>
        <MenuContent maxH="320px" overflowY="auto">
          {columns.map((column) => (
            <MenuCheckboxItem
              key={column.id}
              value={column.id}
              checked={column.shown}
              disabled={column.shown && last}
              onCheckedChange={(shown) => onChange(column.id, shown)}
            >
              <MenuItemIndicator />
              {column.title}
            </MenuCheckboxItem>
          ))}
        </MenuContent>
      </MenuPositioner>
    </MenuRoot>
  );
}
