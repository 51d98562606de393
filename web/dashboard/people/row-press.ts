import type { MouseEvent } from 'react'

/** What a press on a row means, beside its own links, boxes and buttons. */
export type Press = {
  /** On a link, a box or a button, or in the column of boxes, which a hand that aims at a box may miss. */
  readonly isOwn: boolean
  /** Text of the row was marked, as when an address is copied. */
  readonly isMarking: boolean
  /** Somebody on the list is chosen already. */
  readonly isChoosing: boolean
}

/** As a card on a phone: a press opens the person, or chooses them while people are chosen. */
export function pressAction({ isOwn, isMarking, isChoosing }: Press): 'open' | 'choose' | 'nothing' {
  if (isOwn || isMarking) return 'nothing'
  return isChoosing ? 'choose' : 'open'
}

/** Hears presses of all rows of a table and hands them on to the row's link, with its keys, or to its box. */
export function pressRow(event: MouseEvent<HTMLElement>, isChoosing: boolean): void {
  const { target, ctrlKey, metaKey, shiftKey, altKey } = event
  const row = target instanceof Element ? target.closest('[data-person]') : null
  if (!row || !(target instanceof Element)) return
  const meaning = pressAction({
    isOwn: target.closest('a, button, input, label, td:first-child') !== null,
    isMarking: getSelection()?.type === 'Range' && getSelection()?.containsNode(row, true) === true,
    isChoosing,
  })
  if (meaning === 'nothing') return
  const pressed = row.querySelector(meaning === 'open' ? '.people-name' : '.choose-box input')
  // With Control it opens a tab, as the link does. The wheel is left to the browser, where it scrolls.
  pressed?.dispatchEvent(
    new globalThis.MouseEvent('click', {
      ...{ bubbles: true, cancelable: true, view: window },
      ...{ ctrlKey, metaKey, shiftKey, altKey },
    }),
  )
}
