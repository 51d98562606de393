import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useMemo, useRef } from 'react'
import { accountQuery } from '../client/queries.ts'
import { joinSentences } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Drawing } from '../ui/drawing.tsx'
import { Icon } from '../ui/icon.tsx'
import { saveFile } from '../ui/save-file.ts'
import { showToast } from '../ui/toasts.tsx'
import { When } from '../ui/when.tsx'
import { encodeQr, qrSvg } from './qr.ts'
import { qrPng } from './qr-png.ts'
import { words } from './words.ts'

/** The public link with its QR code and a warning. Only this sheet is printed. */
export function ShareSheet({
  link,
  isNew,
  endsAt,
}: {
  link: string
  isNew: boolean
  endsAt: string | undefined
}) {
  const id = useId()
  const account = useQuery(accountQuery).data
  const field = useRef<HTMLInputElement>(null)
  const squares = useMemo(() => encodeQr(link), [link])
  const svg = useMemo(() => qrSvg(squares), [squares])
  useEffect(() => field.current?.focus(), [])
  const savePicture = async () => {
    try {
      saveFile('invite-code.png', [await qrPng(squares)], 'image/png')
    } catch {
      showToast(share.noPicture)
    }
  }
  return (
    <section className="share-sheet" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="section">
        {share.title}
      </h2>
      <p className="share-account">{account?.name}</p>
      <Drawing markup={svg} className="share-code" />
      <div className="share-words">
        <div className="share-link">
          <label className="field-label" htmlFor={id}>
            {share.link}
          </label>
          <input
            ref={field}
            id={id}
            className="field"
            readOnly
            value={link}
            // Select backwards, so the field still shows the beginning of the link.
            onFocus={({ target }) => target.setSelectionRange(0, link.length, 'backward')}
          />
          <CopyButton text={link} label={share.copy} />
        </div>
        <p className="share-address">{link}</p>
        <Warning isNew={isNew} endsAt={endsAt} />
        <div className="share-actions">
          <button
            type="button"
            className="button"
            onClick={() => saveFile('invite-code.svg', [svg], 'image/svg+xml')}
          >
            {share.saveSvg}
          </button>
          <button type="button" className="button" onClick={() => void savePicture()}>
            {share.savePng}
          </button>
          <button type="button" className="button" onClick={() => print()}>
            {share.print}
          </button>
        </div>
      </div>
    </section>
  )
}

/** Limits of a public link, shown before it is shared. */
function Warning({ isNew, endsAt }: { isNew: boolean; endsAt: string | undefined }) {
  const end = endsAt ?? new Date(Date.now() + 30 * 24 * 3600 * 1000).toISOString()
  return (
    <p className="share-warning">
      <Icon name="warning" />
      <span>
        <Sentence
          text={joinSentences([
            share.anyone,
            isNew || endsAt ? share.untilDate : share.untilEnd,
            ...(isNew ? [] : [share.createdBefore]),
          ])}
          slots={{ date: <When at={end} style="date" /> }}
          marks={{ links: (text) => <Link to="/links">{text}</Link> }}
        />
      </span>
    </p>
  )
}

const { share } = words
