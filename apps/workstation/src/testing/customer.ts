/** A customer's call on doubles and virtual time. */
import { CustomerCall } from "../customer/customer-call.ts";
import type { SessionOutcome } from "../customer/ports.ts";
import { FakeSipPhone, FakeMicrophone, FakeSpeaker } from "./fake-phone.ts";
import { settle, VirtualClock } from "./virtual-clock.ts";

export function makeCustomer() {
  const clock = new VirtualClock();
  const line = new FakeSipPhone();
  const microphone = new FakeMicrophone();
  const speaker = new FakeSpeaker();
  const rings: string[] = [];
  const asked: string[] = [];
  let outcome: SessionOutcome | undefined;
  const call = new CustomerCall({
    clock,
    open: line.open,
    microphone,
    speaker,
    ringer: { start: () => rings.push("ring"), stop: () => rings.push("quiet") },
    session: async (phone) => {
      asked.push(phone);
      return (
        outcome ?? {
          session: {
            config: {
              socketUrl: "ws://desk/xcc/ws",
              user: `c${asked.length}`,
              password: "p",
              realm: "liantai",
              instance: "i",
            },
            number: "4001",
            title: "联台客服",
            expiresIn: 100,
          },
        }
      );
    },
  });
  const state = () => call.read().state;
  const begin = async (phone = "") => {
    void call.begin(phone);
    await settle();
    line.phone?.accept();
    await settle();
  };
  return {
    call,
    clock,
    line,
    microphone,
    speaker,
    rings,
    asked,
    state,
    begin,
    answerSession: (o: SessionOutcome) => (outcome = o),
  };
}
