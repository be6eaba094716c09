import { Text } from "@chakra-ui/react";
import type { SideProps } from "./index.ts";
export default function Tests({ flow }: SideProps) {
  return <Text>{flow.name}</Text>;
}
