import type { ComponentChildren } from 'preact'
import { CompanyFacts } from './company-facts.tsx'
import { CompanyForm, type CompanyPart } from './company-form.tsx'
import type { Speaker } from './messages.ts'

/** The identity provider, and the forms for both protocols. */
export function CompanyProvider(part: CompanyPart) {
  const { view, speak, accountId, settings } = part
  const { say, date } = speak
  const { provider } = settings
  return (
    <section class="members-section" aria-labelledby="provider">
      <h2 id="provider" class="section">
        {say('company.provider')}
      </h2>
      {provider ? (
        <>
          <p>
            <code dir="ltr">{provider.issuer}</code>
          </p>
          <p class="second muted">
            {provider.usedAt === null
              ? say('company.untried')
              : say('company.used', { date: date(provider.usedAt) })}
            {provider.certificates.map(({ expiresAt }) => (
              <span key={expiresAt}>
                {' · '}
                {say('company.certificateUntil', { date: date(expiresAt) })}
              </span>
            ))}
          </p>
          <div class="company-acts">
            <a class="button button-small" href={settings.tryHref}>
              {say('company.try')}
            </a>
            {!view.signInAgain && (
              <CompanyForm view={view} accountId={accountId} change="remove-provider">
                <button class="button button-small" type="submit" aria-describedby="removal">
                  {say('company.remove')}
                </button>
              </CompanyForm>
            )}
          </div>
          <p class="note" id="removal">
            {say('company.removeText')}
          </p>
        </>
      ) : (
        <p class="muted">{say('company.providerNone')}</p>
      )}
      <h3 class="section">{say('company.addresses')}</h3>
      <p class="second">
        <a href={settings.guideHref} hreflang="en">
          {say('company.guide')}
        </a>
      </p>
      <CompanyFacts
        speak={speak}
        facts={[
          [say('company.redirectUri'), settings.redirectUri],
          [say('company.acs'), settings.acsUrl],
          [say('company.entityId'), settings.entityId],
        ]}
      />
      {!view.signInAgain && (
        <>
          <Oidc {...part} />
          <Saml {...part} />
        </>
      )}
    </section>
  )
}

function Oidc({ view, speak, accountId, settings: { provider } }: CompanyPart) {
  const { say } = speak
  const own = provider?.protocol === 'oidc' ? provider : undefined
  return (
    <details open={own !== undefined}>
      <summary>OpenID Connect</summary>
      <CompanyForm view={view} accountId={accountId} change="oidc" isWide>
        <Field id="issuer" label={say('company.issuer')} value={own?.issuer} placeholder="https://" />
        <Field id="client" label={say('clients.id')} value={own?.clientId ?? undefined} />
        <Field id="secret" label={say('clients.secret')} isSecret note={own && say('company.secretKept')} />
        <label class="company-choice">
          <input type="checkbox" name="trusts" checked={own?.trustsAddresses ?? false} />
          <span>{say('company.trusts')}</span>
        </label>
        <Joining speak={speak} role={own?.joinRole ?? null} />
        <Save label={say('company.save')} about="OpenID Connect" />
      </CompanyForm>
    </details>
  )
}

function Saml({ view, speak, accountId, settings: { provider } }: CompanyPart) {
  const { say } = speak
  const own = provider?.protocol === 'saml' ? provider : undefined
  return (
    <details open={own !== undefined}>
      <summary>SAML 2.0</summary>
      <CompanyForm view={view} accountId={accountId} change="saml" isWide>
        <Field id="entity" label={say('company.samlEntity')} value={own?.issuer} />
        <Field
          id="url"
          label={say('company.signInUrl')}
          value={own?.signInUrl ?? undefined}
          placeholder="https://"
        />
        <div>
          <label for="certificates">{say('company.certificates')}</label>
          <textarea
            class="field"
            id="certificates"
            name="certificates"
            rows={5}
            spellcheck={false}
            placeholder="-----BEGIN CERTIFICATE-----"
          />
        </div>
        <Joining speak={speak} role={own?.joinRole ?? null} />
        <Save label={say('company.save')} about="SAML 2.0" />
      </CompanyForm>
    </details>
  )
}

function Field({
  id,
  label,
  value = '',
  isSecret = false,
  placeholder = '',
  note,
}: {
  id: string
  label: string
  value?: string | undefined
  isSecret?: boolean
  placeholder?: string
  note?: ComponentChildren
}) {
  const common = {
    class: 'field',
    ...{ id, name: id, value, placeholder },
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: false,
    'aria-describedby': note ? `${id}-note` : undefined,
  } as const
  return (
    <div>
      <label for={id}>{label}</label>
      {isSecret ? <input type="password" {...common} /> : <input type="text" {...common} />}
      {note && (
        <p class="note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  )
}

function Joining({ speak: { say }, role }: { speak: Speaker; role: 'manager' | 'user' | null }) {
  const choices = [
    ['none', null, say('company.joinNone')],
    ['user', 'user', say('company.joinUser')],
    ['manager', 'manager', say('company.joinManager')],
  ] as const
  return (
    <fieldset>
      <legend>{say('company.join')}</legend>
      {choices.map(([value, choice, label]) => (
        <label key={value} class="company-choice">
          <input type="radio" name="join" value={value} checked={choice === role} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Save({ label, about }: { label: string; about: string }) {
  return (
    <div>
      <button class="button button-main" type="submit">
        {label}
        <span class="out-of-sight"> {about}</span>
      </button>
    </div>
  )
}
