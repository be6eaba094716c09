import perfHooks from "node:perf_hooks";
import { createMetrics } from "./metrics.ts";

test("an event loop whose lag is measured wakes a hundred times a second: it is not until somebody reads the figures", async () => {
  const measured = jest.spyOn(perfHooks, "monitorEventLoopDelay");
  const metrics = createMetrics();
  try {
    metrics.httpRequest("/healthz", "GET", 200, 0.001);
    expect(measured).not.toHaveBeenCalled();
    expect(await metrics.text()).toContain("nodejs_eventloop_lag_p99_seconds");
    const again = await metrics.text();
    expect(again).toContain(
      'liantai_http_request_duration_seconds_count{route="/healthz",method="GET",status="200"} 1',
    );
    expect(again).toContain("process_cpu_seconds_total");
    expect(measured).toHaveBeenCalledTimes(1);
  } finally {
    metrics.close();
    measured.mockRestore();
  }
});
