import type { MessageKey } from '../../src/http/views/page-view.ts'
import type { Screen } from './screen.tsx'
import { findPart } from './taking-position.ts'

/** The page title: the visible content, then the account. */
export function takingTitle({ view, speak, mode, shown }: Screen): string {
  const part = findPart(view, shown.at === 'waiting' ? undefined : shown.part)
  const name = part?.name ?? ''
  const say = (key: MessageKey, slots = {}) => `${speak.say(key, slots)} · ${view.accountName}`
  if (mode !== 'taking') return say(`${mode}.title`)
  if (shown.at === 'waiting') return say('waiting.title')
  if (shown.at === 'finish') return say('taking.finishTitle', { name })
  if (shown.at === 'practice') return say('practice.prompt')
  if (shown.at === 'item') return say('taking.title', { name, n: shown.item, total: part?.itemCount ?? 0 })
  const done = view.parts.findIndex(({ id }) => id === shown.part)
  return say('pause.title', { done, total: view.parts.length })
}
