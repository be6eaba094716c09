import { render, screen } from "@testing-library/react";
import { UiProvider } from "@liantai/ui";
import { Waveform } from "./waveform.tsx";

const names = async (meeting: boolean) => {
  const { unmount } = render(
    <UiProvider>
      <Waveform
        peaks={{ left: [0, 0], right: [0.1, 0.9] }}
        durationS={2}
        position={() => 0}
        playing={false}
        onSeek={() => undefined}
        meeting={meeting}
      />
    </UiProvider>,
  );
  const lanes = (await screen.findAllByRole("img")).map((lane) => lane.getAttribute("aria-label"));
  unmount();
  return lanes;
};

test("a call has its two sides; a meeting, of which nobody is a side, has one", async () => {
  expect(await names(false)).toEqual(["客户声道波形", "坐席声道波形"]);
  expect(await names(true)).toEqual(["会议声道波形"]);
});
