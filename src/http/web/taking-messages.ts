import type { TakerCaller } from '../../contract/caller.ts'
import type { pageBasics } from '../page/send-page.ts'

type Basics = ReturnType<typeof pageBasics>

/**
 * The texts of the taking page for this person. People who came by a share link without an address have no message with
 * a link to reopen, so the page refers to this browser instead.
 */
export function takingBasics({ channel }: TakerCaller, basics: Basics): Basics {
  if (channel !== 'link') return basics
  const { messages } = basics
  return {
    ...basics,
    messages: {
      ...messages,
      'pause.saved': messages['here.saved'],
      'pause.savedUndated': messages['here.savedUndated'],
      'ended.title': messages['here.endedHeading'],
      'ended.heading': messages['here.endedHeading'],
      'ended.text': messages['here.ended'],
    },
  }
}
