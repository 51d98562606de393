import { fillSlots } from '../../content/fill-slots.ts'
import type { ReportTexts } from '../../content/report.ts'
import { firstLetterShare } from '../../scoring/first-letter.ts'
import type { DiscResult } from '../../scoring/results.ts'
import { lowLetters, styleKey } from './style.ts'

/** "D, with some I. You move first and speak up; calm routine and close checking come last in your choices." */
export function discSentence(result: DiscResult, texts: ReportTexts): string {
  const words = texts.disc
  const sentence = words.sentences[styleKey(result)]
  const cost = (words.costs as Record<string, string>)[lowLetters(result)]
  return fillSlots(words.line, {
    name: styleName(result, texts),
    sentence: cost ? fillSlots(words.withCost, { sentence, cost }) : fillSlots(words.plain, { sentence }),
  })
}

/** The same without what comes last in the person's choices, for a short text. */
export function styleSentence(result: DiscResult, texts: ReportTexts): string {
  const words = texts.disc
  const sentence = fillSlots(words.plain, { sentence: words.sentences[styleKey(result)] })
  return fillSlots(words.line, { name: styleName(result, texts), sentence })
}

/**
 * How often the code and its first letter would come out the same on a retake, in words, from the draws stored with the
 * result.
 */
export function repeatSentence(result: DiscResult, texts: ReportTexts): string {
  const { single, pair } = texts.disc.repeat
  return fillSlots(result.style.length > 1 ? pair : single, {
    style: result.style,
    letter: result.style.charAt(0),
    share: inWords(result.confidence, texts),
    firstShare: inWords(firstLetterShare(result), texts),
  })
}

/** Text alternative of the wheel. */
export function wheelSentence(result: DiscResult, texts: ReportTexts): string {
  const { d, i, s, c } = result
  const letter = styleKey(result) === 'even' ? 'centre' : (result.style.charAt(0) as 'D' | 'I' | 'S' | 'C')
  const whole = (value: number) => String(Math.round(value))
  return fillSlots(texts.disc.picture, {
    place: texts.disc.places[letter],
    d: whole(d),
    i: whole(i),
    s: whole(s),
    c: whole(c),
  })
}

function styleName(result: DiscResult, texts: ReportTexts): string {
  const { name } = texts.disc
  const [first = '', second] = result.style
  const sure = second ? result.confidence >= 0.35 : firstLetterShare(result) >= 0.6
  if (styleKey(result) === 'even') return name.even
  if (second) return fillSlots(sure ? name.pair : name.pairUnsure, { first, second })
  return fillSlots(sure ? name.single : name.singleUnsure, { first })
}

function inWords(share: number, texts: ReportTexts): string {
  return texts.shares[Math.round(Math.min(1, Math.max(0, share)) * 10)] ?? ''
}
