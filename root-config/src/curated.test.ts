/** The scan that decides what the curated vendor bundles hold (scripts/webpack/curated.mjs). */
// eslint-disable-next-line import-x/no-relative-packages -- the scripts are no package
import { curatedImports } from "../../scripts/webpack/curated.mjs";

const names = (text: string) => [...(curatedImports(text, "a.tsx").get("@chakra-ui/react") ?? [])];

test("value names are found, over several lines, renamed and re-exported; types are not", () => {
  expect(names("import { Box, type BoxProps, Text as T } from '@chakra-ui/react';")).toEqual(["Box", "Text"]);
  expect(names("import {\n  Dialog,\n  Portal,\n} from '@chakra-ui/react';\nimport { x } from './x.ts';")).toEqual([
    "Dialog",
    "Portal",
  ]);
  expect(names("export { Spinner } from '@chakra-ui/react';")).toEqual(["Spinner"]);
  expect(names("import type { BoxProps } from '@chakra-ui/react';")).toEqual([]);
});

test("sub-paths are bundled where they are imported and are not part of the curated bundle", () => {
  expect(names("import { Button } from '@chakra-ui/react/button';")).toEqual([]);
});

test("taking the whole package is refused, naming the file", () => {
  expect(() => names("import * as Chakra from '@chakra-ui/react';")).toThrow("a.tsx");
});
