import type { Speaker } from './messages.ts'

/** URL of the copy script; the build inserts it. */
declare const __COPY_SCRIPT__: string | undefined

/** The script that shows copy buttons; the page works without it. */
export function copyScript() {
  return { address: typeof __COPY_SCRIPT__ === 'string' ? __COPY_SCRIPT__ : '/assets/copy.js', state: {} }
}

/** Copies the adjacent `code`. Shown by the script; without it the text can be selected and copied. */
export function CopyButton({ speak: { say }, label }: { speak: Speaker; label: string }) {
  return (
    <button
      class="button button-small copy"
      type="button"
      hidden
      aria-label={say('connect.copyOf', { name: label })}
      data-copied={say('connect.copied')}
    >
      {say('connect.copy')}
    </button>
  )
}

/** A box with text to copy. */
export function CopyableText({
  text,
  file,
  speak,
  label,
}: {
  text: string
  file?: string | undefined
  speak: Speaker
  label: string
}) {
  return (
    <figure class="copied">
      {file !== undefined && <figcaption class="copied-file">{file}</figcaption>}
      <pre class="copied-text">
        <code>{text}</code>
      </pre>
      <CopyButton speak={speak} label={file ?? label} />
    </figure>
  )
}
