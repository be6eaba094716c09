import { everyoneHears, hears, hearsMusic } from "../plans.ts";
import type { Stage } from "./stage.ts";
import { ROOM, TONES } from "./stage.ts";

const all = Object.values(TONES);

export function rooms(stage: Stage): void {
  /** Three callers, each in the media thread that was the emptiest. */
  async function three() {
    const ann = await stage.caller("ann");
    const bob = await stage.caller("bob");
    const cid = await stage.caller("cid");
    return {
      a: ann.leg,
      b: bob.leg,
      c: cid.leg,
      ann: ann.call.peer.ears,
      bob: bob.call.peer.ears,
      cid: cid.call.peer.ears,
    };
  }

  describe("rooms", () => {
    test("three legs hear each other and not themselves, and two when the third is gone", async () => {
      const { a, b, c, ann, bob, cid } = await three();
      await stage.switch.arrange(ROOM, everyoneHears(a, b, c));
      await Promise.all([
        ann.tones([TONES.bob, TONES.cid], [TONES.ann]),
        bob.tones([TONES.ann, TONES.cid], [TONES.bob]),
        cid.tones([TONES.ann, TONES.bob], [TONES.cid]),
      ]);
      await stage.switch.hangup(c);
      await Promise.all([ann.tone(TONES.bob), bob.tone(TONES.ann)]);
    });

    test("who is muted is heard by nobody and hears everybody", async () => {
      const { a, b, c, ann, bob, cid } = await three();
      const muted = new Map([
        [a, hears(b)],
        [b, hears(a)],
        [c, hears(a, b)],
      ]);
      await stage.switch.arrange(ROOM, muted);
      await Promise.all([ann.tone(TONES.bob), bob.tone(TONES.ann), cid.tones([TONES.ann, TONES.bob], [TONES.cid])]);
    });

    test("a supervisor listens unheard, whispers to one, and talks to both", async () => {
      const { a: customer, b: agent, c: monitor, ann, bob, cid } = await three();
      const listen = new Map([
        [customer, hears(agent)],
        [agent, hears(customer)],
        [monitor, hears(customer, agent)],
      ]);
      await stage.switch.arrange(ROOM, listen);
      await Promise.all([ann.tone(TONES.bob), bob.tone(TONES.ann), cid.tones([TONES.ann, TONES.bob], [TONES.cid])]);
      await stage.switch.arrange(ROOM, new Map([...listen, [agent, hears(customer, monitor)]]));
      await Promise.all([
        ann.tone(TONES.bob),
        bob.tones([TONES.ann, TONES.cid], [TONES.bob]),
        cid.tones([TONES.ann, TONES.bob], [TONES.cid]),
      ]);
      await stage.switch.arrange(ROOM, everyoneHears(customer, agent, monitor));
      await ann.tones([TONES.bob, TONES.cid], [TONES.ann]);
    });

    test("a leg that is to hear itself does, and others in its room do not", async () => {
      const { a, b, ann, bob } = await three();
      await stage.switch.arrange(ROOM, new Map([[a, hears(a)]]));
      await Promise.all([ann.tone(TONES.ann), bob.silence()]);
      await stage.switch.arrange(ROOM, everyoneHears(a, b));
      await Promise.all([ann.tone(TONES.bob), bob.tone(TONES.ann)]);
    });

    test("a leg that is left out hears silence, and one that is put into another room leaves the first", async () => {
      const { a, b, c, ann, bob, cid } = await three();
      await stage.switch.arrange(ROOM, everyoneHears(a, b, c));
      await stage.switch.arrange(ROOM, everyoneHears(a, b));
      await Promise.all([ann.tone(TONES.bob), bob.tone(TONES.ann), cid.silence()]);
      await stage.switch.arrange("another", everyoneHears(b, c));
      await Promise.all([bob.tone(TONES.cid), cid.tone(TONES.bob)]);
      await stage.switch.arrange(ROOM, new Map());
      await ann.silence();
      await Promise.all([bob.tone(TONES.cid), cid.tone(TONES.bob)]);
    });

    test("a change ends a playback, the same plan again does not", async () => {
      const { ann, a, b } = await stage.talk();
      const playId = await stage.switch.play(a, { sources: [{ kind: "tone", hz: 1_400, ms: 200 }], loop: true });
      await stage.switch.arrange(ROOM, everyoneHears(a, b));
      await ann.peer.ears.tone(1_400);
      expect(stage.none("playDone")).toBe(true);
      await stage.switch.arrange(ROOM, new Map([[a, hearsMusic]]));
      expect(await stage.next("playDone", a)).toMatchObject({ playId, reason: "stopped" });
      await ann.peer.ears.music(all);
    });

    test("music that cannot be played is refused, and everything else is as planned", async () => {
      const { a, b, c, ann, bob, cid } = await three();
      await stage.switch.arrange(ROOM, everyoneHears(a, b, c));
      const plan = new Map([
        [a, hears(b)],
        [b, { kind: "sources", sources: [{ kind: "file", path: stage.file("missing.wav") }] } as const],
        [c, hears(a)],
      ]);
      await expect(stage.switch.arrange(ROOM, plan)).rejects.toMatchObject({ code: "bad-audio" });
      await Promise.all([ann.tone(TONES.bob), bob.silence(), cid.tone(TONES.ann)]);
    });

    test("a plan with a leg that is not answered changes nothing; legs that are gone are left out", async () => {
      const { ann, bob, a, b } = await stage.talk();
      const cid = await stage.connect("cid");
      await cid.call("4001");
      const { leg } = await stage.next("incoming");
      await expect(stage.switch.arrange(ROOM, everyoneHears(a, leg))).rejects.toMatchObject({ code: "bad-state" });
      await Promise.all([ann.peer.ears.tone(TONES.bob), bob.peer.ears.tone(TONES.ann)]);
      await stage.switch.arrange(ROOM, new Map([...everyoneHears(a, b), ["gone", hears(a)]]));
      await Promise.all([ann.peer.ears.tone(TONES.bob), bob.peer.ears.tone(TONES.ann)]);
    });
  });
}
