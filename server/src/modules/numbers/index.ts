/** Numbers: extensions, access numbers, customers' pages. */
export { createDirectory, parseSipUser, sipUser, type DirectoryOptions } from './directory.ts';
export { createNumbers, type ExtensionInfo, type LineInfo, type Numbers, type SeatInfo } from './lookups.ts';
