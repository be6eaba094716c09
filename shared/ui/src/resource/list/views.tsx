/** What a screen shows of its subject, one at a time. */
import { Button, HStack } from "@chakra-ui/react";

interface ViewsProps<V extends string> {
  readonly label: string;
  readonly views: Readonly<Record<V, string>>;
  readonly value: V;
  readonly onChange: (view: V) => void;
}

export function Views<V extends string>({ label, views, value, onChange }: ViewsProps<V>) {
  return (
    <HStack role="tablist" aria-label={label} gap="1">
      {(Object.entries(views) as [V, string][]).map(([view, text]) => (
        <Button
          key={view}
          role="tab"
          aria-selected={view === value}
          size="xs"
          variant={view === value ? "subtle" : "ghost"}
          {...(view === value ? {} : { colorPalette: "gray" })}
          onClick={() => onChange(view)}
        >
          {text}
        </Button>
      ))}
    </HStack>
  );
}
