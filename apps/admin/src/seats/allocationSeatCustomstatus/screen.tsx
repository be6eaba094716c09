import { Box, Button, Flex, HStack, Text } from "@chakra-ui/react";
import { notify, useMayPress } from "@liantai/api/client";
import { CheckList, CheckTree, useUnsaved, type Item } from "@liantai/ui/resource";
import { useMemo, useState } from "react";
import { SubjectScreen, useSubject } from "../../parts/subject.tsx";
import { everything, seatStatuses, useGroups, useSeatChoices, type SeatStatus } from "../seats/queries.ts";

interface Choice {
  readonly everyone: boolean;
  readonly groups: ReadonlySet<string>;
  readonly seats: ReadonlySet<string>;
}

const choiceOf = (status: SeatStatus): Choice => ({
  everyone: status.everyone === 1,
  groups: new Set(status.groups.map((g) => g.id)),
  seats: new Set(status.seats.map((s) => s.agentId)),
});
const textOf = (choice: Choice): string =>
  JSON.stringify([choice.everyone, [...choice.groups].sort(), [...choice.seats].sort()]);

function Allocation({ status, may }: { readonly status: SeatStatus; readonly may: boolean }) {
  const { tree } = useGroups();
  const { options: seats, answer } = useSeatChoices();
  const items = useMemo<readonly Item[]>(
    () => seats.map(({ value, label }) => ({ id: String(value), label })),
    [seats],
  );
  const [choice, setChoice] = useState(() => choiceOf(status));
  const [save, { isLoading }] = seatStatuses.allocate.useMutation();
  const changed = textOf(choice) !== textOf(choiceOf(status));
  useUnsaved(changed);
  const store = () =>
    void save({
      body: {
        id: status.id,
        everyone: choice.everyone ? 1 : 0,
        groupIds: [...choice.groups],
        agentIds: [...choice.seats],
      },
    })
      .unwrap()
      .then(
        () => notify({ title: `“${status.statusName}”的可用坐席已保存` }),
        () => undefined,
      );
  const disabled = !may || choice.everyone;
  return (
    <Flex direction="column" gap="3" flex="1" minH="0" bg="bg" borderWidth="1px" borderRadius="md" p="3">
      <HStack gap="2" role="group" aria-label="可用范围">
        <Button
          size="xs"
          variant={choice.everyone ? "solid" : "outline"}
          aria-pressed={choice.everyone}
          disabled={!may}
          onClick={() => setChoice({ ...choice, everyone: true })}
        >
          全部坐席
        </Button>
        <Button
          size="xs"
          variant={choice.everyone ? "outline" : "solid"}
          aria-pressed={!choice.everyone}
          disabled={!may}
          onClick={() => setChoice({ ...choice, everyone: false })}
        >
          指定坐席组和坐席
        </Button>
        <Text color="fg.muted" flex="1">
          {choice.everyone ? "所有坐席都可以使用此状态。" : "所选坐席组（含下级组）和所选坐席可以使用此状态。"}
        </Text>
        {may && (
          <Button size="xs" disabled={!changed} loading={isLoading} onClick={store}>
            保存
          </Button>
        )}
      </HStack>
      {!choice.everyone && (
        <Flex gap="3" flex="1" minH="0">
          <Flex direction="column" gap="1" flex="1" minW="0" role="group" aria-label="坐席组">
            <Text textStyle="xs" color="fg.muted">
              坐席组（{choice.groups.size}）
            </Text>
            <Box borderWidth="1px" borderRadius="md" overflow="auto" h="420px">
              <CheckTree
                label="坐席组"
                nodes={tree}
                checked={choice.groups}
                onChange={(groups) => setChoice({ ...choice, groups })}
                independent
                disabled={disabled}
                searchable
              />
            </Box>
          </Flex>
          <Flex direction="column" gap="1" flex="1" minW="0" role="group" aria-label="坐席">
            <Text textStyle="xs" color="fg.muted">
              坐席（{choice.seats.size}）
            </Text>
            <CheckList
              label="坐席"
              items={items}
              answer={answer}
              chosen={choice.seats}
              onChange={(chosen) => setChoice({ ...choice, seats: chosen })}
              height="380px"
              disabled={disabled}
            />
          </Flex>
        </Flex>
      )}
    </Flex>
  );
}

/** 分配自定义状态 */
export default function AllocationSeatCustomStatusScreen() {
  const may = useMayPress("/allocationSeatCustomstatus")("seatStatus.allocate");
  const list = seatStatuses.list.useQuery({ body: { ...everything } });
  const options = list.data?.list.map((s) => ({
    value: s.id,
    label: s.enable === 1 ? s.statusName : `${s.statusName}（停用）`,
  }));
  const subject = useSubject(options);
  const { id } = subject;
  const status = list.data?.list.find((s) => s.id === id);
  return (
    <SubjectScreen
      label="自定义状态"
      list={list}
      options={options}
      subject={subject}
      none="还没有自定义状态，请先在自定义状态中新增"
    >
      {status && <Allocation key={status.id} status={status} may={may} />}
    </SubjectScreen>
  );
}
