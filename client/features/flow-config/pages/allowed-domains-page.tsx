import { Input } from '@mui/joy'
import { useState } from 'react'
import { SettingText } from '#client/components/setting-fields.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { allowedSiteOf, isAllowedHost, readOrigin } from '#shared/allowed-hosts.ts'
import { Example } from '../example.tsx'
import type { PageProps } from '../page-props.ts'
import { RowList } from './row-list.tsx'

const MOST = 100
/** What the server says where the owner has written nothing, in whatever language its callers speak. */
const usualSentence = 'This site is not allowed to ask this flow.'

export function AllowedDomainsPage({ value, onChange, faultOf }: PageProps<'allowedDomains'>) {
  const { allowedDomains: texts } = useTexts().flowConfig
  const { allowedOrigins, allowedOriginsError } = value
  return (
    <>
      <RowList
        label={texts.list}
        rows={allowedOrigins}
        onRows={(rows) => onChange({ ...value, allowedOrigins: rows })}
        name="allowedOrigins"
        faultOf={faultOf}
        words={{ row: texts.origin, add: texts.add, remove: texts.remove }}
        most={MOST}
        placeholder="https://shop.example.com"
      />
      {allowedOrigins.every((origin) => origin.trim() === '') && (
        <p className="setting-said">
          <StatusDot state="off" />
          {texts.everywhere}
        </p>
      )}
      <p className="setting-help">{texts.help}</p>
      <SettingText
        label={texts.told}
        name="allowedOriginsError"
        placeholder={usualSentence}
        value={allowedOriginsError}
        onChange={(typed) => onChange({ ...value, allowedOriginsError: typed })}
        fault={faultOf('allowedOriginsError')}
      />
      <TryOrigin {...value} />
    </>
  )
}

/** Any address, held against the list as it stands here. */
function TryOrigin({ allowedOrigins, allowedOriginsError }: PageProps<'allowedDomains'>['value']) {
  const { allowedDomains: texts } = useTexts().flowConfig
  const [typed, setTyped] = useState('')
  const origin = readOrigin(typed || texts.tryHint)
  const hosts = allowedOrigins.map(readOrigin).filter((each) => each !== undefined)
  const isAllowed = origin !== undefined && isAllowedHost(hosts.map(allowedSiteOf), origin)
  const told = isAllowed ? texts.allowed : (tried: string) => texts.refused(tried, sentence)
  const sentence = allowedOriginsError.trim() || usualSentence
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
      <p className="setting-said" role="status">
        <StatusDot state={origin === undefined ? 'off' : isAllowed ? 'live' : 'problem'} />
        {origin === undefined ? texts.unread : told(origin)}
      </p>
    </Example>
  )
}
