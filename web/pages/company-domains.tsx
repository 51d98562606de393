import { CompanyFacts } from './company-facts.tsx'
import { CompanyForm, type CompanyPart } from './company-form.tsx'

type Domain = CompanyPart['settings']['domains'][number]

/** The domains of the account, each with its record, and what can be done about it. */
export function CompanyDomains(part: CompanyPart) {
  const { view, speak, accountId, settings } = part
  const { say } = speak
  return (
    <section class="members-section" aria-labelledby="domains">
      <h2 id="domains" class="section">
        {say('company.domains')}
      </h2>
      <p>{say('company.domainsText')}</p>
      {settings.domains.length === 0 ? (
        <p class="muted">{say('company.noDomain')}</p>
      ) : (
        <ul class="rule">
          {settings.domains.map((domain) => (
            <DomainRow key={domain.domain} {...part} domain={domain} />
          ))}
        </ul>
      )}
      {!view.signInAgain && (
        <CompanyForm view={view} accountId={accountId} change="add" isWide>
          <div>
            <label for="domain">{say('company.domain')}</label>
            <input
              class="field"
              id="domain"
              name="domain"
              type="text"
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              placeholder="example.com"
            />
          </div>
          <div>
            <button class="button" type="submit">
              {say('company.addDomain')}
            </button>
          </div>
        </CompanyForm>
      )}
    </section>
  )
}

function DomainRow({ view, speak, accountId, settings, domain }: CompanyPart & { domain: Domain }) {
  const { say, date } = speak
  const { domain: name, provenAt, required } = domain
  const form = { view, accountId, hidden: { domain: name } }
  return (
    <li class="row company-row">
      <p class="statement">{name}</p>
      <p class="second muted">
        {provenAt === null ? say('company.unproven') : say('company.proven', { date: date(provenAt) })}
      </p>
      {provenAt !== null && settings.provider && (
        <p class="second">{say(required ? 'company.required' : 'company.optional')}</p>
      )}
      {provenAt === null && (
        <>
          <p class="second">{say('company.record')}</p>
          <CompanyFacts
            speak={speak}
            facts={[
              [say('company.recordName'), domain.recordName],
              [say('company.recordValue'), domain.recordValue],
            ]}
          />
        </>
      )}
      {!view.signInAgain && (
        <div class="company-acts">
          {provenAt === null && (
            <CompanyForm {...form} change="prove">
              <button class="button button-main button-small" type="submit">
                {say('company.check')}
              </button>
            </CompanyForm>
          )}
          {provenAt !== null && settings.provider && (
            <CompanyForm {...form} change="require">
              <button
                class="button button-small"
                type="submit"
                name="require"
                value={required ? 'off' : 'on'}
              >
                {say(required ? 'company.requireStop' : 'company.require')}
                <span class="out-of-sight"> {name}</span>
              </button>
            </CompanyForm>
          )}
          <CompanyForm {...form} change="remove">
            <button class="button button-small" type="submit">
              {say('company.removeDomain', { domain: name })}
            </button>
          </CompanyForm>
        </div>
      )}
    </li>
  )
}
