/** 留言派送: a message that the seat may take, until endsAt. Times are epoch ms. */
export interface MessageOffer {
  readonly id: string;
  readonly callId: string;
  /** Masked for who may not see numbers. */
  readonly number: string;
  readonly groupName: string;
  readonly leftAt: number;
  /** null: its recording is not stored yet. */
  readonly lengthS: number | null;
  readonly endsAt: number;
}
