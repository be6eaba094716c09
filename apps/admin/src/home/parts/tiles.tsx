/** Figures as tiles: value, change since yesterday, how good it is; a press opens what is behind one. */
import { chakra, Flex, SimpleGrid, Text } from "@chakra-ui/react";
import { epochOf } from "@liantai/api/contract";
import { toneTexts, type Tone } from "@liantai/api/contract/admin";
import { Elapsed } from "./elapsed.tsx";
import { memo } from "react";
import { tileWords, type Change, type Tile } from "./metric-model.ts";

export const toneColors: Readonly<Record<Tone, string>> = { met: "fg.success", near: "fg.warning", missed: "fg.error" };

export function ChangeText({ change }: { readonly change: Change }) {
  const { arrow, text, good } = change;
  return (
    <Text as="span" color={good === undefined ? "fg.muted" : good ? "fg.success" : "fg.error"}>
      {arrow && `${arrow} `}
      {text}
    </Text>
  );
}

function Detail({ tile: { change, since }, offset }: { readonly tile: Tile; readonly offset: number }) {
  if (change) return <ChangeText change={change} />;
  return (
    <Text as="span" color="fg.muted">
      {since ? (
        <>
          最长 <Elapsed since={epochOf(since)} offset={offset} />
        </>
      ) : (
        "此刻"
      )}
    </Text>
  );
}

interface TileProps {
  readonly tile: Tile;
  /** ms that the server's clock is ahead. */
  readonly offset: number;
  readonly onOpen: (id: string) => void;
}

/** Each answer makes new tiles, most of which read as before. */
const isSame = (a: TileProps, b: TileProps): boolean =>
  a.offset === b.offset && a.onOpen === b.onOpen && JSON.stringify(a.tile) === JSON.stringify(b.tile);

const TileButton = memo(function TileButton({ tile, offset, onOpen }: TileProps) {
  return (
    <chakra.button
      type="button"
      aria-label={`${tileWords(tile)}，查看算法和通话`}
      title={tileWords(tile)}
      onClick={() => onOpen(tile.id)}
      display="flex"
      flexDirection="column"
      w="full"
      h="full"
      px="2.5"
      py="2"
      textAlign="start"
      cursor="pointer"
      borderWidth="1px"
      borderColor="border.muted"
      borderRadius="md"
      _hover={{ bg: "bg.muted" }}
      focusVisibleRing="inside"
    >
      <Text as="span" color="fg.muted" textStyle="xs">
        {tile.name}
      </Text>
      <Text
        as="span"
        data-value=""
        fontSize="20px"
        fontWeight="600"
        lineHeight="1.35"
        fontVariantNumeric="tabular-nums"
        {...(tile.tone ? { color: toneColors[tile.tone] } : {})}
      >
        {tile.value}
      </Text>
      <Flex as="span" textStyle="xs" gap="1.5">
        {tile.tone && (
          <Text as="span" color={toneColors[tile.tone]}>
            {toneTexts[tile.tone]}
          </Text>
        )}
        <Detail tile={tile} offset={offset} />
      </Flex>
    </chakra.button>
  );
}, isSame);

export const Tiles = memo(function Tiles({
  tiles,
  ...rest
}: Omit<TileProps, "tile"> & { readonly tiles: readonly Tile[] }) {
  return (
    <SimpleGrid as="ul" listStyleType="none" columns={{ base: 2, sm: 3, md: 4, lg: 7 }} gap="2">
      {tiles.map((tile) => (
        <li key={tile.id}>
          <TileButton tile={tile} {...rest} />
        </li>
      ))}
    </SimpleGrid>
  );
});
