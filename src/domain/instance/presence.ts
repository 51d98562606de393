import type { Database } from '../../contract/ports.ts'
import { beat, leave } from './store.ts'

/** Seconds between signs of life. */
export const beatSeconds = 5
/** Three beats may be missed: a busy instance is not a dead one. */
const aliveSeconds = 4 * beatSeconds

export type Presence = {
  /** How many instances use the database, this one included, as of the last beat. */
  living: () => number
  /** One sign of life. Without the database the last count stays. */
  beat: () => Promise<void>
  leave: () => Promise<void>
}

/** Counts the instances of one database by rows with heartbeats. */
export function createPresence(database: Pick<Database, 'inSystem'>, id: string): Presence {
  let living = 1
  return {
    living: () => living,
    async beat() {
      living = await database.inSystem((sql) => beat(sql, id, aliveSeconds))
    },
    leave: () => database.inSystem((sql) => leave(sql, id)),
  }
}
