import { type RefObject, useEffect } from 'react'

/**
 * Highlights a hovered or focused person everywhere: dots, strokes, chips and rows have the initials in
 * `data-person`, and get `data-lit`. One listener for the whole page.
 */
export function useHighlight(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = root.current
    if (!page) return
    let lit: string | undefined
    const light = (initials: string | undefined) => {
      if (initials === lit) return
      lit = initials
      for (const mark of page.querySelectorAll<HTMLElement | SVGElement>('[data-person]')) {
        mark.toggleAttribute('data-lit', mark.dataset.person === initials)
      }
    }
    const listener = ({ target }: Event) =>
      light((target as Element).closest<HTMLElement | SVGElement>('[data-person]')?.dataset.person)
    const end = () => light(undefined)
    const listeners = { pointerover: listener, pointerleave: end, focusin: listener, focusout: end }
    for (const [event, one] of Object.entries(listeners)) page.addEventListener(event, one)
    return () => {
      for (const [event, one] of Object.entries(listeners)) page.removeEventListener(event, one)
    }
  }, [root])
}
