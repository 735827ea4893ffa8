import './caps.css'
import { Button, Input } from '@mui/joy'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { foldText } from '#client/components/fold-text.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { formatMoney } from '#client/components/format-money.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { CapField } from './cap-field.tsx'
import { toCapText } from './cap-text.ts'
import { type AccountCaps, type FlowCaps, readCapsForm } from './read-caps-form.ts'
import { useSaveCaps } from './use-save-caps.ts'

/** Limits of the account and of each flow. Saved together, but only changed values are sent. */
export function CapsDialog({ onClose }: { onClose: () => void }) {
  const { usage } = useTexts()
  const account = trpc.usage.caps.useQuery()
  const capped = trpc.usage.flowCaps.useQuery()
  const flows = trpc.flows.summaries.useQuery({ type: 'CHATFLOW' })
  const queries = [account, capped, flows]
  const query = {
    data:
      account.data && capped.data && flows.data
        ? { account: account.data, flows: withoutCaps(flows.data, capped.data) }
        : undefined,
    error: account.error ?? capped.error ?? flows.error,
    isPending: queries.some(({ isPending }) => isPending),
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  }
  return query.data ? (
    <CapsForm account={query.data.account} flows={query.data.flows} onClose={onClose} />
  ) : (
    <Dialog title={usage.caps.title} description={usage.caps.text} size="m" onClose={onClose}>
      <AsyncView query={query} errorTitle={usage.caps.failed}>
        {() => null}
      </AsyncView>
    </Dialog>
  )
}

/** Flows without a cap, so that one can be added; the server lists only flows that have one. */
function withoutCaps(flows: readonly { id: string; name: string }[], capped: FlowCaps[]): FlowCaps[] {
  const free = flows
    .filter(({ id }) => !capped.some(({ flowId }) => flowId === id))
    .map(({ id, name }) => ({ flowId: id, name, perDay: null, perConversation: null, spentToday: 0 }))
  return [...capped, ...free]
}

type FormProps = { account: AccountCaps; flows: FlowCaps[]; onClose: () => void }

function CapsForm({ account, flows, onClose }: FormProps) {
  const { usage, common } = useTexts()
  const [language] = useLanguage()
  const errorText = useErrorText()
  const toasts = useToasts()
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set())
  const { save, isSaving, error } = useSaveCaps(() => {
    toasts.success(usage.caps.saved)
    onClose()
  })

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const read = readCapsForm(new FormData(form), { account, flows })
    setWrong(read.wrong)
    const [first] = read.wrong
    if (first === undefined) {
      save(read)
    } else {
      form.querySelector<HTMLInputElement>(`[name="${CSS.escape(first)}"]`)?.focus()
    }
  }
  const field = (name: keyof AccountCaps) => ({
    name,
    label: usage.caps[name],
    value: toCapText(account[name], language),
    isWrong: wrong.has(name),
  })

  return (
    <Dialog
      title={usage.caps.title}
      description={usage.caps.text}
      size="m"
      onClose={onClose}
      locked={isSaving}
      form={{ onSubmit, noValidate: true }}
      footer={
        <>
          <Button variant="plain" color="neutral" disabled={isSaving} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={isSaving}>
            {isSaving ? common.saving : common.save}
          </Button>
        </>
      }
    >
      {error !== null && <FormBanner>{errorText(error)}</FormBanner>}
      <h3 className="caps-title text-14 line-20 semibold text-primary">{usage.caps.account}</h3>
      <div className="caps-account grid gap-16">
        <CapField {...field('perDay')} />
        <CapField {...field('perMonth')} />
        <CapField {...field('lowBalance')} placeholder="0" help={usage.caps.lowHelp} />
      </div>
      <h3 className="caps-title text-14 line-20 semibold text-primary">{usage.caps.flows}</h3>
      <p className="caps-text text-13 line-18 text-tertiary">{usage.caps.flowsText}</p>
      <FlowFields flows={flows} wrong={wrong} />
    </Dialog>
  )
}

const MANY = 8

function FlowFields({ flows, wrong }: { flows: FlowCaps[]; wrong: ReadonlySet<string> }) {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const [query, setQuery] = useState('')
  const { compare } = new Intl.Collator(language)
  const byName = flows.toSorted((one, other) => compare(one.name, other.name))
  if (flows.length === 0) {
    return <p className="caps-text text-13 line-18 text-tertiary">{usage.caps.noFlows}</p>
  }
  return (
    <>
      {flows.length > MANY && (
        <Input
          type="search"
          aria-label={usage.caps.find}
          placeholder={usage.caps.find}
          startDecorator={<Search size={16} />}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      <div className="caps-head text-12 medium text-tertiary line-below margin-top-8" aria-hidden="true">
        <span>{usage.columns.flow}</span>
        <span>{usage.caps.perDay}</span>
        <span>{usage.caps.perConversation}</span>
      </div>
      <ul className="caps-flows unpadded unlisted">
        {byName.map(({ flowId, name, perDay, perConversation, spentToday }) => (
          // Filtered-out flows stay in the form, so their edited values are saved as well.
          <li key={flowId} hidden={!foldText(name).includes(foldText(query))}>
            <span className="caps-name breaks-anywhere text-primary">
              {name}
              {spentToday > 0 && (
                <small className="block text-12 text-tertiary">
                  {usage.caps.spentToday(formatMoney(spentToday, language))}
                </small>
              )}
            </span>
            <CapField
              name={`${flowId}.perDay`}
              label={usage.caps.perDay}
              of={name}
              value={toCapText(perDay, language)}
              isWrong={wrong.has(`${flowId}.perDay`)}
            />
            <CapField
              name={`${flowId}.perConversation`}
              label={usage.caps.perConversation}
              of={name}
              value={toCapText(perConversation, language)}
              isWrong={wrong.has(`${flowId}.perConversation`)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
