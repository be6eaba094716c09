/** 回拨 of who has no seat: an administrator names one that is ready, whose telephone comes first. */
import { LoadingState } from "@liantai/ui";
import { formOf, SelectField, type Action, type ActionForm } from "@liantai/ui/resource";
import { object, string } from "yup";
import { queueList } from "../parts/live.ts";

const schema = object({ agentId: string().label("回拨坐席").required("请选择回拨的坐席") });

/** Asked when the form opens. */
function ReadySeats() {
  const { data } = queueList.targets.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  if (!data) return <LoadingState />;
  return (
    <SelectField
      name="agentId"
      label="回拨坐席"
      options={data.seat.map(({ id, label }) => ({ value: id, label }))}
      hint="只列出此刻空闲的坐席：先接通其话机，再拨打客户"
    />
  );
}

type Sent = ReturnType<ActionForm["send"]>;

/** The own seat calls at a press; who has none is asked which. */
export const callingFrom = <Row extends { readonly number: string }>(
  seatless: boolean,
  send: (row: Row, from: { readonly agentId?: string }) => Sent,
): Pick<Action<Row>, "run" | "form" | "done"> =>
  seatless
    ? {
        form: (row) =>
          formOf({
            title: `回拨：${row.number}`,
            small: true,
            submit: "回拨",
            width: "400px",
            schema,
            values: { agentId: "" },
            fields: <ReadySeats />,
            send: ({ agentId }) => send(row, { agentId }),
          }),
        done: ["客户", "回拨", { note: "先接通坐席的话机，再拨打客户。" }],
      }
    : { run: (row) => send(row, {}), done: ["客户", "回拨", { note: "先接通您的话机，再拨打客户。" }] };
