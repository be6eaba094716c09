/** Who is in the conference; its owner brings others in, mutes, removes and ends. */
import { useState } from "react";
import { Badge, Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { ConferenceMember } from "@liantai/api/contract";
import { Mic, MicOff, UserMinus, UserPlus, Users } from "lucide-react";
import { useAgentClient } from "./context.ts";
import { useLate } from "./late.ts";
import { useTimerText, type BarModel } from "./model.ts";
import { Panel } from "./panel.tsx";
import { Question } from "./question.tsx";
import { targetPanel } from "./target-part.ts";
import { ToolButton } from "./tool-button.tsx";

interface MemberToolsProps extends BarModel {
  readonly members: readonly ConferenceMember[];
}

/** 李强 1002, 客户 138****1111 */
const nameOf = ({ name, number, role }: ConferenceMember): string =>
  role === "customer" ? `客户 ${number}` : name ? `${name} ${number}` : number;

/** Of a conference; how many a meeting takes its room says. */
const most = 8;

interface RowProps {
  readonly member: ConferenceMember;
  readonly owns: boolean;
  readonly onRemove: () => void;
  readonly clockOffset: number;
}

function Row({ member, owns, onRemove, clockOffset }: RowProps) {
  const { actions } = useAgentClient();
  const { id, since, muted, owner, me, role } = member;
  const time = useTimerText(since === undefined ? null : { kind: "up", since }, clockOffset);
  const name = nameOf(member);
  return (
    <HStack role="listitem" gap="2" minH="28px">
      <Text flex="1" minW="0" truncate title={name}>
        {name}
        {me && "（我）"}
      </Text>
      {owner && <Badge size="xs">创建人</Badge>}
      {muted && (
        <Badge size="xs" colorPalette="orange">
          已静音
        </Badge>
      )}
      <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums" aria-live="off">
        {since === undefined ? "振铃中" : time}
      </Text>
      {owns && !me && (
        <HStack gap="1">
          <ToolButton
            label={`${muted ? "取消静音" : "静音"} ${name}`}
            icon={muted ? <MicOff size={13} /> : <Mic size={13} />}
            iconOnly
            disabled={since === undefined}
            aria-pressed={muted}
            onClick={() => actions.muteMember(id, !muted)}
          />
          <ToolButton
            label={`移出 ${name}`}
            icon={<UserMinus size={13} />}
            iconOnly
            // Without the customer there is no call: its end has a button of its own.
            disabled={role === "customer"}
            onClick={onRemove}
          />
        </HStack>
      )}
    </HStack>
  );
}

export function MemberTools({ telephony, members }: MemberToolsProps) {
  const { actions } = useAgentClient();
  const [shown, setShown] = useState<"members" | "invite" | "end" | { readonly remove: ConferenceMember }>();
  const panel = useLate(targetPanel, shown === "invite");
  const owns = members.some(({ me, owner }) => me && owner);
  return (
    <Box position="relative">
      <ToolButton
        label={`参会成员 ${members.length}`}
        icon={<Users size={13} />}
        aria-haspopup="dialog"
        aria-expanded={shown !== undefined}
        onClick={() => setShown(shown ? undefined : "members")}
      />
      {shown === "members" && (
        <Panel label="参会成员" onClose={() => setShown(undefined)}>
          <Stack gap="1" w="340px" role="list" aria-label="参会成员">
            {members.map((member) => (
              <Row
                key={member.id}
                member={member}
                owns={owns}
                onRemove={() => setShown({ remove: member })}
                clockOffset={telephony.clockOffset}
              />
            ))}
          </Stack>
          {owns && (
            <HStack mt="2" gap="2" justify="space-between">
              <Button
                size="xs"
                disabled={telephony.call?.meetingName === undefined && members.length >= most}
                onClick={() => setShown("invite")}
              >
                <UserPlus size={13} />
                邀请成员
              </Button>
              <Button size="xs" variant="outline" colorPalette="red" onClick={() => setShown("end")}>
                结束会议
              </Button>
            </HStack>
          )}
        </Panel>
      )}
      {shown === "end" && (
        <Question
          label="结束会议"
          text="确定要结束会议吗？所有成员都会被挂断。"
          confirm="结束会议"
          palette="red"
          onConfirm={() => {
            actions.endMeeting();
            setShown(undefined);
          }}
          onClose={() => setShown("members")}
        />
      )}
      {typeof shown === "object" && (
        <Question
          label="移出会议"
          text={`确定要将“${nameOf(shown.remove)}”移出会议吗？`}
          confirm="移出"
          palette="red"
          onConfirm={() => {
            actions.removeMember(shown.remove.id);
            setShown("members");
          }}
          onClose={() => setShown("members")}
        />
      )}
      {shown === "invite" && panel && <panel.TargetPanel purpose="invite" onClose={() => setShown("members")} />}
    </Box>
  );
}
