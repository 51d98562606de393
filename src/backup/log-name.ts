/** A sealed file of the write-ahead log in BACKUP_DIR. */
export type LogFile = {
  /** The name in `pg_wal`: a segment, or the history of a timeline. */
  name: string
  /** It has no commits after this time. */
  sealedAt: Date
  /** The start of the SHA-256 of its content in hex. */
  digest: string
  /** The name of the sealed file. */
  file: string
}

const segment = /^[0-9A-F]{24}$/
const history = /^[0-9A-F]{8}\.history$/
const sealedName = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)_(\d{8}T\d{6}Z)_([0-9a-f]{16})\.zst\.age$/

export const isSegment = (name: string) => segment.test(name)
export const isHistory = (name: string) => history.test(name)

export function sealedNameOf(name: string, at: Date, digest: string): string {
  const time = at.toISOString().replace(/\.\d+|[-:]/g, '')
  return `${name}_${time}_${digest}.zst.age`
}

/** Undefined for a file of another kind. */
export function parseSealedName(file: string): LogFile | undefined {
  const [, name, time, digest] = sealedName.exec(file) ?? []
  if (name === undefined || time === undefined || digest === undefined) return undefined
  const iso = time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')
  return { name, sealedAt: new Date(iso), digest, file }
}

export function timelineOf(segmentName: string): number {
  return Number.parseInt(segmentName.slice(0, 8), 16)
}

/** The position of a segment of 16 MB among those of its timeline. The next one has the next number. */
export function numberOf(segmentName: string): number {
  return Number.parseInt(segmentName.slice(8, 16), 16) * 256 + Number.parseInt(segmentName.slice(16), 16)
}

export function segmentName(timeline: number, number: number): string {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return hex(timeline) + hex(Math.floor(number / 256)) + hex(number % 256)
}
