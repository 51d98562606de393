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
    const light = (whose: string | undefined) => {
      if (whose === lit) return
      lit = whose
      for (const mark of page.querySelectorAll<HTMLElement | SVGElement>('[data-person]')) {
        mark.toggleAttribute('data-lit', mark.dataset.person === whose)
      }
    }
    const hear = ({ target }: Event) =>
      light((target as Element).closest<HTMLElement | SVGElement>('[data-person]')?.dataset.person)
    const end = () => light(undefined)
    const hearers = { pointerover: hear, pointerleave: end, focusin: hear, focusout: end }
    for (const [event, one] of Object.entries(hearers)) page.addEventListener(event, one)
    return () => {
      for (const [event, one] of Object.entries(hearers)) page.removeEventListener(event, one)
    }
  }, [root])
}
