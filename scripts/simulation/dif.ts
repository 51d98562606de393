import { type DifGroup, itemDif } from '../../src/scoring/dif.ts'
import { type Random, seededRandom } from '../../src/scoring/random.ts'
import { instruments } from '../instruments.ts'
import { usualForm } from './models.ts'
import { drawSheet, type FocusForm, latentForm } from './sheets.ts'

/** Shares of the faulty items that were found, and of the others that were reported. */
export type DifFigures = { readonly power: number; readonly falseAlarms: number }

/**
 * Two groups of this size; for the second, 6 of 120 items, drawn again each time, are answered `shift` points higher or
 * lower. `impact`: besides, everybody in the second group is that many points higher on all items of communication, which
 * is a true difference and no fault.
 */
export function studyDif(
  { shift, impact = 0, people = 500 }: { shift: number; impact?: number; people?: number },
  replications: number,
  seed: number,
): DifFigures {
  const random = seededRandom(seed)
  const { keys, norm } = instruments.focus
  const form = latentForm(keys, norm, usualForm, random)
  const differing = new Set(
    keys.facets.filter(({ trait }) => trait === 'communication').flatMap(({ items }) => items),
  )
  const counts = { found: 0, planted: 0, reported: 0, sound: 0 }
  for (let turn = 0; turn < replications; turn++) {
    const faulty = new Map<number, number>()
    while (faulty.size < 6) faulty.set(1 + Math.floor(120 * random()), random() < 0.5 ? shift : -shift)
    const offsetOf = (n: number) => (faulty.get(n) ?? 0) + (differing.has(n) ? impact : 0)
    const first = draw(form, people, random)
    const second = draw(moved(form, offsetOf), people, random)
    for (const { item, isFlagged } of itemDif(keys, first, second)) {
      const isFaulty = shift !== 0 && faulty.has(item)
      counts[isFaulty ? 'planted' : 'sound']++
      if (isFlagged) counts[isFaulty ? 'found' : 'reported']++
    }
  }
  return {
    power: counts.planted === 0 ? 0 : counts.found / counts.planted,
    falseAlarms: counts.reported / counts.sound,
  }
}

function moved(form: FocusForm, offsetOf: (n: number) => number): FocusForm {
  return form.map((facets) =>
    facets.map((facet) => ({
      ...facet,
      items: facet.items.map((item) => ({ ...item, offset: item.offset + offsetOf(item.at + 1) })),
    })),
  )
}

function draw(form: FocusForm, people: number, random: Random): DifGroup {
  return Array.from({ length: people }, () => drawSheet(form, random).answers)
}
