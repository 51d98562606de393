/** `2026-11-23T06-40-00Z`: sorts by time, and is a valid file name everywhere. */
export function backupIdAt(time: Date): string {
  return time.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
}
