/** @echogarden/fvad-wasm 0.2.0 comes without types: what is used of it (github.com/dpirch/libfvad, include/fvad.h). */
declare module "@echogarden/fvad-wasm" {
  interface FvadModule {
    readonly HEAP16: Int16Array;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _fvad_new(): number;
    _fvad_free(state: number): void;
    _fvad_set_mode(state: number, mode: number): number;
    _fvad_set_sample_rate(state: number, hz: number): number;
    /** 1 speech, 0 none, -1 a frame of a wrong length. */
    _fvad_process(state: number, frame: number, samples: number): number;
  }
  export default function fvad(): Promise<FvadModule>;
}
