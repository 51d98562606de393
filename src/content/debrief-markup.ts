/** A plain version if the fact is certain, and a hedged one otherwise, which claims the same. */
export type Hedged = { readonly sure: string; readonly likely: string }

/**
 * The two versions of a text with a marked hedge: `[probably ]` is only in the hedged one, `[leads|seems to lead]` has
 * a form for each.
 */
export function hedged(marked: string): Hedged {
  const read = (form: (plain: string, hedge: string) => string) =>
    capitalizedAs(
      marked,
      marked.replace(/\[([^[\]|]*)(?:\|([^[\]|]*))?\]/g, (_, first: string, second?: string) =>
        second === undefined ? form('', first) : form(first, second),
      ),
    )
  return { sure: read((plain) => plain), likely: read((_, hedge) => hedge) }
}

export type Addressed = { readonly to: string; readonly about: string }

/**
 * The two versions of a text with marked forms of address: `<Sie fangen|@ fängt>` is the first form where the text is
 * addressed to the person, and the second where it is about them, with their name in place of `@`.
 */
export function addressed(marked: string): Addressed {
  const { to, about } = addressedPart(marked)
  return { to: capitalizedAs(marked, to), about: capitalizedAs(marked, about) }
}

/** The same for a text that may be a part of a sentence: its first letter stays as it is marked. */
export function addressedPart(marked: string): Addressed {
  return { to: marked.replace(forms, '$1'), about: marked.replace(forms, '$2').replaceAll('@', nameSlot) }
}

/** Where the name of the person is filled in. */
export const nameSlot = '{name}'

const forms = /<([^<>|]*)\|([^<>|]*)>/g

/** If the marked text began with a mark, another word begins the sentence now. */
function capitalizedAs(marked: string, text: string): string {
  if (!/^[¿“„«‘(]?[<[]/.test(marked)) return text
  return text.replace(/^[¿“„«‘(]?\p{Ll}/u, (start) => start.toUpperCase())
}
