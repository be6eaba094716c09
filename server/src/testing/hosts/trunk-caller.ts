/**
 * A customer whose call comes in over a trunk: SIP and audio go from his telephone (baresip) straight to Asterisk, so that none of our
 * processes is between them and he outlives as many of them as a test ends.
 */
import { tones } from "./people.ts";
import { BaresipProcess } from "../sip/devices/baresip-process.ts";

export class TrunkCaller {
  private readonly phone: BaresipProcess;

  private constructor(phone: BaresipProcess) {
    this.phone = phone;
  }

  /** host: of the node that he calls through (network.ts). Resolves when he is answered. */
  static async calls(host: string, number: string, called: string): Promise<TrunkCaller> {
    const phone = await BaresipProcess.start({
      listen: `${host}:0`,
      account: `<sip:${number}@${host};transport=udp>;audio_codecs=PCMA/8000/1;regint=0`,
      modules: ["ausine"],
      source: { device: `ausine,${tones.customer}`, srate: 48_000, channels: 2 },
    });
    try {
      await phone.dial(`sip:${called}@${process.env["TEST_ASTERISK_SIP"] ?? ""}`);
      await phone.printed("Call established");
      return new TrunkCaller(phone);
    } catch (error) {
      await phone.stop();
      throw error;
    }
  }

  press(key: string): Promise<void> {
    return this.phone.press(key);
  }

  /** Resolves when the far side has hung up. */
  hungUp(ms?: number): Promise<void> {
    return this.phone.printed("terminated", ms);
  }

  leave(): Promise<void> {
    return this.phone.stop();
  }
}
