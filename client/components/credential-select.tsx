import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { SettingSelect } from './setting-fields.tsx'

type Props = {
  /** Names of the kinds of credential that fit. */
  kinds: readonly string[]
  name: string
  value: string
  onChange: (id: string) => void
  issue: string | undefined
  required?: boolean
  none?: string
}

export function CredentialSelect({ kinds, name, value, onChange, issue, required = true, none }: Props) {
  const { flowConfig } = useTexts()
  const { credential: words, followUpPrompts } = flowConfig
  const query = trpc.credentials.list.useQuery({ credentialName: [...kinds] }, { staleTime: 0 })
  const stored = query.data ?? []
  const isMissing = query.data !== undefined && value !== '' && !stored.some(({ id }) => id === value)
  const options = [
    ...(none === undefined ? [] : [{ value: '', label: none }]),
    ...stored.map(({ id, name: label, shared }) => ({
      value: id,
      label,
      ...(shared && { note: words.shared }),
    })),
    ...(isMissing ? [{ value, label: words.gone }] : []),
  ]
  return (
    <SettingSelect
      label={followUpPrompts.credential}
      name={name}
      required={required}
      value={value === '' && none === undefined ? null : value}
      options={options}
      onChange={onChange}
      placeholder={words.choose}
      issue={issue}
      help={
        <>
          {query.data && stored.length === 0 && `${words.noneYet} `}
          <a className="text-link" href="/app/credentials" target="_blank" rel="noreferrer">
            {words.add}
          </a>
        </>
      }
    />
  )
}
