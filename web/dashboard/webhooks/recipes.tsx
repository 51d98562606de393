import { settings } from '../client/settings.ts'
import { Sentence } from '../language/sentence.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { words } from './words.ts'

/** Shown while there are no endpoints: the two ways to get events, and one to try right away. */
export function Recipes({ onTry }: { onTry?: (url: string) => void }) {
  const demo = settings.hooks
  const polling = [
    `curl -s '${location.origin}/api/v4/events?wait=20' \\`,
    `  -H "Authorization: Bearer $ACCESS_TOKEN"`,
  ].join('\n')
  return (
    <div className="hook-recipes">
      <p className="finding">{words.recipes.none}</p>
      <section>
        <h2 className="section">{words.recipes.poll}</h2>
        <p>
          <Sentence text={words.recipes.pollText} />
        </p>
        <div className="api-call-text">
          <pre>
            <code>{polling}</code>
          </pre>
          <CopyButton text={polling} />
        </div>
      </section>
      <section>
        <h2 className="section">{words.recipes.receive}</h2>
        <p>
          <Sentence
            text={words.recipes.receiveText}
            marks={{ link: (inner) => <a href="/docs/events">{inner}</a> }}
          />
        </p>
      </section>
      {demo && (
        <section>
          <h2 className="section">{words.recipes.demo}</h2>
          <p>
            <Sentence
              text={words.recipes.demoText}
              marks={{ link: (inner) => <a href={demo.page}>{inner}</a> }}
            />
          </p>
          {onTry && (
            <button type="button" className="button" onClick={() => onTry(demo.url)}>
              {words.recipes.addDemo}
            </button>
          )}
        </section>
      )}
    </div>
  )
}
