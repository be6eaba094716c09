/** The Disk port: how much room is left where DATA_DIR is. */
export interface DiskRoom {
  /** What this user may still write. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export interface Disk {
  room(): Promise<DiskRoom>;
}
