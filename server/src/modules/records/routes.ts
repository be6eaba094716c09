import { cdrApi } from '@liantai/api/contract';
import { route, type Route } from '../../http/routes.ts';
import type { RecordsService } from './service.ts';

export function recordsRoutes(service: RecordsService): readonly Route[] {
  return [
    route(cdrApi.callRecords, ({ body }, { caller }) => service.list(caller, body)),
    route(cdrApi.callDetail, ({ body }, { caller }) => service.detail(caller, body.callId)),
    route(cdrApi.callTrack, ({ body }, { caller }) => service.track(caller, body.callId)),
    route(cdrApi.playRecording, ({ query }, { caller, headers }) => service.recording(caller, query.callId, headers['range'])),
    route(cdrApi.recordingPeaks, ({ query }, { caller }) => service.peaks(caller, query.callId)),
  ];
}
