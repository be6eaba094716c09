/** Looking for what is older than what a chooser lists: so many of the newest stand there, the others are found on the server. */
import { Text } from "@chakra-ui/react";
import { useRef, useState } from "react";
import { FindInput } from "../../parts/find-input.tsx";

/** So many are listed, the newest first. */
export const listed = 200;

export interface Finding<Row> {
  readonly found: readonly Row[];
  /** none: nothing was asked. */
  readonly told: string;
  readonly find: (text: string) => void;
}

interface FindingOptions<Row> {
  readonly noun: string;
  /** Those whose name has the text in it, the newest first. */
  readonly ask: (text: string) => Promise<{ readonly list: readonly Row[]; readonly total: number }>;
  /** What is done with the newest of them. */
  readonly choose: (row: Row) => void;
}

/** By a part of their name, among all there are; the newest of them is chosen. */
export function useFinding<Row>({ noun, ask, choose }: FindingOptions<Row>): Finding<Row> {
  const [{ found, told }, setFound] = useState<Pick<Finding<Row>, "found" | "told">>({ found: [], told: "" });
  const asked = useRef(0);
  const find = (text: string) => {
    const at = ++asked.current;
    if (text === "") return setFound({ found, told: "" });
    void ask(text).then(
      ({ list, total }) => {
        // Something else was looked for meanwhile.
        if (at !== asked.current) return;
        const [first] = list;
        if (!first) return setFound({ found, told: `没有符合条件的${noun}` });
        setFound({ found: list, told: total > listed ? `找到${total}个，列出最新的${listed}个` : `找到${total}个` });
        choose(first);
      },
      // The shell has said why.
      () => undefined,
    );
  };
  return { found, told, find };
}

/** Those found that are not listed anyway, before the others. */
export function withFound<Row>(list: readonly Row[], found: readonly Row[], key: (row: Row) => string): readonly Row[] {
  const known = new Set(list.map(key));
  const others = new Map(found.filter((row) => !known.has(key(row))).map((row) => [key(row), row]));
  return [...others.values(), ...list];
}

interface FindOlderProps extends Pick<Finding<never>, "told" | "find"> {
  readonly label: string;
  readonly placeholder: string;
  readonly width?: string;
}

export function FindOlder({ label, placeholder, width = "200px", told, find }: FindOlderProps) {
  return (
    <>
      <FindInput label={label} placeholder={placeholder} width={width} onFind={find} />
      <Text role="status" color="fg.muted" textStyle="xs">
        {told}
      </Text>
    </>
  );
}
