import { Flex, Text } from "@chakra-ui/react";
import { selectTelephony, selectUser, useMayPress, useSelector, type RootState } from "@liantai/api/client";
import { epochOf } from "@liantai/api/contract";
import { reservationStates, reservedPhone, subscribesApi } from "@liantai/api/contract/workorder";
import { reservationSeen } from "@liantai/api/contract/reminders";
import { bus } from "@liantai/bus";
import { StatusBadge, type Column } from "@liantai/ui";
import {
  ActionBar,
  CrudScreen,
  DateRangeField,
  MaskedField,
  SelectField,
  TextField,
  withDateRange,
  type Action,
} from "@liantai/ui/resource";
import { Phone } from "lucide-react";
import { string } from "yup";
import { subscribes, useSeatOptions, type Reservation } from "../parts/queries.ts";
import { ReservationFields } from "../parts/reservation-fields.tsx";
import { useDayOfReminder, useReminded } from "../parts/reminded.ts";

const asked = subscribesApi.list.body!.pick(["customerName", "phone", "agentId", "state", "startTime", "endTime"]);
const filterSchema = withDateRange(asked, "startTime", "endTime", true);
const defaults = () => ({ customerName: "", phone: "", agentId: "", state: "", startTime: "", endTime: "" });
const schema = subscribesApi.update.body!.omit(["id"]).shape({
  phone: reservedPhone().required("请输入预约号码"),
  agentId: string(),
});

const states = Object.entries(reservationStates).map(([value, label]) => ({ value, label }));
const isOver = ({ state, subTime }: Reservation): boolean => state === 0 && epochOf(subTime) <= Date.now();

const columns: readonly Column<Reservation>[] = [
  { id: "subTime", title: "预约时间", width: 160, value: (r) => r.subTime, sortBy: "subTime" },
  { id: "customerName", title: "客户姓名", width: 100, value: (r) => r.customerName },
  { id: "phone", title: "预约号码", width: 120, value: (r) => r.phone },
  { id: "des", title: "预约事项", width: 150, value: (r) => r.des },
  {
    id: "state",
    title: "状态",
    width: 88,
    value: (r) => (isOver(r) ? "已到时间" : reservationStates[r.state as 0 | 1]),
    cell: (r) => (
      <StatusBadge tone={r.state === 1 ? "offline" : isOver(r) ? "busy" : "ready"}>
        {isOver(r) ? "已到时间" : reservationStates[r.state as 0 | 1]}
      </StatusBadge>
    ),
  },
  { id: "doneAt", title: "完成时间", width: 160, value: (r) => r.doneAt ?? "", optional: true },
  { id: "agent", title: "坐席", width: 110, value: (r) => `${r.agentId} ${r.agentName}`.trim() },
  { id: "remarks", title: "备注", width: 100, value: (r) => r.remarks },
  { id: "createdBy", title: "创建人", width: 90, value: (r) => r.createdBy, optional: true },
];

const fieldsFor = (row: Reservation | undefined) => (
  <>
    <TextField name="customerName" label="客户姓名" />
    <MaskedField name="phone" label="预约号码" hint="数字，座机带区号，如 057187654321" />
    <ReservationFields made={row !== undefined} />
  </>
);

interface Called {
  readonly id: string;
  readonly subNumber: string;
  readonly state: number;
}

/**
 * Seen to, and called by reference and at once (fixCallType 3), as the press on its notification does. In a call it stays open: the bar
 * says why it does not dial.
 */
function useCalling(): Action<Called> {
  const [finish] = subscribes.updateReservation.useMutation();
  const user = useSelector(selectUser);
  const talking = useSelector((state: RootState) => selectTelephony(state).call !== null);
  return {
    label: "呼叫",
    shown: ({ subNumber }) => subNumber !== "",
    run: async ({ id, subNumber, state }) => {
      if (state === 0 && !talking) await finish({ body: reservationSeen(id, user) }).unwrap();
      bus.publish("call.dial", { ref: subNumber, callType: 3 });
    },
  };
}

/** The reservation that the tab was opened for. */
function Due() {
  const reminded = useReminded();
  const calling = useCalling();
  if (!reminded || reminded.subNumber === "") return null;
  return (
    <Flex align="center" gap="2">
      <Text textStyle="xs" color="fg.muted">
        提醒：{reminded.subTime.slice(0, 16)} 的预约
      </Text>
      <ActionBar<Called> actions={[{ ...calling, icon: <Phone aria-hidden /> }]} row={{ ...reminded, state: 0 }} />
    </Flex>
  );
}

/** 预约管理 */
export default function ReservationScreen() {
  useDayOfReminder();
  const press = useMayPress("/reservationmanage");
  const { supervises, options } = useSeatOptions();
  const calling = useCalling();
  return (
    <CrudScreen<Reservation, ReturnType<typeof defaults>>
      id="reservationmanage"
      noun="预约"
      queries={subscribes}
      may={{
        add: press("subscribes.add"),
        update: press("subscribes.update"),
        delete: press("subscribes.delete"),
      }}
      toolbar={<Due />}
      list={{
        columns: supervises ? columns : columns.filter(({ id }) => id !== "agent"),
        idOf: (r) => r.id,
        nameOf: (r) => r.customerName,
        how: "点击“新增”预约下次联系客户的时间，到时间会提醒。",
        actions: [{ ...calling, main: true }],
      }}
      filters={{
        schema: filterSchema,
        defaults,
        fields: (
          <>
            <DateRangeField from="startTime" to="endTime" label="预约时间" future />
            <TextField name="customerName" label="客户姓名" width="110px" />
            <TextField name="phone" label="预约号码" width="130px" inputMode="numeric" />
            <SelectField name="state" label="状态" options={states} width="100px" />
            {supervises && <SelectField name="agentId" label="坐席" options={options} width="130px" />}
          </>
        ),
      }}
      form={{
        schema,
        values: (row) => ({
          customerName: row?.customerName ?? "",
          phone: row?.phone ?? "",
          subTime: row?.subTime ?? "",
          des: row?.des ?? "",
          agentId: row?.agentId ?? "",
          floatDuration: row?.floatDuration ?? 0,
          remarks: row?.remarks ?? "",
        }),
        fields: (_, row) => fieldsFor(row),
      }}
    />
  );
}
