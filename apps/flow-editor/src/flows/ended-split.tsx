/** Before a version is published: which sharing out of calls that ends (docs/protocol.md, G44). */
import { Text } from "@chakra-ui/react";
import type { FlowVersion } from "./knownnav/queries.ts";

/** list: newest first. '': all calls go through the newest. */
function splitOf(list: readonly FlowVersion[]): string {
  const shared = list.filter(({ percent }) => percent > 0);
  if (shared.every((one) => one === list[0])) return "";
  return shared.map(({ version, percent }) => `第${version}版${percent}%`).join("，");
}

export function EndedSplit({ list }: { readonly list: readonly FlowVersion[] }) {
  const split = splitOf(list);
  return split === "" ? null : <Text color="orange.fg">正在进行的分流（{split}）将结束，新的来电全部走新版本。</Text>;
}
