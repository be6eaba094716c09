/** An export ended: the user is told, and the list of jobs, where it is open, looks again. */
import type { MessageHandler } from './context.ts';

export const fileDown: MessageHandler<'fileDown'> = ({ id, state, msg }, { bus }) => {
  bus.publish('export.ended', { id, state });
  bus.publish('notification.show', { id: `export-${id}`, title: state === 'done' ? '导出完成' : '导出失败', text: msg, level: state === 'done' ? 'success' : 'error', target: { name: 'filedownload' } });
};
