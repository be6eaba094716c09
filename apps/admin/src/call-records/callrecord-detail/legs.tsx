import { Box, Table } from "@chakra-ui/react";
import { callResults } from "@liantai/api/contract";
import { callLegEnds, callLegRoles, type callLegApi } from "@liantai/api/contract/admin";
import type { ReplyOf } from "@liantai/api/contract";
import { ColumnHeads, formatDuration } from "@liantai/ui";

export type CallLeg = ReplyOf<typeof callLegApi.list>[number];

const word = (words: Readonly<Record<string, string>>, key: string | null): string =>
  key === null ? "" : (words[key] ?? key);

const modes: Readonly<Record<string, string>> = { listen: "监听", whisper: "密语", insert: "强插" };

const roleText = ({ role, supervision }: CallLeg): string =>
  supervision ? `${word(callLegRoles, role)}（${word(modes, supervision)}）` : word(callLegRoles, role);

function partyText({ agentId, agentName, number }: CallLeg): string {
  if (agentId === null) return number;
  return agentName ? `${agentName}（${agentId}）` : agentId;
}

/** What the network said, for whoever asks its operator. */
function endText({ left, sipCode, q850 }: CallLeg): string {
  const said = [...(sipCode === null ? [] : [`SIP ${sipCode}`]), ...(q850 === null ? [] : [`Q.850 ${q850}`])].join(
    "，",
  );
  return said ? `${word(callLegEnds, left)}（${said}）` : word(callLegEnds, left);
}

/** The score, and what made it. */
function audioText({ mos, loss, rttMs }: CallLeg): string {
  if (mos === null) return "";
  const why = [
    ...(loss ? [`丢包 ${(loss * 100).toFixed(1)}%`] : []),
    ...(rttMs === null ? [] : [`往返 ${rttMs} 毫秒`]),
  ].join("，");
  return why ? `${mos.toFixed(1)} 分（${why}）` : `${mos.toFixed(1)} 分`;
}

/** Times of one call: its day stands above. */
const clock = (time: string | null): string => time?.slice(11) ?? "";
const length = (s: number): string => (s > 0 ? formatDuration(s) : "");

const columns: readonly (readonly [title: string, value: (leg: CallLeg) => string])[] = [
  ["角色", roleText],
  ["坐席/号码", partyText],
  ["技能组", (l) => l.skillGroupName ?? ""],
  ["开始", (l) => clock(l.startTime)],
  ["振铃", (l) => clock(l.ringTime)],
  ["接听", (l) => clock(l.answerTime)],
  ["结束", (l) => clock(l.endTime)],
  ["通话", (l) => length(l.talkS)],
  ["保持", (l) => length(l.holdS)],
  ["咨询", (l) => length(l.consultS)],
  ["会议", (l) => length(l.conferenceS)],
  ["音质", audioText],
  ["结果", (l) => callResults[l.result] ?? String(l.result)],
  ["结束方式", endText],
];

/** Every party's stretch in the call, in the order in which they began. */
export function Legs({ legs }: { readonly legs: readonly CallLeg[] }) {
  return (
    <Box overflowX="auto">
      <Table.Root size="sm" aria-label="通话各方">
        <ColumnHeads titles={columns.map(([title]) => title)} />
        <Table.Body>
          {legs.map((leg) => (
            <Table.Row key={leg.seq}>
              {columns.map(([title, value]) => (
                <Table.Cell key={title} whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
                  {value(leg) || "—"}
                </Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Box>
  );
}
