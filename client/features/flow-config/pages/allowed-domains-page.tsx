import { Input } from '@mui/joy'
import { useState } from 'react'
import { SettingText } from '#client/components/setting-fields.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { allowedSiteOf, isAllowedHost, readOrigin } from '#shared/allowed-hosts.ts'
import { Example } from '../example.tsx'
import type { PageProps } from '../page-props.ts'
import { RowList } from './row-list.tsx'

const MAX_COUNT = 100
/** Default of the server when the owner set no message; not translated, because callers speak any language. */
const defaultSentence = 'This site is not allowed to ask this flow.'

export function AllowedDomainsPage({ value, onChange, issueOf }: PageProps<'allowedDomains'>) {
  const { allowedDomains: texts } = useTexts().flowConfig
  const { allowedOrigins, allowedOriginsError } = value
  return (
    <>
      <RowList
        label={texts.list}
        rows={allowedOrigins}
        onRows={(rows) => onChange({ ...value, allowedOrigins: rows })}
        name="allowedOrigins"
        issueOf={issueOf}
        words={{ row: texts.origin, add: texts.add, remove: texts.remove }}
        max={MAX_COUNT}
        placeholder="https://shop.example.com"
      />
      {allowedOrigins.every((origin) => origin.trim() === '') && (
        <p className="setting-said text-12 text-secondary flex gap-8 breaks-anywhere items-baseline">
          <StatusDot state="off" />
          {texts.everywhere}
        </p>
      )}
      <p className="setting-help text-12 text-secondary">{texts.help}</p>
      <SettingText
        label={texts.reported}
        name="allowedOriginsError"
        placeholder={defaultSentence}
        value={allowedOriginsError}
        onChange={(typed) => onChange({ ...value, allowedOriginsError: typed })}
        issue={issueOf('allowedOriginsError')}
      />
      <TryOrigin {...value} />
    </>
  )
}

/** Checks any URL against the unsaved list. */
function TryOrigin({ allowedOrigins, allowedOriginsError }: PageProps<'allowedDomains'>['value']) {
  const { allowedDomains: texts } = useTexts().flowConfig
  const [typed, setTyped] = useState('')
  const origin = readOrigin(typed || texts.tryHint)
  const hosts = allowedOrigins.map(readOrigin).filter((each) => each !== undefined)
  const isAllowed = origin !== undefined && isAllowedHost(hosts.map(allowedSiteOf), origin)
  const reported = isAllowed ? texts.allowed : (tried: string) => texts.refused(tried, sentence)
  const sentence = allowedOriginsError.trim() || defaultSentence
  return (
    <Example title={texts.try}>
      <Input
        size="sm"
        aria-label={texts.try}
        placeholder={texts.tryHint}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <p
        className="setting-said text-12 text-secondary flex gap-8 breaks-anywhere items-baseline"
        role="status"
      >
        <StatusDot state={origin === undefined ? 'off' : isAllowed ? 'live' : 'problem'} />
        {origin === undefined ? texts.unread : reported(origin)}
      </p>
    </Example>
  )
}
