import type { HeldOnPerson } from '../client/types.ts'
import { When } from '../ui/when.tsx'
import { type LanguageCode, languages, localeCodes } from '../words/languages.ts'

/** Agreements of the person with their wording, and whether they asked for deletion. */
export function Agreements({ held: { agreements, erasureRequestedAt } }: { held: HeldOnPerson }) {
  return (
    <>
      {agreements.length === 0 && <p>None yet. People agree when they start.</p>}
      <ul className="person-agreements">
        {agreements.map(({ attempt, version, locale, words, agreedAt }) => {
          const code = localeCodes.find((one): one is LanguageCode => one === locale)
          return (
            <li key={`${attempt} ${agreedAt}`}>
              <details>
                <summary>
                  <When at={agreedAt} style="moment" />, attempt {attempt}
                  {code && `, in ${languages[code].name}`}
                </summary>
                <blockquote lang={code && languages[code].tag}>{words}</blockquote>
                <p className="note">Version {version.slice(0, 8)} of the words.</p>
              </details>
            </li>
          )
        })}
      </ul>
      <p className="second">
        {erasureRequestedAt ? (
          <>
            Asked on <When at={erasureRequestedAt} style="moment" /> to have everything erased.
          </>
        ) : (
          'No request to erase is open.'
        )}
      </p>
    </>
  )
}
