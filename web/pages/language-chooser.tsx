import type { PageView } from '../../src/http/views/page-view.ts'
import type { Speaker } from './messages.ts'

export type LanguageChooserProps = {
  view: PageView
  speak: Speaker
  /** URL of this page in another language; also used without JavaScript. */
  path: string
  /** Set if the page's own script acts on a choice. */
  isScripted?: boolean
  /** The form whose fields are submitted with a choice, so that half-filled input is not lost. */
  formId?: string | undefined
}

/** URL of the script that sends a choice; the build inserts it. */
declare const __LANGUAGE_SCRIPT__: string | undefined

/** The page's language, and a choice of others if there are any. A choice works at once, without a script by a button. */
export function LanguageChooser(choice: LanguageChooserProps) {
  const { view, path, formId, isScripted } = choice
  const current = view.locales.find(({ code }) => code === view.locale)
  if (view.locales.length < 2) return <span class="language">{current?.name}</span>
  if (formId !== undefined) return <Joined {...choice} />
  return (
    <form class="language language-choice" method="get" action={path}>
      {/* A GET form replaces the query of its URL, so query parameters are sent as fields. */}
      {[...new URLSearchParams(path.split('?')[1])].map(
        ([name, value]) => name !== 'locale' && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Choices {...choice} />
      <ChangeButton {...choice} />
      {!isScripted && <script type="module" src={languageScript} />}
    </form>
  )
}

const languageScript = typeof __LANGUAGE_SCRIPT__ === 'string' ? __LANGUAGE_SCRIPT__ : '/assets/language.js'

/**
 * The same for a page with a form being filled in: select and button belong to that form, which then sends a GET
 * request. Enter presses the first button of a form, so the form's own button comes first.
 */
function Joined(choice: LanguageChooserProps) {
  const { speak, formId } = choice
  return (
    <div class="language language-choice">
      <button class="out-of-sight" type="submit" form={formId} tabIndex={-1} aria-hidden="true">
        {speak.say('taking.next')}
      </button>
      <Choices {...choice} />
      <ChangeButton {...choice} />
    </div>
  )
}

function Choices({ view, speak, formId }: LanguageChooserProps) {
  return (
    <select name="locale" form={formId} aria-label={speak.say('page.language')}>
      {view.locales.map(({ code, name, languageTag }) => (
        <option key={code} value={code} lang={languageTag} selected={code === view.locale}>
          {name}
        </option>
      ))}
    </select>
  )
}

function ChangeButton({ speak, path, formId }: LanguageChooserProps) {
  const joined = formId !== undefined
  return (
    <button
      class="button button-small"
      type="submit"
      form={formId}
      formMethod={joined ? 'get' : undefined}
      formAction={joined ? path.split('?')[0] : undefined}
      formNoValidate={joined ? true : undefined}
    >
      {speak.say('page.changeLanguage')}
    </button>
  )
}
