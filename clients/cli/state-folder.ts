import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

/** The folder of this program's files, for this user only: `$XDG_CONFIG_HOME/timbre` or `~/.config/timbre`. */
export function stateFolder(environment: Environment): string {
  const { XDG_CONFIG_HOME: configured = '', HOME: home = homedir() } = environment
  return join(isAbsolute(configured) ? configured : join(home, '.config'), 'timbre')
}
