/** Which enterprise a request is about: the one hole that would open all others, so it is decided here and nowhere else. */
import { AppError, operatorCode } from '@liantai/api/contract';
import type { Caller } from './routes.ts';

/**
 * The enterprise whose data a request reads or changes. Everybody but operators has one; naming another is refused, in
 * whatever form it came. Operators must name one. Throws AppError 'forbidden' or 'invalid'.
 */
export function compOf(caller: Pick<Caller, 'roleType' | 'compId'>, named: string | undefined | null): string {
  if (caller.roleType !== 0) {
    if (named && named !== caller.compId) throw new AppError('forbidden');
    return caller.compId;
  }
  if (!named) throw new AppError('invalid', '请选择企业', { fields: [{ path: 'compId', label: '企业', message: '请选择企业' }] });
  return named;
}

/** The same for lists that operators may ask over all enterprises: undefined is all. */
export function compsOf(caller: Pick<Caller, 'roleType' | 'compId'>, named: string | undefined | null): string | undefined {
  return caller.roleType === 0 ? named || undefined : compOf(caller, named);
}

/** comp_id of what belongs to the installation and to no enterprise. */
export const installation = operatorCode;
