/** Something known of each field of each channel's messages. */
export class ChannelFields<T> {
  private readonly rows: (T | undefined)[][] = [];

  get(channel: number, field: number): T | undefined {
    return this.rows[channel]?.[field];
  }

  set(channel: number, field: number, known: T): void {
    const row = this.rows[channel];
    if (row) row[field] = known;
    else {
      this.rows[channel] = [];
      this.rows[channel][field] = known;
    }
  }
}
