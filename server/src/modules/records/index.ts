/** 通话记录: records, tracks and recordings. The only face of this module. */
import type { Module } from '../../http/module.ts';
import { recordsRoutes } from './routes.ts';
import { RecordsService, type RecordsDeps } from './service.ts';

export const createRecordsModule = (ports: RecordsDeps): Module => ({ name: 'records', routes: recordsRoutes(new RecordsService(ports)) });
