import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deepFreeze } from './content-file.ts'

/** One item of the pinned package `@bigfive-org/questions`, in the order of Johnson's IPIP-NEO-120. */
export type IpipItem = {
  readonly text: string
  readonly keyed: 'plus' | 'minus'
  /** N, E, O, A or C. */
  readonly domain: string
  /** 1 to 6. */
  readonly facet: number
  readonly ipipId: readonly string[]
}

/** The file as Node resolves it. */
export const ipipPath = createRequire(import.meta.url).resolve(
  '@bigfive-org/questions/data/en/questions.json',
)

/** The public-domain English items (package MIT, (c) B5 Holding AS). Its translations are not used. */
export const ipipItems = deepFreeze(JSON.parse(readFileSync(ipipPath, 'utf8')) as readonly IpipItem[])
