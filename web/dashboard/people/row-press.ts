import type { MouseEvent } from 'react'

/** What a click on a row does, outside its links, checkboxes and buttons. */
export type Press = {
  /** On a link, checkbox or button, or in the checkbox column, where a click may just miss the box. */
  readonly isOwn: boolean
  /** Text in the row is selected, for example to copy an address. */
  readonly isMarking: boolean
  /** At least one person is selected already. */
  readonly isChoosing: boolean
}

/** A card on a phone: a tap opens the person, or selects them while others are selected. */
export function pressAction({ isOwn, isMarking, isChoosing }: Press): 'open' | 'choose' | 'nothing' {
  if (isOwn || isMarking) return 'nothing'
  return isChoosing ? 'choose' : 'open'
}

/** Handles clicks on all rows of a table: clicks the row's link, with the modifier keys, or its checkbox. */
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
  // Ctrl opens a tab, as for links. The middle button is left to the browser, since it scrolls.
  pressed?.dispatchEvent(
    new globalThis.MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      view: window,
      ctrlKey,
      metaKey,
      shiftKey,
      altKey,
    }),
  )
}
