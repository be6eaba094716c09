import { encodeFields } from "@liantai/api/contract";
import type { Stage } from "./stage.ts";
import { TONES } from "./stage.ts";

const contentType = "application/vnd.liantai.state";

export function informing(stage: Stage): void {
  describe("informing (P6)", () => {
    test("what the engine tells reaches both kinds of leg in its order, any text unharmed", async () => {
      const { ann, bob, a, b } = await stage.talk();
      const fields: readonly Record<string, string>[] = [
        { stage: "queued", position: "2" },
        { stage: "talking", agent: "1001" },
        { note: "坐席 a=b&c|d\r\nX-Evil: 1" },
      ];
      for (const one of fields) await stage.switch.inform(a, one);
      await stage.switch.inform(b, fields[0]!);
      await Promise.all([ann.untilInformed(3), bob.untilInformed(1)]);
      expect(ann.informs).toEqual(fields.map((one) => ({ type: contentType, body: encodeFields(one) })));
      expect(ann.informs[0]?.body).toBe("stage=queued&position=2");
      expect(bob.informs).toEqual([{ type: contentType, body: "stage=queued&position=2" }]);
    });

    test("P6 a device that refuses it, that ends the dialogue over it or that says nothing keeps its call", async () => {
      const { ann, bob, a } = await stage.talk();
      for (const [informs, status] of [415, 481, 500, 0].entries()) {
        ann.infoStatus = status;
        await stage.switch.inform(a, { stage: "ringing" });
        await ann.untilInformed(informs + 1);
      }
      await Promise.all([ann.peer.ears.tone(TONES.bob), bob.peer.ears.tone(TONES.ann)]);
      expect(await stage.legs()).toContain(a);
      expect(stage.none("hungup")).toBe(true);
    });

    test("a leg that is not answered, cut off or gone: nothing is sent and nothing fails", async () => {
      const ann = await stage.connect("ann");
      await ann.call("4001");
      const { leg } = await stage.next("incoming");
      await stage.switch.inform(leg, { stage: "greeting" });
      const { call, client, leg: up } = await stage.caller("bob");
      client.drop();
      await stage.next("lost", up);
      await stage.switch.inform(up, { stage: "greeting" });
      await stage.switch.hangup(up);
      await stage.switch.inform(up, { stage: "greeting" });
      await stage.switch.inform("nobody", { stage: "greeting" });
      expect(call.informs).toEqual([]);
    });
  });
}
