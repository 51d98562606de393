import type { HeldOnPerson } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { When } from '../ui/when.tsx'
import { type LanguageCode, languages, localeCodes } from '../words/languages.ts'
import { words } from './words.ts'

/** Agreements of the person with their wording, and whether they asked for deletion. */
export function Agreements({ held: { agreements, erasureRequestedAt } }: { held: HeldOnPerson }) {
  return (
    <>
      {agreements.length === 0 && <p>{words.agreements.none}</p>}
      <ul className="person-agreements">
        {agreements.map(({ attempt, version, locale, words: text, agreedAt }) => {
          const code = localeCodes.find((one): one is LanguageCode => one === locale)
          return (
            <li key={`${attempt} ${agreedAt}`}>
              <details>
                <summary>
                  <Sentence
                    text={code ? words.agreements.inLanguage : words.agreements.plain}
                    slots={{
                      date: <When at={agreedAt} style="moment" />,
                      n: attempt,
                      language: code && languages[code].name,
                    }}
                  />
                </summary>
                <blockquote lang={code && languages[code].tag}>{text}</blockquote>
                <p className="note">{fill(words.agreements.version, { version: version.slice(0, 8) })}</p>
              </details>
            </li>
          )
        })}
      </ul>
      <p className="second">
        {erasureRequestedAt ? (
          <Sentence
            text={words.agreements.erasure}
            slots={{ date: <When at={erasureRequestedAt} style="moment" /> }}
          />
        ) : (
          words.agreements.noErasure
        )}
      </p>
    </>
  )
}
