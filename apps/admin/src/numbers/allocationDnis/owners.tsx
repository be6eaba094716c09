import { Box, Button, Flex, HStack, Text } from "@chakra-ui/react";
import { notify, useMayPress } from "@liantai/api/client";
import { accessNumOwnerKinds, type AccessNumOwnerKind } from "@liantai/api/contract/admin";
import { FailureState, LoadingState, StatusBadge } from "@liantai/ui";
import { TransferList } from "@liantai/ui/resource";
import { useState } from "react";
import { accessNumbers } from "../../parts/queries.ts";
import { SubjectScreen, useSubject } from "../../parts/subject.tsx";

const kinds = Object.entries(accessNumOwnerKinds) as [AccessNumOwnerKind, string][];
const detailOf = (detail: string, isDefault: number) =>
  [detail, isDefault === 1 ? "默认" : ""].filter(Boolean).join(" · ");

/** Seat groups, or seats, that have the number, and whose default it is. */
function Owners({ id, kind, may }: { readonly id: string; readonly kind: AccessNumOwnerKind; readonly may: boolean }) {
  const label = accessNumOwnerKinds[kind];
  const { data, error, refetch } = accessNumbers.owners.useQuery({ body: { id, kind } });
  const [add, adding] = accessNumbers.addOwners.useMutation();
  const [remove, removing] = accessNumbers.deleteOwners.useMutation();
  const [setDefault, setting] = accessNumbers.setDefault.useMutation();
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState text={`正在加载${label}…`} />;
  const busy = adding.isLoading || removing.isLoading || setting.isLoading;
  const item = ({ id: owner, label: name, detail, isDefault }: (typeof data.members)[number]) => ({
    id: owner,
    label: name,
    detail: detailOf(detail, isDefault),
  });
  const said = (title: string) => () => notify({ title });
  const refused = () => undefined;
  return (
    <Flex gap="4" align="flex-start" wrap="wrap">
      <Box flex="1 1 520px">
        <TransferList
          availableTitle={`未分配的${label}`}
          memberTitle={`已分配的${label}`}
          available={data.available.map(item)}
          members={data.members.map(item)}
          busy={busy || !may}
          onAdd={(ids) =>
            void add({ body: { id, kind, ownerIds: [...ids] } })
              .unwrap()
              .then(({ count }) => notify({ title: `已分配给${count}个${label}` }), refused)
          }
          onRemove={(ids) =>
            void remove({ body: { id, kind, ownerIds: [...ids] } })
              .unwrap()
              .then(({ count }) => notify({ title: `已从${count}个${label}收回` }), refused)
          }
        />
      </Box>
      <Box flex="1 1 300px" minW="0">
        <Text textStyle="xs" color="fg.muted" mb="1">
          默认外显号码（已分配的{label}）
        </Text>
        {data.members.length === 0 && (
          <Text p="3" color="fg.muted" borderWidth="1px" borderRadius="md">
            还没有分配给任何{label}
          </Text>
        )}
        <Box
          as="ul"
          listStyleType="none"
          borderWidth={data.members.length > 0 ? "1px" : "0"}
          borderRadius="md"
          bg="bg"
          maxH="360px"
          overflow="auto"
        >
          {data.members.map((m) => (
            <HStack
              as="li"
              key={m.id}
              justify="space-between"
              px="3"
              py="1"
              borderBottomWidth="1px"
              _last={{ borderBottomWidth: 0 }}
            >
              <Text truncate>
                {m.label}
                {m.detail && (
                  <Text as="span" color="fg.muted">
                    　{m.detail}
                  </Text>
                )}
              </Text>
              <HStack gap="2" flex="none">
                {m.isDefault === 1 && <StatusBadge tone="ready">默认</StatusBadge>}
                {may && (
                  <Button
                    size="2xs"
                    variant="ghost"
                    disabled={busy}
                    aria-label={`${m.isDefault === 1 ? "取消默认" : "设为默认"}：${m.label}`}
                    onClick={() =>
                      void setDefault({ body: { id, kind, ownerId: m.id, isDefault: m.isDefault === 1 ? 0 : 1 } })
                        .unwrap()
                        .then(said("默认号码已更新"), refused)
                    }
                  >
                    {m.isDefault === 1 ? "取消默认" : "设为默认"}
                  </Button>
                )}
              </HStack>
            </HStack>
          ))}
        </Box>
      </Box>
    </Flex>
  );
}

/** An enterprise's own numbers to its seat groups and seats. */
export function OwnAllocation() {
  const may = useMayPress("/allocationDnis")("accessNum.allot");
  const list = accessNumbers.list.useQuery({ body: { pageNo: 1, pageSize: 9_999 } });
  const options = list.data?.list.map((n) => ({
    value: n.id,
    label: n.title ? `${n.number}（${n.title}）` : n.number,
  }));
  const subject = useSubject(options);
  const { id } = subject;
  const [kind, setKind] = useState<AccessNumOwnerKind>("group");
  const [setDefault, { isLoading }] = accessNumbers.setDefault.useMutation();
  const number = list.data?.list.find((n) => n.id === id);
  return (
    <SubjectScreen
      label="接入号码"
      list={list}
      options={options}
      subject={subject}
      none="企业还没有接入号码，请联系运营人员分配"
      beside={
        number && (
          <HStack gap="3">
            {number.isDefault === 1 ? (
              <StatusBadge tone="ready">企业默认号码</StatusBadge>
            ) : (
              <Text color="fg.muted">不是企业默认号码</Text>
            )}
            {may && (
              <Button
                size="xs"
                variant="outline"
                loading={isLoading}
                onClick={() =>
                  void setDefault({ body: { id, kind: "enterprise", isDefault: number.isDefault === 1 ? 0 : 1 } })
                    .unwrap()
                    .then(
                      () => notify({ title: "企业默认号码已更新" }),
                      () => undefined,
                    )
                }
              >
                {number.isDefault === 1 ? "取消企业默认" : "设为企业默认"}
              </Button>
            )}
          </HStack>
        )
      }
    >
      <Box bg="bg" borderWidth="1px" borderRadius="md" p="3" flex="1" overflow="auto">
        <HStack gap="1" mb="3" role="group" aria-label="分配对象">
          {kinds.map(([value, text]) => (
            <Button
              key={value}
              size="xs"
              variant={kind === value ? "solid" : "outline"}
              aria-pressed={kind === value}
              onClick={() => setKind(value)}
            >
              {text}
            </Button>
          ))}
          <Text color="fg.muted" ms="3">
            外呼显示的号码：坐席默认号码优先，其次坐席组，最后企业默认号码。
          </Text>
        </HStack>
        <Owners key={`${id} ${kind}`} id={id} kind={kind} may={may} />
      </Box>
    </SubjectScreen>
  );
}
